 macro files(match_id) -
 url('matches:notation', match_id) 
 _("Notation") 
 url('matches:text', match_id) 
 _("Text") 
 url('matches:json', match_id) 
- endmacro 
 macro game(rules, game, stakes, pace) -
 rules 
 game 
 stakes 
 pace 
- endmacro 
 macro due(at, reserves) -
 if not at 
 endif 
 if at 
 _("The next move is due by %(moment)s.") % {"moment": at} 
 endif 
 reserves 
- endmacro 
 macro sealed(holds, fairness, label, mixed) -
 if holds is none 
 icon("seal") 
 fairness 
 label 
 else 
 'yes' if holds else 'no' 
 icon("check" if holds else "cross") 
 fairness 
 label 
 endif 
 mixed 
- endmacro 
 macro about(terms, helps, plays, due, sealed, rules, match_id) -
 icon("info") 
 _("About this match") 
 terms 
 if helps 
 for name, words in helps 
 name 
 words 
 if plays 
 _("On.") 
 _("Turned off in your settings.") 
 endif 
 endfor 
 endif 
 due 
 sealed 
 rules 
 _("Rules") 
 files(match_id) 
- endmacro 