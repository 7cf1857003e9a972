"""Who goes where and does what on the sample site, in order; after a `<` are the fields of a form that is posted.

No visitor goes where all that the page can show was seen elsewhere.
"""

from __future__ import annotations

VISITOR = """
/ /lobby/ /games/digifeud/ /accounts/login/ /accounts/password/reset/done/
/matches/{running}/ /matches/{over}/ /matches/by/Computer-1/ /lobby/c/{link}/
/offline/ /matches/{over}/analysis/ /matches/{over}/analysis/3/ /matches/{over}/analysis/3/?move=2 /history/of/anna/
/history/of/bob/?result=won&against=nobody-here /games/tenbyten/ /games/sudoku/ /games/summy/ /games/digifeud/try/1/
/games/sudoku/try/3/ /games/summy/try/7/ /games/digifeud/try/8/answer/ /matches/{rated}/ /ratings/ /fairness/
/puzzles/ /puzzles/{daily}/ /puzzles/past/summy/ /puzzles/sprint/digifeud/ /computers/first/ /events/
/events/{season}/ /events/{waiting}/ /events/{knockout}/ /events/{swiss}/ /clubs/ /clubs/join/{door}/
/studies/{study}/ /classes/ /events/team/{bees}/ /lobby/c/nothing/ /clubs/join/nothing/ /about/ /help/ /contact/
/privacy/ /terms/ /imprint/ /accessibility/ /credits/ /house-rules/ /parents/ /fairness/draws/ /data/ /ratings/bots/
/ratings/summy/live/bots/ /ratings/summy/mirror/ /embed/matches/{over}/ /embed/matches/{running}/
/embed/puzzles/digifeud/ /robots.txt /feeds/puzzles.atom /today/ /today/news/ /today/summy/ /puzzles/mistakes/
/lobby/new/ /lobby/?game=digifeud&pace=live /accounts/inactive/
/accounts/confirm-email/x/ /accounts/password/reset/key/1-x/ /accounts/password/reset/key/done/
/accounts/3rdparty/login/cancelled/ /notifications/unsubscribe/x/ /puzzles/past/digifeud/?page=2
/matches/{over}/analysis/9/ /matches/{over}/analysis/1/ /puzzles/streak/summy/ /calendar/events/{season}.ics
"""
ANNA = """
/lobby/ /matches/{running}/ /matches/{running}/8/ /matches/{over}/ /matches/{over}/0/ /matches/by/anna/
/lobby/c/{link}/ /accounts/settings/ /accounts/logout/ /notifications/ /notifications/preferences/ /history/read/
/ratings/ /ratings/sudoku/days/?find=bob /ratings/sudoku/days/?period=month
/social/report/?match={running} /social/report/?player=bob /matches/{running}/?chat=open /puzzles/ /puzzles/{daily}/
/puzzles/{missed}/ /puzzles/{shown}/ /puzzles/past/digifeud/ /puzzles/streak/digifeud/ /puzzles/run/{sprint}/
/puzzles/run/{streak}/ /events/{season}/ /events/{arena}/ /events/new/ /clubs/{club}/?game=sudoku /clubs/{club}/edit/
/studies/ /studies/{study}/ /studies/{study}/delete/ /events/{team}/ /events/team/{bees}/ /events/new/?club={club}
/classes/ /classes/{class}/ /classes/{class}/pupils/{pupil}/ /lobby/players/?find=bob /lobby/names/?opponent=bo
/accounts/reauthenticate/ /webhooks/ /today/ /events/{party}/cancel/ /events/{party}/start/ /puzzles/{daily}/comments/
/ratings/how/ /matches/{over}/analysis/3/ /oauth/device
/matches/{over}/analysis/3/variation/?line=pass
"""
ANNA_PROVEN = """
/accounts/reauthenticate/<password=numbers are fun
/accounts/security/
/lobby/bot/
/accounts/2fa/totp/activate/
/accounts/2fa/totp/activate/<code=000000
/accounts/2fa/webauthn/add/
/accounts/2fa/recovery-codes/
/accounts/tokens/new/
/accounts/tokens/new/<name=My bot&scopes=read
/accounts/email/<action_add=&email=anna@example.org
/accounts/email/
/accounts/password/change/<oldpassword=x&password1=1&password2=2
/accounts/password/set/
/classes/{class}/cards/<
/classes/{class}/remove/<pupil=1
/clubs/{club}/report/<reason=insult
"""
GUEST = """
/matches/{running}/ /matches/{first}/ /matches/{on}/fairness/ /accounts/settings/ /accounts/delete/
/accounts/signup/passkey/ /accounts/login/ /accounts/logout/ /puzzles/run/{ended}/
"""
PUPIL = """
/accounts/settings/ /puzzles/ /events/
"""
BOB = """
/lobby/?game=digifeud&pace=live /matches/{running}/ /matches/{over}/ /matches/by/anna/ /events/ /history/
/notifications/ /accounts/settings/ /history/of/bob/against/anna/ /puzzles/{daily}/
"""
CARL = """
/lobby/c/{link}/ /matches/{live}/ /matches/{running}/ /matches/{told}/analysis/ /clubs/{club}/
/events/{arena}/enter/ /history/ /social/chat/{over}/ /matches/{told}/fairness/ /computers/1/
"""
DORA = """
/history/ /matches/by/dora/ /notifications/ /studies/ /social/followers/ /accounts/email/ /lobby/c/{own}/
"""
EMIL = """
/events/ /events/{arena}/ /clubs/
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
/accounts/settings/<theme=dark&confirm=always&language=en
/accounts/tokens/new/<name=
/accounts/tokens/new/<name=Bot&scopes=read
/accounts/email/
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
/computers/matches/{on}/hint/
/computers/matches/{on}/hint/<step=2
/computers/matches/{on}/hint/
/matches/{on}/
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
/matches/{running}/ /social/chat/{running}/ /notifications/ /clubs/{club}/ /events/{party}/
"""
PUPIL_AGAIN = """
/classes/{class}/ /games/summy/ /
"""
STAFF = """
/matches/{running}/ /clubs/{club}/
"""
VISITS = {
    "visitor": VISITOR,
    "anna": ANNA,
    "anna-proven": ANNA_PROVEN,
    "guest": GUEST,
    "pupil": PUPIL,
    "bob": BOB,
    "carl": CARL,
    "dora": DORA,
    "emil": EMIL,
    "anna-does": ANNA_DOES,
    "guest-does": GUEST_DOES,
    "bob-again": BOB_AGAIN,
    "pupil-again": PUPIL_AGAIN,
    "staff": STAFF,
}
