 macro verdict(changes, keeps_score, rated) -
 _("Ratings") 
 if changes 
 for name, change, explanation in changes 
 name 
 change.before 
 change.after 
 change.direction 
 change.gain|signed 
 if change.score is not none 
 _("score +%(score)s") % {"score": change.score} 
 endif 
 if explanation 
 explanation 
 endif 
 endfor 
 if keeps_score and changes[0][1].score is none 
 _("It counts for the rating, not for score and strength.") 
 endif 
 url('ratings:how') 
 _("How ratings work") 
 elif rated and keeps_score 
 _("This match does not change rating, score or strength.") 
 elif rated 
 _("This match does not change ratings.") 
 else 
 _("A casual match: no rating changes.") 
 endif 
- endmacro 