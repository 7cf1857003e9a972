 macro figure(figure) -
 if not figure.is_settled 
 endif 
 _('Rating, with an uncertainty of %(deviation)s') % {'deviation': figure.deviation} 
 _("rated") 
 figure 
- endmacro 