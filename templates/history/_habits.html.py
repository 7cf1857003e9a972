
BBBB BBBBBBB BBBB
BB BBBBBBBBBBBBBB
  XXX XXXXXXXXXXXXXXX
    BB BBBBBBBBBBBBBBBBBBBBBB BB BBB BBBB
      XXXXX
        XXXX gettext(u'Usual time to reply') XXXXX
        XXXXFFFFXXXXX
      XXXXXX
    BBBBB
    BB BBBBBBBBBBBBBBBBB BB BBB BBBB
      XXXXX
        XXXX gettext(u'Usual time to reply, live') XXXXX
        XXXXFFFFXXXXX
      XXXXXX
    BBBBB
    XXXXX
      XXXX gettext(u'Matches played to the end') XXXXX
      XXXX
         ngettext(u'%(percent)s%% <span class="muted">of the last match</span>', u'%(percent)s%% <span class="muted">of the last %(number)s matches</span>', count) 
          SSSSSSSSSSSSS SSSSS SSSSSSSSSSSSSSSS SSS SSSS SSSSSSSSSSSS
        
          PPPPPPPPPPPPP PPPPP PPPPPPPPPPPPPPPP PPP PPPP PPPPPPPPPP PPPPPPPPPPPPPP
        
      XXXXX
    XXXXXX
  XXXXX
BBBBB
