 macro match_row(part, picture, path, names, row, badge, score, forfeit, day, is_analysed, match_id) -
 part.outcome 
 picture 
 path 
 _("%(game)s against %(name)s") % names 
 if row.opponent_rating 
 row.opponent_rating 
 endif 
 badge 
 score 
 if part.outcome == 'won' 
 elif part.outcome == 'lost' 
 endif 
 part.get_outcome_display() 
 if row.gain is not none 
 if row.gain > 0 
 elif row.gain < 0 
 endif 
 _("Rating") 
 "−" if row.gain < 0 else "+" 
 row.gain|abs 

          endif
        
 _("live") if part.is_live else _("correspondence") 
 if part.rated 
 _("rated") 
 endif 
 if forfeit 
 forfeit 
 endif 
 part.at.isoformat() 
 day 
 if is_analysed 
 url('analysis:analysis', match_id) 
 _('Analysis of %(game)s against %(name)s') % names 
 _("Analysis") 
 endif 
- endmacro 