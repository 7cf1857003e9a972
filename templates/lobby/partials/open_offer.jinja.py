 from "lobby/partials/offered.jinja" import offered 
 macro open_offer(entry, stakes, avatar, page) -
 offered(entry, stakes, avatar, page) 
 if entry.wants_account 
 url('account_signup') 
 entry.key 
 _("Sign up to play rated") 
 else 
 url('lobby:accept', entry.key) 
 url('lobby:deal', entry.key) 
 entry.key 
 _("Accept") 
 endif 
- endmacro 