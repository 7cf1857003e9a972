 macro person(entry, avatar, page) -
 avatar 
 page 
 entry.name 
 if entry.is_viewer 
 _("you") 
 else 
 url('lobby:new') 
 entry.username|urlencode 
 _('Challenge %(name)s') % {'name': entry.name} 
 _("Challenge") 
 endif 
- endmacro 