"""The slots of the site's pages, by name: what a page leaves open for apps that it does not know (`core.hooks`)."""

from __future__ import annotations

from core.hooks import Slot

# Every page
push_key = Slot("push-key")  # an attribute of the root element: the key with which a browser subscribes to push
title = Slot("title")  # before the title; text only
header = Slot("header")  # the navigation

# Pages of the site
home_board = Slot("home-board")  # the home page, as wide as the page
home_news = Slot("home-news")  # the home page, below the games
home = Slot("home", exclusive=True)  # the home page, beside the games: what goes on
lobby = Slot("lobby")  # the lobby, below the ways to play
lobby_turns = Slot("lobby-turns")  # the lobby, below the viewer's own matches
today = Slot("today")  # the page of the day, below the deals
lesson = Slot("lesson")  # below the task of a lesson; the page has `step`
rules = Slot("rules")  # above the rules of a game
settings = Slot("settings")  # the settings
closed = Slot("closed")  # the page shown for a closed account
player = Slot("player")  # a player's page
about = Slot("about")  # below the name at the head of a player's page
person = Slot("person")  # among the buttons at the head of a player's page
person_menu = Slot("person-menu")  # in the menu at the head of a player's page

# For staff
report = Slot("report")  # the context of a report

# A match
match_head = Slot("match-head")  # the head of its page
match = Slot("match")  # below it, loaded with the page and not pushed
beside_computer = Slot("beside-computer")  # above its board, for who plays a computer; pushed with every change
over = Slot("over")  # below its result, pushed with it
end_news = Slot("end-news")  # inside its result, below the points; pushed with it
end = Slot("end")  # among the buttons of its result, whose forms take the `token`; pushed with it
end_more = Slot("end-more")  # among those that its result keeps behind "More"; pushed with it
# After the name of a player; the page has `match` and `player` alone, as all viewers share it for a minute
name = Slot("name")
replay = Slot("replay")  # below the board of a past turn
analysis_turn = Slot("analysis-turn")  # one turn of its analysis; the page has `match`, and `ply` before the turn
variation = Slot("variation")  # below the moves tried in an analysis; the page has `board_view`
fairness = Slot("fairness")  # below the proof of its draw
