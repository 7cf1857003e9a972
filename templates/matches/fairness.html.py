
BBBBBBB BBBBBBBBBBBBBBB BBBB BBBBBBB BBBBBBBBB BBBBB
BBBBB BBBBBFFFFFFFFFBBBBBBBB
BBBBB BBBB
  BB BBBBBBBBBBB BBBBBBBBBBBBB BBBBBBBBBBBBBBBBBB
BBBBBBBB BBBB
BBBBB BBBB
  XXXXXXXX XXXXXXXXXXXX XXXXXX XXXXXXXXXXXXXX
    XXXXFFFFFFFFFXXXXX
    BB BBBBB
      XXX XXXXXXXXXXXXXXX
        XXX XXXXXXXFFFFFFFFFFFFFFX XXXXXXXXXXXX
          BB BBBBBBBBBBB
            BBBBBBB BBBBBBBBBBBBBBBBBB
            
          BBBB
            BBBBBBB BBBBBBBBBBBBBBBBBB
            
          BBBBB
        XXXXX
      XXXXX
    BBBB
      XX XXXXXXXXXXXXXXX
         gettext(u'When the match is over, everything is shown here, and your browser checks it.') 
      XXXX
    BBBBB
    XX XXXXXXXXXXXXXXX
    BB BBBBBBBBBBBBBBB
      XXX
         gettext(u'This match continues another one after move %(ply)s. Hidden tiles were redealt from the seed.') 
          SSSS SSSSS SSSSSSSSS SSSSSSS SSS SSSSS SSSS SSSSSSSS SSSSSS SSSSS SSSS SSSSSSS SSSS SSS SSSSS
        
        XX XXXXXXBBB BBBBBBBBBBBBBBBBBB BBBBBBBBBBBBBBBXX gettext(u'The draw of that match') XXXX
      XXXX
    BBBBB
    BB BBBBB
      XXXX gettext(u'Checked in your browser') XXXXX
      XX XXXXXXXXXXXXXXXX gettext(u'Your browser needs JavaScript to check this page.') XXXX
      XXX
        XXXXXXXXXXXXXX
        XXXXXXXXXX
        XXXXXXXXXXXXXXXXXX
        XXXXXXXXXXXXXXXX
        XXXXXXXXXXXBBB BBBBBBBBBBBBBB BBBBBBBBX
        XXXXXXXXXXBBB BBBBBBBBBBBBBBX
        XXXXXXXXXXXFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFX
        XXXXXXXXXXXX
      X
         gettext(u'The server’s value matches the seal shown before.') 
         gettext(u'The server’s value doesn’t match the seal!') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBBBBBB
         gettext(u'The seed follows from the server’s value, both browsers’ values and the number of the match.') 
          SSS SSSS SSSSSSS SSSS SSS SSSSSSSS SSSSSS SSSS SSSSSSSSS SSSSSS SSS SSS SSSSSS SS SSS SSSSSS
        
         gettext(u'The seed does not follow from the values!') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBB
         gettext(u'Your browser’s value is in it, and your browser saw the seal before it sent the value.') 
          SSSS SSSSSSSSS SSSSS SS SS SSS SSS SSSS SSSSSSS SSS SSS SSSS SSSSSS SS SSSS SSS SSSSSS
        
         gettext(u'The value that your browser remembers is not in it!') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBB
         gettext(u'Your opponent’s value was fixed before your browser sent yours.') 
         gettext(u'Your opponent’s value was changed after your browser sent yours!') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBB
         gettext(u'Your browser’s value is in it, but your browser had not seen this seal before it sent the value.') 
          SSSS SSSSSSSSS SSSSS SS SS SSS SSS SSSS SSSSSSS SSS SSS SSSS SSSS SSSS SSSSSS SS SSSS SSS SSSSSS
        
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBB BBBBB
         gettext(u'Who begins follows from the seed.') 
         gettext(u'With this seed, the other player would have begun!') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBB
         gettext(u'The seal is line %(line)s of the public log, and that line follows from the line before it.') 
          SSS SSSS SS SSSS SSSSSSSS SS SSS SSSSSS SSSS SSS SSSS SSSS SSSSSSS SSSS SSS SSSS SSSSSS SSS
        
         gettext(u'This seal is not in the public log as it should be!') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBB
         gettext(u'Redealing from the seed gives the order below.') 
         gettext(u'Redealing from the seed gives another order!') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBB
         gettext(u'Your browser could not check everything. Load the page again.') 
        BBBBBBB BBBBBBBBBBBBBBBBBBBB BBBB BBBBBBBBBBBBB BBBBBB
      XXXXX
      BB BBBBBBBBBBBBBBB BB BBBB
        XXX
           gettext(u'We can’t show this match: its version of the rules is no longer installed.') 
            SS SSSSS SSSS SSSS SSSSSS SSS SSSSSSS SS SSS SSSSS SS SS SSSSSS SSSSSSSSSS
          
        XXXX
      BBBB
        XXX XXXXXXXXXXXXXXX
          XXX XXXXXXXFFFFFFFFFFFFFFXX
            BB BBBBBBBBBBBBBBB
              BBBBBBB BBBBBBBBBBBBBBBBBB
               gettext(u'Replaying the match from this number gives the same result.') 
            BBBB
              BBBBBBB BBBBBBBBBBBBBBBBBB
               gettext(u'Replaying the match from this number gives another result!') 
            BBBBB
          XXXXX
        XXXXX
      BBBBB
    BBBBB
    XXXXXXXX XXXXXXXXXXXXXX BB BBB BBBBBXXXXBBBBBX
      XXXXXXXXX gettext(u'All numbers') XXXXXXXXXX
      XXX XXXXXXXXXXXX XXXXXXX
        XXXX gettext(u'The seal (SHA-256)') XXXXX
        XXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXX
        BB BBBBBBBBBB
          XXXX gettext(u'The server’s value') XXXXX
          XXXXXXXXX XXXXXXXXXXXXXXXXXXXXXXXXX
          XXXX
             gettext(u'The value of %(name)s’s browser') SSS SSSSS SS SSSSSSSSSS SSSSSSS
          XXXXX
          XXXXXXXXX XXXXXXXXXXXXXFFFFFFFFFFFXXXXXXXXXXXX
          XXXX
             gettext(u'The value of %(name)s’s browser') SSS SSSSS SS SSSSSSSSSS SSSSSSS
          XXXXX
          XXXXXXXXX XXXXXXXXXXXXXFFFFFFFFFFFXXXXXXXXXXXX
        BBBBB
        BB BBBBB
          XXXX gettext(u'The seed, from which the order follows') XXXXX
          XXXXXXXXX XXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXXX
        BBBBB
      XXXXX
      BBB BBBB BB BBBBBBBBBBBB
        XXXXFFFFFFFFFXXXXX
        XX XXXXXXXXXXXXXX XXXXXXXXXXXXFFFFFF FXX
          BBB BBBB BB BBBBBBBBBBXXXXX XXXXXXXXXXX XXXXX XXFFFFXXXXXXXBBBBBB
        XXXX
      BBBBBB
    XXXXXXXXXX
    BBBB BBBBBBBBBB
    XXXXX XXXXXXXXXXXXX XXXXXX XXXXXXBBB BBBBBBBBBBBBBBB BBBBBBBBXX gettext(u'To the match') XXXXXXXX
  XXXXXXXXXX
BBBBBBBB BBBB
