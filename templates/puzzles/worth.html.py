
BBBB BBBB
 ngettext(u'Your move: %(points)s of %(best)s point.', u'Your move: %(points)s of %(best)s points.', count) 
  SSSS SSSSS SSSSSSSSSS SS SSSSSSSS SSSSSS

  PPPP PPPPP PPPPPPPPPP PP PPPPPPPP PPPPPPP

