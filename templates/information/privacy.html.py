
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Privacy') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXXXXXXXX
    XXXX gettext(u'Privacy') XXXXX
    XX XXXXXXXXXXXXX
       gettext(u'What this site stores about you, why, and for how long. No advertising, no tracking, no sale of data.') 
        SSSS SSSS SSSS SSSSSS SSSSS SSSS SSSS SSS SSS SSS SSSSS SS SSSSSSSSSSSS SS SSSSSSSSS SS SSSS SS SSSSS
      
    XXXX
    XXXX gettext(u'Who is responsible') XXXXX
    BB BBBBBBBBBBBBB
      XXX
         gettext(u'The controller is %(operator_name)s.') 
          SSS SSSSSSSSSS SS SSSSSSSSSSSSSSSSSS
        
        XX XXXXXXBBB BBBBBBBBBBBBBBBBBBBBBXX gettext(u'The full address is in the imprint.') XXXX
      XXXX
    BBBB
      XXX gettext(u'The operator of this site has not given a name yet.') XXXX
    BBBBB
    BB BBBBBBB
      XXX
         gettext(u'Data protection officer: %(officer)s') 
          SSSS SSSSSSSSSS SSSSSSSS SSSSSSSSSSS
        
      XXXX
    BBBBB
    BB BBBBBBB
      XXXXX XXXXXXXXXXXXXXXXXXXXXXX
    BBBBB
    XXXXXX XXXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXXXXXXXXXXXXXXXX
      XXX XXXXXXXXXXXXXXX gettext(u'Your right to object') XXXXX
      XXX
         gettext(u'Where the legal basis is a legitimate interest, you may object at any time for reasons in your situation (GDPR Art. 21). Then we stop, unless we can show that our reasons weigh more.') 
          SSSSS SSS SSSSS SSSSS SS S SSSSSSSSSS SSSSSSSSS SSS SSS SSSSSS SS SSS SSSS SSS SSSSSSS SS SSSS SSSSSSSSS
          SSSSS SSSS SSSS SSSS SS SSSSS SSSSSS SS SSS SSSS SSSS SSS SSSSSSS SSSSS SSSSS
        
      XXXX
    XXXXXXXX
    XXXX gettext(u'What we store, why, and how long') XXXXX
    XXXX gettext(u'Your account') XXXXX
    XXX
       gettext(u'Your name, the date you joined, and a hash of your password.') 
       gettext(u'Your e-mail address, if you give one.') 
       gettext(u'When you were last here.') 
    XXXX
    XXX
       gettext(u'Your settings, and the language and time zone of your browser, so that dates and e-mail are right.') 
        SSSS SSSSSSSSS SSS SSS SSSSSSSS SSS SSSS SSSS SS SSSS SSSSSSSS SS SSSS SSSSS SSS SSSSSS SSS SSSSSS
      
    XXXX
    XXX
       gettext(u'Guests have a random name and no password.') 
       gettext(u'We delete them after %(guests_days)s days without a visit.') 
        SS SSSSSS SSSS SSSSS SSSSSSSSSSSSSSS SSSS SSSSSSS S SSSSSS
      
    XXXX
    XXX
       gettext(u'No one else can take the name of a deleted account for %(names_days)s days: links to it would lead to a stranger.') 
        SS SSS SSSS SSS SSSS SSS SSSS SS S SSSSSSS SSSSSSS SSS SSSSSSSSSSSSSS SSSSS SSSSS SS SS SSSSS SSSS SS S
        SSSSSSSSS
      
       gettext(u'For that we keep a keyed hash of it, from which it can’t be read.') 
    XXXX
     gettext(u'to provide the site to you (GDPR Art. 6(1)(b))') 
     gettext(u'until you delete your account') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'What you play') XXXXX
    XXX
       gettext(u'Your matches with every move and its time, your ratings, leagues and cups, and your tries at puzzles.') 
        SSSS SSSSSSS SSSS SSSSS SSSS SSS SSS SSSSS SSSS SSSSSSSS SSSSSSS SSS SSSSS SSS SSSS SSSSS SS SSSSSSSS
      
       gettext(u'Matches, ratings and your player page are public.') 
    XXXX
    XXX
       gettext(u'If you delete your account, your matches stay for your opponents, without your name.') 
       gettext(u'Who remembers that you played them still knows.') 
    XXXX
    XXX gettext(u'Search engines may list your page only if you allow it in the settings.') XXXX
    XXX
       gettext(u'Each month we publish the rated matches for research. Your name is in them only if you allow it in the settings.') 
        SSSS SSSSS SS SSSSSSS SSS SSSSS SSSSSSS SSS SSSSSSSSS SSSS SSSS SS SS SSSS SSSS SS SSS SSSSS SS SS SSS SSSSSSSSS
      
       gettext(u'Otherwise a made-up name stands there, and nothing that leads to the page of the match. If you change your mind, the files are made again without your name.') 
        SSSSSSSSS S SSSSSSS SSSS SSSSSS SSSSSS SSS SSSSSSS SSSS SSSSS SS SSS SSSS SS SSS SSSSSS SS SSS SSSSSS SSSS SSSSS
        SSS SSSSS SSS SSSS SSSSS SSSSSSS SSSS SSSSS
      
      XX XXXXXXBBB BBBBBBBBBBBBXX gettext(u'Public data') XXXX
    XXXX
     gettext(u'to provide the site to you (GDPR Art. 6(1)(b))') 
     gettext(u'matches, ratings and tables always, then without your name; tries at puzzles until you delete your account') 
      SSSSSSSS SSSSSSS SSS SSSSSS SSSSSSS SSSS SSSSSSS SSSS SSSSS SSSSS SS SSSSSSS SSSSS SSS SSSSSS SSSS SSSSSSS
    
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'Fair play') XXXXX
    XXX
       gettext(u'Your moves in rated matches are compared with those of a computer player, to detect help from programs.') 
        SSSS SSSSS SS SSSSS SSSSSSS SSS SSSSSSSS SSSS SSSSS SS S SSSSSSSS SSSSSSS SS SSSSSS SSSS SSSS SSSSSSSSS
      
       gettext(u'Only staff see the figures, and no program decides anything because of them.') 
    XXXX
    XXX
       gettext(u'Against second accounts in rated matches we store keyed hashes of your IP address and of a number in your browser.') 
        SSSSSSS SSSSSS SSSSSSSS SS SSSSS SSSSSSS SS SSSSS SSSSS SSSSSS SS SSSS SS SSSSSSS SSS SS S SSSSSS SS SSSS
        SSSSSSSS
      
       gettext(u'We never store the address itself.') 
    XXXX
    XXX gettext(u'A rated match records whether both players shared one of them. Staff see that.') XXXX
     gettext(u'our legitimate interest in fair matches (GDPR Art. 6(1)(f))') 
     gettext(u'the figures until you delete your account; the hash of the address for %(addresses_days)s days, that of the browser for %(browsers_days)s') 
      SSS SSSSSSS SSSSS SSS SSSSSS SSSS SSSSSSSS SSS SSSS SS SSS SSSSSSS SSS SSSSSSSSSSSSSSSSSS SSSSS SSSS SS SSS
      SSSSSSS SSS SSSSSSSSSSSSSSSSS
    
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'The people you know here') XXXXX
    XXX
       gettext(u'Which players you follow, mute and block, and the clubs you are in.') 
       gettext(u'Players see that you follow them, and everyone sees how many followers a player has.') 
    XXXX
     gettext(u'to provide the site to you (GDPR Art. 6(1)(b))') 
     gettext(u'until you end it or delete your account') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'What you write') XXXXX
    XXX
       gettext(u'Chat messages.') 
       gettext(u'During a match players do not see what spectators write, and spectators never see the players’ chat.') 
        SSSSSS S SSSSS SSSSSSS SS SSS SSS SSSS SSSSSSSSSS SSSSSS SSS SSSSSSSSSS SSSSS SSS SSS SSSSSSSS SSSSS
      
    XXXX
     gettext(u'to provide the site to you (GDPR Art. 6(1)(b))') 
     gettext(u'until you delete your account') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'Reports and moderation') XXXXX
    XXX
       gettext(u'Reports to the staff, and a log of what moderators did and why.') 
       gettext(u'Staff can read reported messages.') 
    XXXX
    XXX gettext(u'After deletion the log names no one. We must be able to explain a decision.') XXXX
     gettext(u'our legitimate interest in a safe site (GDPR Art. 6(1)(f))') 
     gettext(u'texts of reports for %(reports_days)s days after they are closed; the log as long as the site') 
      SSSSS SS SSSSSSS SSS SSSSSSSSSSSSSSSS SSSS SSSSS SSSS SSS SSSSSSS SSS SSS SS SSSS SS SSS SSSS
    
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'Notifications') XXXXX
    XXX gettext(u'What we notified you of and whether it arrived.') XXXX
     gettext(u'to provide the site to you (GDPR Art. 6(1)(b))') 
     gettext(u'for %(notifications_days)s days') 
      SSS SSSSSSSSSSSSSSSSSSSSSS SSSS
    
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'E-mail') XXXXX
    XXX
       gettext(u'Only if you give an address: what you chose in the settings, and what concerns your security.') 
       gettext(u'A link in each e-mail turns it off.') 
    XXXX
     gettext(u'to provide the site to you (GDPR Art. 6(1)(b))') 
     gettext(u'until you remove the address or delete your account') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'Push') XXXXX
    XXX
       gettext(u'Only if you turn it on.') 
       gettext(u'For that we store the address that your browser’s maker gives us for the device.') 
    XXXX
    XXX
       gettext(u'Messages travel through the service of that maker, such as Google, Apple, Mozilla or Microsoft, also in the USA.') 
        SSSSSSSS SSSSSS SSSSSSS SSS SSSSSSS SS SSSS SSSSSS SSSS SS SSSSSSS SSSSSS SSSSSSS SS SSSSSSSSSS SSSS SS SSS SSSS
      
       gettext(u'They are encrypted: only your device can read them.') 
    XXXX
     gettext(u'your consent, which you withdraw in the settings (GDPR Art. 6(1)(a))') 
     gettext(u'until you turn it off, sign out or delete your account') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'Your IP address') XXXXX
    XXX
       gettext(u'We use it to limit how often one address signs in or creates guests.') 
       gettext(u'It is in temporary memory, not in the database.') 
    XXXX
    BB BBBBBBBB
      XXX
         gettext(u'Server logs, which may hold your IP address, are deleted after %(log_days)s days.') 
          SSSSSS SSSSS SSSSS SSS SSSS SSSS SS SSSSSSSS SSS SSSSSSS SSSSS SSSSSSSSSSSS SSSSS
        
      XXXX
    BBBB
      XXX
         gettext(u'The web server in front of the site may log your IP address. The operator has not said for how long.') 
          SSS SSS SSSSSS SS SSSSS SS SSS SSSS SSS SSS SSSS SS SSSSSSSS SSS SSSSSSSS SSS SSS SSSS SSS SSS SSSSS
        
      XXXX
    BBBBB
     gettext(u'our legitimate interest in a site that works and is safe (GDPR Art. 6(1)(f))') 
     gettext(u'for minutes to a day') 
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    XXXX gettext(u'Security of your account') XXXXX
    XXX gettext(u'Where you are signed in: browser, system and a part of the IP address.') XXXX
    XXX
       gettext(u'Sign-ins and changes of your password, e-mail address and second factor.') 
       gettext(u'The server log has them with the full IP address.') 
    XXXX
    XXX
       gettext(u'Passkeys, keys of sign-in apps, access tokens and webhooks.') 
       gettext(u'If you sign in with another site, your account number there.') 
    XXXX
     gettext(u'to provide the site to you (GDPR Art. 6(1)(b))') 
     gettext(u'sign-ins and changes for %(events_days)s days, sendings to webhooks for %(deliveries_days)s; all else until you remove it') 
      SSSSSSSS SSS SSSSSSS SSS SSSSSSSSSSSSSSS SSSSS SSSSSSSS SS SSSSSSSS SSS SSSSSSSSSSSSSSSSSSSS SSS SSSS SSSSS
      SSS SSSSSS SS
    
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBB
    BB BBBBBBBBBBBBBBBBB
      XXXX gettext(u'Error reports') XXXXX
      XXX
         gettext(u'Error reports go to an outside service. They hold the kinds of the page and the error and the code of the match, not your name or IP address.') 
          SSSSS SSSSSSS SS SS SS SSSSSSS SSSSSSSS SSSS SSSS SSS SSSSS SS SSS SSSS SSS SSS SSSSS SSS SSS SSSS SS SSS
          SSSSSS SSS SSSS SSSS SS SS SSSSSSSS
        
      XXXX
    BBBBB
    BB BBBBBBBBBBB
      XXXX gettext(u'Backups') XXXXX
      XXX
         gettext(u'Backups are deleted after %(backup_days)s days.') 
          SSSSSSS SSS SSSSSSS SSSSS SSSSSSSSSSSSSSS SSSSS
        
      XXXX
    BBBBB
    XXXX gettext(u'Cookies') XXXXX
    XXX
       gettext(u'Only cookies without which what you ask for does not work (ePrivacy Directive, Art. 5(3)), so there is no banner:') 
        SSSS SSSSSSS SSSSSSS SSSSS SSSS SSS SSS SSS SSSS SSS SSSS SSSSSSSSS SSSSSSSSSS SSSS SSSSSS SS SSSSS SS SS
        SSSSSSS
      
    XXXX
    XXXX
      XXXX
        XXXXXXXXXXXXXX
         ngettext(u'keeps you signed in; %(without)s days without a visit, %(days)s day at most', u'keeps you signed in; %(without)s days without a visit, %(days)s days at most', count) 
          SSSSS SSS SSSSSS SSS SSSSSSSSSSS SSSS SSSSSSS S SSSSSS SSSSSSSS SSS SS SSSS
        
          PPPPP PPP PPPPPP PPP PPPPPPPPPPP PPPP PPPPPPP P PPPPPP PPPPPPPP PPPP PP PPPP
        
      XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'protects forms against other sites; 1 year') XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'remembers your language; 1 year') XXXXX
      XXXXXXXXXXXXXXXXXX 
         gettext(u'tells browsers apart, for rated matches: only with an account, never for guests; %(days)s days') 
          SSSSS SSSSSSSS SSSSSS SSS SSSSS SSSSSSSS SSSS SSSS SS SSSSSSSS SSSSS SSS SSSSSSS SSSSSSSS SSSS
        XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'your time zone, for dates and times; 1 year') XXXXX
      XXXX
        XXXXXXXXXXXXXX
         gettext(u'how matches look and moves are confirmed on this device, if you chose that; 1 year') 
      XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'shows a message once, then disappears') XXXXX
    XXXXX
    XXX
       gettext(u'Your browser’s own storage keeps tiles that you have placed but not played. For the chat it keeps what you have read, and whether it is open.') 
        SSSS SSSSSSSSS SSS SSSSSSS SSSSS SSSSS SSSS SSS SSSS SSSSSS SSS SSS SSSSSSS SSS SSS SSSS SS SSSSS SSSS SSS SSSS
        SSSSS SSS SSSSSSS SS SS SSSSS
      
       gettext(u'It also keeps settings of this device such as sounds, and the random values that it added to draws. It stays on your device.') 
        SS SSSS SSSSS SSSSSSSS SS SSSS SSSSSS SSSS SS SSSSSSS SSS SSS SSSSSS SSSSSS SSSS SS SSSSS SS SSSSSS SS SSSSS SS
        SSSS SSSSSSS
      
       gettext(u'With push on, it keeps your player number and the device’s address for push.') 
        SSSS SSSS SSS SS SSSSS SSSS SSSSSS SSSSSS SSS SSS SSSSSSSS SSSSSSS SSS SSSSS
      
    XXXX
    XXXX gettext(u'Who else receives data') XXXXX
    XXX gettext(u'Pages load nothing from other companies: no fonts, no scripts, no statistics.') XXXX
    BB BBBB
      XXX
         gettext(u'The server is run for us by %(host)s.') 
          SSS SSSSSS SS SSS SSS SS SS SSSSSSSSS
        
      XXXX
    BBBBB
    BB BBBBBBBBBBBB
      XXX
         gettext(u'E-mail is sent for us by %(mail_company)s.') 
          SSSSSS SS SSSS SSS SS SS SSSSSSSSSSSSSSSSS
        
      XXXX
    BBBB
      XXX gettext(u'E-mail passes through mail servers on its way to you.') XXXX
    BBBBB
    XXX
       gettext(u'Those who work for us follow our instructions (GDPR Art. 28).') 
        SSSSS SSS SSSS SSS SS SSSSSS SSS SSSSSSSSSSSS SSSSS SSSS SSSS
      
       gettext(u'Data leaves the European Economic Area only through push, if you turn it on, under an adequacy decision or standard clauses.') 
        SSSS SSSSSS SSS SSSSSSSS SSSSSSSS SSSS SSSS SSSSSSS SSSSS SS SSS SSSS SS SSS SSSSS SS SSSSSSSS SSSSSSSS SS
        SSSSSSSS SSSSSSSS
      
    XXXX
    XXXX gettext(u'Your rights') XXXXX
    XXXX
      XXXX
         gettext(u'See, correct and delete your data: yourself in the settings, or ask us (GDPR Art. 15 to 17).') 
          SSSS SSSSSSS SSS SSSSSS SSSS SSSSS SSSSSSSS SS SSS SSSSSSSSS SS SSS SS SSSSS SSSS SS SS SSSS
        
      XXXXX
      XXXX
         gettext(u'Take it with you: the download in the settings has everything in one file that programs can read (Art. 20).') 
          SSSS SS SSSS SSSS SSS SSSSSSSS SS SSS SSSSSSSS SSS SSSSSSSSSS SS SSS SSSS SSSS SSSSSSSS SSS SSSS SSSSS SSSS
        
      XXXXX
      XXXX gettext(u'Have us limit how we use it (Art. 18), or object (Art. 21, above).') XXXXX
      XXXX gettext(u'Withdraw a consent at any time. What was done before stays lawful.') XXXXX
      XXXX
        BB BBBBBBBBB
           gettext(u'Complain to a data protection authority, such as %(authority)s.') 
            SSSSSSSS SS S SSSS SSSSSSSSSS SSSSSSSSSS SSSS SS SSSSSSSSSSSSSS
          
        BBBB
           gettext(u'Complain to the data protection authority of the country where you live.') 
        BBBBB
      XXXXX
    XXXXX
    XXX
       gettext(u'You don’t have to give an e-mail address. Without one, we can’t help with a lost password.') 
        SSS SSSSS SSSS SS SSSS SS SSSSSS SSSSSSSS SSSSSSS SSSS SS SSSSS SSSS SSSS S SSSS SSSSSSSSS
      
    XXXX
    XXX
       gettext(u'No program decides about you on its own. Ratings are calculated from your results only.') 
        SS SSSSSSS SSSSSSS SSSSS SSS SS SSS SSSS SSSSSSS SSS SSSSSSSSSS SSSS SSSS SSSSSSS SSSSS
      
    XXXX
    BBBBBBB BBBBBBBBBBBBBBBBBBBBBBBBBBB
  XXXXXXXXXXBBBBBBBB BBBB
