
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
         gettext(u'The controller is %(operator_name)s. The full address is in the imprint.') 
          SSS SSSSSSSSSS SS SSSSSSSSSSSSSSSSSS SSS SSSS SSSSSSS SS SS SSS SSSSSSSS
        
      XXXX
    BBBB
      XXX gettext(u'The operator of this site has not given a name yet.') XXXX
    BBBBB
    BB BBBBBBB
      XXXXX XXXXXXXXXXXXXXXXXXXXXXX
    BBBBB
    XXXX gettext(u'What we store, why, and how long') XXXXX
    XXXX gettext(u'Your account') XXXXX
    XXX
       gettext(u'Your name, the date you joined, and a hash of your password. Your e-mail address, if you give one. When you were last here.') 
        SSSS SSSSS SSS SSSS SSS SSSSSSS SSS S SSSS SS SSSS SSSSSSSSS SSSS SSSSSS SSSSSSSS SS SSS SSSS SSSS SSSS SSS SSSS
        SSSS SSSSS
      
    XXXX
    XXX
       gettext(u'Your settings, and the language and time zone of your browser, so that dates and mails are right.') 
        SSSS SSSSSSSSS SSS SSS SSSSSSSS SSS SSSS SSSS SS SSSS SSSSSSSS SS SSSS SSSSS SSS SSSSS SSS SSSSSS
      
    XXXX
    XXX
       gettext(u'We need this to provide the site to you (GDPR Art. 6(1)(b)). We keep it until you delete your account.') 
        SS SSSS SSSS SS SSSSSSS SSS SSSS SS SSS SSSSS SSSS SSSSSSSSS SS SSSS SS SSSSS SSS SSSSSS SSSS SSSSSSSS
      
    XXXX
    XXX
       gettext(u'Guests have a random name and no password. We delete them after 30 days of absence.') 
        SSSSSS SSSS S SSSSSS SSSS SSS SS SSSSSSSSS SS SSSSSS SSSS SSSSS SS SSSS SS SSSSSSSS
      
    XXXX
    XXXX gettext(u'What you play') XXXXX
    XXX
       gettext(u'Your matches with every move and its time, your ratings, and your tries at puzzles. Matches, ratings and your player page are public.') 
        SSSS SSSSSSS SSSS SSSSS SSSS SSS SSS SSSSS SSSS SSSSSSSS SSS SSSS SSSSS SS SSSSSSSS SSSSSSSS SSSSSSS SSS SSSS
        SSSSSS SSSS SSS SSSSSSS
      
    XXXX
    XXX
       gettext(u'Your moves in rated matches are compared with those of a computer player, to detect help from programs. Only staff see the figures, and no program decides anything because of them (legitimate interest in fair play, GDPR Art. 6(1)(f)). They are in your export, and deleted with your account.') 
        SSSS SSSSS SS SSSSS SSSSSSS SSS SSSSSSSS SSSS SSSSS SS S SSSSSSSS SSSSSSS SS SSSSSS SSSS SSSS SSSSSSSSS SSSS
        SSSSS SSS SSS SSSSSSSS SSS SS SSSSSSS SSSSSSS SSSSSSSS SSSSSSS SS SSSS SSSSSSSSSSS SSSSSSSS SS SSSS SSSSS SSSS
        SSSS SSSSSSSSS SSSS SSS SS SSSS SSSSSSS SSS SSSSSSS SSSS SSSS SSSSSSSS
      
    XXXX
    XXX
       gettext(u'If you delete your account, your matches stay for your opponents, without your name.') 
        SS SSS SSSSSS SSSS SSSSSSSS SSSS SSSSSSS SSSS SSS SSSS SSSSSSSSSS SSSSSSS SSSS SSSSS
      
       gettext(u'No one else can take your name for 90 days, as links to it would show a stranger. For that we keep a keyed hash of it and the date, and nothing from which your name could be read.') 
        SS SSS SSSS SSS SSSS SSSS SSSS SSS SS SSSSS SS SSSSS SS SS SSSSS SSSS S SSSSSSSSS SSS SSSS SS SSSS S SSSSS SSSS
        SS SS SSS SSS SSSSS SSS SSSSSSS SSSS SSSSS SSSS SSSS SSSSS SS SSSSS
      
    XXXX
    XXX
       gettext(u'Which players you follow, mute and block. A player sees that you follow them, and everyone sees how many follow a player.') 
        SSSSS SSSSSSS SSS SSSSSSS SSSS SSS SSSSSS S SSSSSS SSSS SSSS SSS SSSSSS SSSSS SSS SSSSSSSS SSSS SSS SSSS SSSSSS
        S SSSSSSS
      
    XXXX
    XXX
       gettext(u'Search engines may list your page only if you allow it in the settings.') 
        SSSSSS SSSSSSS SSS SSSS SSSS SSSS SSSS SS SSS SSSSS SS SS SSS SSSSSSSSS
      
    XXXX
    XXXX gettext(u'What you write') XXXXX
    XXX
       gettext(u"Chat messages, until you delete your account. During a match players do not see what spectators write, and spectators never see the players' chat.") 
        SSSS SSSSSSSSS SSSSS SSS SSSSSS SSSS SSSSSSSS SSSSSS S SSSSS SSSSSSS SS SSS SSS SSSS SSSSSSSSSS SSSSSS SSS
        SSSSSSSSSS SSSSS SSS SSS SSSSSSSS SSSSS
      
    XXXX
    XXX
       gettext(u'Reports to the staff, and a log of what moderators did and why. Staff can read reported messages.') 
        SSSSSSS SS SSS SSSSSS SSS S SSS SS SSSS SSSSSSSSSS SSS SSS SSSS SSSSS SSS SSSS SSSSSSSS SSSSSSSSS
      
    XXXX
    XXX
       gettext(u'The log stays, because we must be able to explain a decision (GDPR Art. 6(1)(f): a safe site). After deletion it names no one.') 
        SSS SSS SSSSSS SSSSSSS SS SSSS SS SSSS SS SSSSSSS S SSSSSSSS SSSSS SSSS SSSSSSSS S SSSS SSSSSS SSSSS SSSSSSSS SS
        SSSSS SS SSSS
      
    XXXX
    XXXX gettext(u'Notifications') XXXXX
    XXX gettext(u'What we notified you of and whether it arrived, for 60 days.') XXXX
    XXX
       gettext(u"If you turn on push on a device, we store the address that your browser's maker gives us for it. Messages travel through that maker's service, encrypted.") 
        SS SSS SSSS SS SSSS SS S SSSSSSS SS SSSSS SSS SSSSSSS SSSS SSSS SSSSSSSSS SSSSS SSSSS SS SSS SSS SSSSSSSS SSSSSS
        SSSSSSS SSSS SSSSSSS SSSSSSSS SSSSSSSSSS
      
    XXXX
    XXXX gettext(u'Your IP address') XXXXX
    XXX
       gettext(u'We use it to limit how often one address signs in or creates guests. The count is held for minutes to a day in temporary memory, not in the database.') 
        SS SSS SS SS SSSSS SSS SSSSS SSS SSSSSSS SSSSS SS SS SSSSSSS SSSSSSS SSS SSSSS SS SSSS SSS SSSSSSS SS S SSS SS
        SSSSSSSSS SSSSSSS SSS SS SSS SSSSSSSSS
      
    XXXX
    XXX
       gettext(u'So that no one gains rating with second accounts, we store a keyed hash of your address for 7 days and of a number in your browser for 90 days, never the address itself. A rated match records whether both players shared one of them. Staff see that (GDPR Art. 6(1)(f): fair ratings).') 
        SS SSSS SS SSS SSSSS SSSSSS SSSS SSSSSS SSSSSSSSS SS SSSSS S SSSSS SSSS SS SSSS SSSSSSS SSS S SSSS SSS SS S
        SSSSSS SS SSSS SSSSSSS SSS SS SSSSS SSSSS SSS SSSSSSS SSSSSSS S SSSSS SSSSS SSSSSSS SSSSSSS SSSS SSSSSSS SSSSSS
        SSS SS SSSSS SSSSS SSS SSSS SSSSS SSSS SSSSSSSS SSSS SSSSSSSSS
      
    XXXX
    XXXX gettext(u'Security of your account') XXXXX
    XXX
       gettext(u'Where you are signed in: browser, system and a part of the IP address, until you sign out there.') 
        SSSSS SSS SSS SSSSSS SSS SSSSSSSS SSSSSS SSS S SSSS SS SSS SS SSSSSSSS SSSSS SSS SSSS SSS SSSSSS
      
    XXXX
    XXX
       gettext(u'Sign-ins and changes of your password, e-mail address and second factor, for 90 days. The server log has them with the full IP address.') 
        SSSSSSSS SSS SSSSSSS SS SSSS SSSSSSSSS SSSSSS SSSSSSS SSS SSSSSS SSSSSSS SSS SS SSSSS SSS SSSSSS SSS SSS SSSS
        SSSS SSS SSSS SS SSSSSSSS
      
    XXXX
    XXX
       gettext(u'Passkeys and keys of sign-in apps, until you remove them. If you sign in with another site, your account number there.') 
        SSSSSSSS SSS SSSS SS SSSSSSS SSSSS SSSSS SSS SSSSSS SSSSS SS SSS SSSS SS SSSS SSSSSSS SSSSS SSSS SSSSSSS SSSSSS
        SSSSSS
      
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
    BB BBBBBBBBBBB
      XXX
         gettext(u'Backups are deleted after %(backup_days)s days.') 
          SSSSSSS SSS SSSSSSS SSSSS SSSSSSSSSSSSSSS SSSSS
        
      XXXX
    BBBBB
    XXXX gettext(u'Cookies') XXXXX
    XXX gettext(u'Only cookies that the site needs, so there is no banner:') XXXX
    XXXX
      XXXX
        XXXXXXXXXXXXXX
         ngettext(u'keeps you signed in; 180 days without a visit, %(days)s day at most', u'keeps you signed in; 180 days without a visit, %(days)s days at most', count) 
          SSSSS SSS SSSSSS SSS SSS SSSS SSSSSSS S SSSSSS SSSSSSSS SSS SS SSSS
        
          PPPPP PPP PPPPPP PPP PPP PPPP PPPPPPP P PPPPPP PPPPPPPP PPPP PP PPPP
        
      XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'protects forms against other sites; 1 year') XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'remembers your language; 1 year') XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'tells browsers apart, for fair ratings; 90 days') XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'your time zone, for dates and times; 1 year') XXXXX
      XXXX
        XXXXXXXXXXXXXX
         gettext(u'how matches look and moves are confirmed on this device, if you chose that; 1 year') 
      XXXXX
      XXXXXXXXXXXXXXXXXX  gettext(u'shows a message once, then disappears') XXXXX
    XXXXX
    XXX
       gettext(u"Your browser's own storage keeps tiles you have laid but not played, which chat messages you have read, settings of this device such as sounds, and the random values that it mixed into draws. It stays on your device.") 
        SSSS SSSSSSSSS SSS SSSSSSS SSSSS SSSSS SSS SSSS SSSS SSS SSS SSSSSSS SSSSS SSSS SSSSSSSS SSS SSSS SSSSS SSSSSSSS
        SS SSSS SSSSSS SSSS SS SSSSSSS SSS SSS SSSSSS SSSSSS SSSS SS SSSSS SSSS SSSSSS SS SSSSS SS SSSS SSSSSSS
      
    XXXX
    XXXX gettext(u'Who else receives data') XXXXX
    XXX gettext(u'Pages load nothing from other companies: no fonts, no scripts, no statistics.') XXXX
    BB BBBB
      XXX
         gettext(u'The server is run for us by %(host)s.') 
          SSS SSSSSS SS SSS SSS SS SS SSSSSSSSS
        
      XXXX
    BBBBB
    BB BBBBBBBBBBBBBBBBB
      XXX
         gettext(u'Error reports go to an outside service. They hold the kinds of the page and the error and the code of the match, not your name or IP address.') 
          SSSSS SSSSSSS SS SS SS SSSSSSS SSSSSSSS SSSS SSSS SSS SSSSS SS SSS SSSS SSS SSS SSSSS SSS SSS SSSS SS SSS
          SSSSSS SSS SSSS SSSS SS SS SSSSSSSS
        
      XXXX
    BBBBB
    XXX gettext(u'Mail passes through mail servers on its way to you.') XXXX
    XXXX gettext(u'Your rights') XXXXX
    XXX
       gettext(u'You can see, correct, download and delete your data yourself, in the settings. The download has everything in one file.') 
        SSS SSS SSSS SSSSSSSS SSSSSSSS SSS SSSSSS SSSS SSSS SSSSSSSSS SS SSS SSSSSSSSS SSS SSSSSSSS SSS SSSSSSSSSS SS
        SSS SSSSS
      
    XXXX
    XXX gettext(u'You may also ask us to do so, to limit how we use your data, or object to it.') XXXX
    XXX
       gettext(u'You need not give an e-mail address. Without one, we cannot help with a lost password.') 
        SSS SSSS SSS SSSS SS SSSSSS SSSSSSSS SSSSSSS SSSS SS SSSSSS SSSS SSSS S SSSS SSSSSSSSS
      
    XXXX
    XXX
       gettext(u'No decision about you is made by a program alone. Ratings are arithmetic with your results.') 
        SS SSSSSSSS SSSSS SSS SS SSSS SS S SSSSSSS SSSSSS SSSSSSS SSS SSSSSSSSSS SSSS SSSS SSSSSSSS
      
    XXXX
    BB BBBBBBBBB
      XXX
         gettext(u'You may complain to a data protection authority, such as %(authority)s.') 
          SSS SSS SSSSSSSS SS S SSSS SSSSSSSSSS SSSSSSSSSS SSSS SS SSSSSSSSSSSSSS
        
      XXXX
    BBBB
      XXX
         gettext(u'You may complain to the data protection authority of the country where you live.') 
          SSS SSS SSSSSSSS SS SSS SSSS SSSSSSSSSS SSSSSSSSS SS SSS SSSSSSS SSSSS SSS SSSSS
        
      XXXX
    BBBBB
  XXXXXXXXXXBBBBBBBB BBBB
