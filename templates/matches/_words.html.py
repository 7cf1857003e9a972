
BBBB BBBB BBBB BBBBBBBBB
BBBB
  XXXXXXXXX
    XXXXXXXXXX
    XXXXXXXXXXXXXX gettext(u'No connection. Trying again…') X
    XXXXXXXXXXX gettext(u'This page is out of date. Please reload it.') X
    XXXXXXXXXXXXXX gettext(u'Sending…') X
    XXXXXXXXXXXXX gettext(u'The server did not answer. Please reload the page.') X
    XXXXXXXXXXXXXXX gettext(u'The board changed: what no longer fits went back to your rack.') X
    XXXXXXXXXXXXX gettext(u'You have no {face} left.') X
    XXXXXXXXXXXXXX gettext(u'{face} doesn’t fit anywhere from here.') X
    XXXXXXXXXXXXX gettext(u'Not your turn yet. What you placed stays where it is.') X
    XXXXXXXXXXXXXX gettext(u'Place something first.') X
    XXXXXXXXXXXX gettext(u'Choose a place for the sum first.') X
    XXXXXXXXXX gettext(u'Choose one of the ways to play it first.') X
    XXXXXXXXXXXXX gettext(u'Keys for a sum') X
    XXXXXXXXXXXX gettext(u'Delete the last sign') X
    XXXXXXXXXXXXXX gettext(u'can be used') X
    XXXXXXXXXXXXXXX gettext(u'equal digit') X
    XXXXXXXXXXXXXXXXXX gettext(u'conflict') X
    XXXXXXXXXXXXXXX gettext(u'complete') X
    XXXXXXXXXXXXX gettext(u'{count} picked. These stay: {stays}') X
    XXXXXXXXXXX gettext(u'Play it?') X
    XXXXXXXXXXXX gettext(u'Press again to play. Escape cancels.') X
    XXXXXXXXXXXXX gettext(u'Play it anyway') X
    XXXXXXXXXXXX gettext(u'Which digit for the blank?') X
    XXXXXXXXXXX gettext(u'is on {square}') X
    XXXXXXXXXXXX gettext(u'You type to the right.') X
    XXXXXXXXXXX gettext(u'You type downwards.') X
    XXXXXXXXXXX gettext(u'You type to the left.') X
    XXXXXXXXX gettext(u'You type upwards.') X
    XXXXXXXXXXX gettext(u'{days}d {hours}h') X
    XXXXXXXXXXXX gettext(u'{hours}h {minutes}m') X
    XXXXXXXXXX gettext(u'Less than 30 seconds left.') X
    XXXXXXXXXXXX gettext(u'empty') X
    XXXXXXXXXXXXX gettext(u'not used') X
    XXXXXXXXXXX gettext(u'last move') X
    XXXXXXXXXXXX gettext(u'{points} points here') X
    XXXXXXXXXXXXBBBBBBBBBBBBX
    XXXXXXXXXXX gettext(u'Your match is on: open it') X
  XXXXXXXXXXXX
  XX XXXXXXXXXXXXXXX XXXXXXXXXXXXXXXXXX
  XX XXXXXXXXXXX XXXXXXXXXXXXXXXXXX
BBBBBBB
