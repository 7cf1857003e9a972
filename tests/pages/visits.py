"""Who goes where and does what on the sample site, in order; after a `<` are the fields of a form that is posted."""

from __future__ import annotations

from tests.browser.sample_site import ANYBODY, GUEST, NOWHERE, PLAYER, PUPIL

INFORMATION = """
/about/ /help/ /contact/ /privacy/ /terms/ /imprint/ /accessibility/ /credits/ /house-rules/ /parents/ /fairness/draws/
/data/ /ratings/how/ /ratings/bots/ /ratings/summy/live/bots/ /ratings/summy/mirror/ /shared/
/embed/matches/{over}/ /embed/matches/{running}/ /embed/puzzles/digifeud/ /robots.txt /feeds/puzzles.atom
/today/ /today/news/ /today/digifeud/ /today/summy/ /puzzles/mistakes/ /lobby/new/ /lobby/?game=digifeud&pace=live
/lobby/?tab=people&pace=days /accounts/inactive/ /accounts/confirm-email/x/ /accounts/password/reset/key/1-x/
/accounts/password/reset/key/done/ /accounts/3rdparty/login/cancelled/ /accounts/3rdparty/login/error/
/events/{season}/?division=1 /notifications/unsubscribe/x/ /accounts/login/?next=/classes/ /matches/{live}/
/history/pictures/{over}/3.svg /puzzles/past/digifeud/?page=2 /matches/{over}/analysis/9/ /matches/{over}/analysis/1/
/puzzles/streak/summy/ /history/of/carl/?game=digifeud /calendar/events/{season}.ics /puzzles/{shown}/comments/
"""
# A player with all settings but the usual ones
BOB = """
/lobby/?game=digifeud&pace=live /lobby/?tab=people&pace=days /matches/{running}/ /matches/{over}/ /matches/{live}/
/matches/by/anna/ /matches/by/bob/ /clubs/ /clubs/{club}/ /clubs/join/{door}/ /events/ /events/{season}/ /events/{team}/
/history/ /studies/{study}/ /puzzles/ /notifications/ /notifications/preferences/ /accounts/settings/ /accounts/email/
/history/of/bob/against/anna/ /lobby/new/?kind=direct&opponent=anna /matches/{over}/fairness/ /ratings/sudoku/days/
/games/digifeud/try/2/ /today/ /events/team/{bees}/ /puzzles/{daily}/ /social/chat/{running}/
"""
CARL = """
/lobby/ /lobby/c/{link}/ /lobby/c/{own}/ /matches/{fresh}/ /matches/{live}/ /matches/{running}/ /matches/{told}/
/matches/{told}/analysis/ /clubs/{club}/ /events/{season}/ /events/{arena}/enter/ /history/ /social/chat/{over}/
/matches/{told}/fairness/ /studies/ /accounts/delete/ /puzzles/past/digifeud/ /computers/1/
"""
# One who has done nothing yet, and whom anna has blocked
DORA = """
/lobby/ /history/ /ratings/ /ratings/sudoku/days/ /matches/by/anna/ /matches/by/dora/ /notifications/ /puzzles/ /events/
/clubs/ /studies/ /classes/ /social/followers/ /accounts/email/ /accounts/settings/ /events/{knockout}/ /today/
/history/of/dora/ /lobby/c/{own}/
"""
EMIL = """
/lobby/ /events/ /events/{knockout}/ /events/{swiss}/ /events/{arena}/ /events/{team}/ /clubs/ /matches/by/anna/
"""
ANNA_AGAIN = """
/lobby/new/ /lobby/new/?kind=link /lobby/new/?kind=direct&opponent=bob /lobby/players/ /lobby/players/?find=bob
/lobby/bot/ /lobby/names/?opponent=bo
/accounts/security/ /accounts/tokens/new/ /accounts/2fa/totp/activate/ /accounts/2fa/webauthn/add/
/accounts/2fa/recovery-codes/ /accounts/reauthenticate/ /accounts/3rdparty/ /webhooks/ /today/ /today/digifeud/
/events/{party}/change/ /events/{party}/cancel/ /events/{party}/start/ /classes/{class}/cards/ /puzzles/mistakes/
/puzzles/mistakes/digifeud/ /puzzles/{shown}/comments/ /puzzles/{daily}/comments/ /ratings/how/ /events/{team}/change/
/matches/{over}/analysis/ /matches/{over}/analysis/3/ /oauth/device /computers/1/ /history/?game=sudoku&result=won
/matches/{running}/resign/ /studies/keep/{over}/3/ /notifications/test/ /clubs/?find=owl /clubs/?find=x
/matches/{over}/analysis/3/variation/?line=pass /ratings/digifeud/live/
"""
ANNA_DOES = """
/lobby/offer/<kind=direct&game=digifeud
/lobby/offer/<kind=open&game=digifeud&pace=1_day&rated=on
/lobby/players/?name=zz
/matches/{running}/move/<ply=9&text=zz
/matches/{running}/move/<ply=3&text=pass
/matches/{running}/preview/<ply=9&text=a1
/matches/{running}/confirm/<ply=9&text=pass
/matches/{running}/nudge/<
/matches/{running}/planned/<text=pass
/matches/{running}/draw/offer/<
/matches/{over}/rematch/<
/social/chat/{running}/<text=Hello there
/social/chat/{running}/
/social/chat/{running}/<text=
/social/report/<match={running}
/social/report/<match={running}&reason=insult&text=Rude
/social/follow/<player=bob
/social/switch/<setting=strangers
/social/followers/?show=followed
/accounts/settings/<theme=neon
/accounts/settings/<theme=dark&confirm=always&language=en
/accounts/tokens/new/<name=
/accounts/tokens/new/<name=Bot&scopes=read
/accounts/email/<action_add=&email=anna@example.org
/accounts/email/
/accounts/password/change/<oldpassword=x&password1=1&password2=2
/accounts/delete/<password=wrong
/accounts/block/<player=carl
/accounts/settings/
/events/new/<name=
/events/new/<kind=swiss&game=summy&name=Spring cup
/clubs/new/<name=
/clubs/new/<name=Bears&text=We play.&entry=open
/clubs/{club}/ban/<player=carl
/clubs/{club}/say/<text=Tea.
/clubs/{club}/
/classes/new/<name=
/classes/{class}/pupils/<names=Gus
/classes/{class}/round/<game=summy&against=neighbour
/classes/{class}/
/classes/{class}/pause/<paused=1
/classes/{class}/cards/<
/events/{party}/change/<name=
/events/{party}/start/<
/events/{party}/
/events/{season}/withdraw/<
/events/{season}/
/puzzles/{missed}/comments/<text=Nice.
/puzzles/{missed}/comments/
/puzzles/{missed}/<ply=1&text=pass
/puzzles/run/{sprint}/<ply=1&text=pass
/puzzles/run/{sprint}/skip/<
/puzzles/run/{sprint}/end/<
/puzzles/run/{sprint}/
/puzzles/run/{streak}/<ply=1&text=pass
/puzzles/run/{streak}/
/puzzles/mistakes/
/webhooks/<url=http://x
/webhooks/<url=https://example.org/hook&kinds=turn
/webhooks/
/calendar/<
/notifications/preferences/<turn-push=on
/notifications/
/studies/{study}/report/<
/today/digifeud/play/<
/history/read/<text=nonsense
/computers/sudoku/1/<
/games/digifeud/try/1/<text=zz
/games/digifeud/try/1/preview/?text=a1
/matches/{over}/analysis/3/variation/<line=pass
/matches/{running}/resign/<
/matches/{running}/
/accounts/logout/<
/accounts/login/<login=anna&password=wrong
/accounts/signup/<username=anna&password1=1
/accounts/password/reset/<email=nobody
/classes/card/<code=xx
"""
GUEST_DOES = """
/computers/matches/{on}/hint/<
/computers/matches/{on}/hint/<step=2
/computers/matches/{on}/even/<
/computers/matches/{first}/leave/<
/matches/{first}/
/lobby/{link}/accept/<
/accounts/nickname/<nickname=anna
/accounts/nickname/<nickname=Zora
/lobby/play-now/<game=summy&pace=days
/lobby/
/accounts/signup/<username=zora2&password1=1
"""
BOB_AGAIN = """
/matches/{running}/ /social/chat/{running}/ /notifications/ /lobby/ /clubs/{club}/ /events/{party}/
"""
STAFF = """
/admin/ /matches/{running}/ /matches/by/anna/ /accounts/settings/ /clubs/{club}/ /puzzles/{missed}/comments/
"""

VISITS = (
    ("visitor", ANYBODY + NOWHERE + INFORMATION),
    ("anna", PLAYER + ANNA_AGAIN),
    ("guest", GUEST),
    ("pupil", PUPIL),
    ("bob", BOB),
    ("carl", CARL),
    ("dora", DORA),
    ("emil", EMIL),
    ("anna-does", ANNA_DOES),
    ("guest-does", GUEST_DOES),
    ("bob-again", BOB_AGAIN),
    ("staff", STAFF),
)
