
BBBBBBB BBBBBBBBBBBBBBB BBBB
BBBBB BBBBB gettext(u'Public data') BBBBBBBB
BBBBB BBBBXXXXXXXX XXXXXXXXXXXX XXXXX XXXXXX XXXXXXXXXXX
    XXXX gettext(u'Public data') XXXXX
    XX XXXXXXXXXXXXX
       gettext(u'All rated matches of each month and all puzzles, for research and programs.') 
        SSS SSSSS SSSSSSS SS SSSS SSSSS SSS SSS SSSSSSSS SSS SSSSSSSS SSS SSSSSSSSS
      
    XXXX
    XXX
       gettext(u'The data are free of rights: use them for anything, without asking.') 
        SSS SSSS SSS SSSS SS SSSSSSS SSS SSSS SSS SSSSSSSSS SSSSSSS SSSSSSS
      
      XX XXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXXXXX
    XXXX
    XXX
       gettext(u'A file has one JSON object per line (NDJSON), compressed with zstandard. Its fields are those of match files. Players appear under a made-up name, which is the same within a file, unless they chose to show their own.') 
        S SSSS SSS SSS SSSS SSSSSS SSS SSSS SSSSSSSSS SSSSSSSSSS SSSS SSSSSSSSSS SSS SSSSSS SSS SSSSS SS SSSSS SSSSSS
        SSSSSSS SSSSSS SSSSS S SSSSSSS SSSSS SSSSS SS SSS SSSS SSSSSS S SSSSS SSSSSS SSSS SSSSS SS SSSS SSSSS SSSS
      
    XXXX
    BBB BBBBB BB BBBBBB
      XXXXFFFFFFFFFFFFFFFFFFFFFFFFXXXXX
      XXXX
        BBB BBBB BB BBBBBBBBBBB
          XXXX
            XX XXXXXXBBB BBBBBBBBBBBB BBBBBBBBBX XXXXXXXXXXXXX XFFFFFFFFFFFFFFXXXXX
            BB BBBBBBBBB BB BBBBBBBBB
               ngettext(u'%(count)s match', u'%(count)s matches', count) 
                SSSSSSSSS SSSSS
              
                PPPPPPPPP PPPPPPP
              
            BBBB
               ngettext(u'%(count)s puzzle', u'%(count)s puzzles', count) 
                SSSSSSSSS SSSSSS
              
                PPPPPPPPP PPPPPPP
              
            BBBBB
          XXXXX
        BBBBBB
      XXXXX
    BBBBB
      XXX gettext(u'The first files come when the month is over.') XXXX
    BBBBBB
    BB BBBBBB
      XXXXX XXXXXXBBB BBBBBBBBBBBBBBBBBXX gettext(u'Checksums (SHA-256)') XXXXXXXX
    BBBBB
  XXXXXXXXXXBBBBBBBB BBBB
