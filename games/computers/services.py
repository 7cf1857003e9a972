"""The only code that writes computer players, guides and hints, and the choice of a computer of a fitting strength."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial

from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.names import computer_account
from core import clock
from games.catalogue import bots, games
from games.computers.errors import NoHint, NoSuchComputer
from games.computers.models import Computer, Guide, Hint
from games.jobs.services import enqueue
from games.matches.errors import NotPlaying
from games.matches.models import Match
from games.matches.outcomes import RESULTS, Outcome
from games.matches.play import positions
from games.matches.play.deals import NO_MIX, Mix, prepared
from games.matches.play.opening import start_match
from games.matches.play.services import find_match, resign
from games.matches.play.starts import Origin, check_may_play_computer, check_origin, mover_at, running_with_computers
from games.matches.play.updates import announce_live_partial
from games.matches.time.control import STRICT_CORRESPONDENCE, TimeControl
from games.ratings.models import Rating, RatingPool
from games.rules import Options, Seat, SeededRandom, prospects

MOST_DEALS = 5  # for a first turn that can place something
DOUBLE_CLICK = timedelta(seconds=5)  # the same button pressed twice within it begins one match
HINT, STEPS_OF_HINT = "computers.hint", 3  # the kind of job that seeks a hint, whose key is that of the match
HINT_PARTIAL = "hint"  # the name of the live partial that shows it
STEPS = {Outcome.WON: 1, Outcome.LOST: -1}  # levels up or down after a match against a computer


def make_computers() -> list[User]:
    """Return the accounts of the computer players of all levels of the games; create missing ones. Idempotent."""
    levels = {level for by_level in bots().values() for level in by_level}
    return [find_computer(level) for level in sorted(levels)]


def find_computer(level: int) -> User:
    """Return the account of the computer player of this level; create it if it is missing. Idempotent."""
    computers = Computer.objects.select_related("user").filter(level=level)
    if computer := computers.first():
        return computer.user
    try:
        with transaction.atomic():
            user = User(username=computer_account(level), is_computer=True)
            user.set_unusable_password()
            user.save(force_insert=True)
            Computer.objects.create(user=user, level=level)
            return user
    except IntegrityError:  # another request was quicker
        return computers.get().user


def computer_for(game_slug: str, level: int) -> User:
    """Return the computer player of this level; raises NoSuchComputer if it does not play the game."""
    if level not in bots().get(game_slug, {}):
        raise NoSuchComputer
    return find_computer(level)


def check_challenge(player: User, computer: User, game_slug: str) -> None:
    """Raise NoSuchComputer if this computer does not play the game, or TooManyMatches at the player's limit."""
    if not Computer.objects.filter(user=computer, level__in=bots().get(game_slug, ())).exists():
        raise NoSuchComputer
    check_may_play_computer(player)


def finished_matches(player: User) -> QuerySet[Match]:
    """Return the matches that the player finished; a resigned guided one does not count."""
    theirs = Match.objects.filter(Q(first=player) | Q(second=player), ending__in=RESULTS)
    return theirs.exclude(ending=Match.Ending.RESIGNED, guide__isnull=False)


def finished_games(player: User) -> set[str]:
    """Return the slugs of the games of which the player has finished a match."""
    return set(finished_matches(player).values_list("game_slug", flat=True).distinct())


def fitting_level(player: User, game_slug: str) -> int:
    """Return the level of the computer for this player; the game must have at least one.

    A staircase procedure: one level up after a win against a computer, one down after a loss. A player who has never
    finished a match against one gets the computer with the nearest rating or, without ratings, one a quarter of the way
    up the levels.
    """
    levels = sorted(bots()[game_slug])
    step = _by_last_result(player, game_slug, levels)
    if step is None:
        step = _by_rating(player, game_slug, levels)
    return levels[min(max(len(levels) // 4 if step is None else step, 0), len(levels) - 1)]


def _by_last_result(player: User, game_slug: str, levels: list[int]) -> int | None:
    """Return the index of the level after the last match against a computer; None without such a match."""
    against = Q(first__is_computer=True) | Q(second__is_computer=True)
    matches = finished_matches(player).filter(against, game_slug=game_slug).order_by("-finished_at")
    last = next((match for match in matches.iterator(chunk_size=20) if _tells_strength(match)), None)
    seat = last.seat_of(player) if last else None
    if last is None or seat is None:
        return None
    level = Computer.objects.get(user=last.player_id(seat.other)).level
    place = levels.index(level) if level in levels else 0
    return place + STEPS.get(last.outcome(seat), 0)


def _tells_strength(match: Match) -> bool:
    """Return whether the result tells how strong the player is, for the level of the next computer.

    It does not if the match goes on from another one, is one of two boards, has a handicap, is the deal of a day, or
    was declared void.
    """
    is_special = match.origin_id or match.twin_id or not match.is_first_board or "handicap" in match.option_data
    return not (is_special or match.sealed_until or match.voided_at)


def _by_rating(player: User, game_slug: str, levels: list[int]) -> int | None:
    """Return the index of the level with the nearest rating, in the pool where the player's deviation is lowest."""
    ratings = Rating.objects.filter(player=player, pool__game_slug=game_slug).exclude(pool__kind=RatingPool.Kind.MIRROR)
    own = ratings.order_by("deviation").first()
    if own is None:
        return None
    rated = Rating.objects.filter(pool=own.pool_id, player__computer__level__in=levels)
    near = sorted(rated.values_list("rating", "player__computer__level"), key=lambda one: abs(one[0] - own.rating))
    return levels.index(near[0][1]) if near else None


def begin_match(
    player: User,
    game_slug: str,
    level: int,
    *,
    time_control: TimeControl = STRICT_CORRESPONDENCE,
    rated: bool = False,
    mix: Mix = NO_MIX,
    options: Options | None = None,
) -> Match:
    """Begin a match against the computer of this level, with the default options and a random starting player.

    `mix` is the browser's part of the deal's randomness; a computer adds none. A second request within `DOUBLE_CLICK`
    returns the same match. Where `options` say so, it is the first board of two. Raises NoSuchComputer,
    TooManyMatches and NoMirror.
    """
    computer = computer_for(game_slug, level)
    begin = partial(_start, time_control=time_control, rated=rated, mix=mix, by_chance=True, options=options)
    start = partial(begin, game_slug, player, computer)
    return _begin(player, computer, start, game_slug=game_slug, guide__isnull=True)


def begin_guided(player: User, game_slug: str) -> Match:
    """Begin a player's first match of a game: casual, guided, against its weakest computer. The player starts.

    Raises like `begin_match`.
    """
    computer = computer_for(game_slug, min(bots().get(game_slug, ()), default=0))
    start = partial(_start_guided, game_slug, player, computer)
    return _begin(player, computer, start, game_slug=game_slug, guide__isnull=False)


def begin_now(player: User, game_slug: str, *, mix: Mix = NO_MIX) -> Match:
    """Return the player's latest running casual match of this game against a computer; begin one if there is none.

    A new one is guided for a player without a finished match of the game, else against a computer of about the player's
    strength. Idempotent. Raises like `begin_match`.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)  # serialized, or a double click begins two
        running = running_with_computers(player).filter(game_slug=game_slug, rated=False, origin=None)
        standing = running.filter(sealed_until=None)
        if match := standing.select_related("first", "second").order_by("-started_at").first():
            return match
        if not finished_matches(player).filter(game_slug=game_slug).exists():
            return begin_guided(player, game_slug)
        return begin_match(player, game_slug, fitting_level(player, game_slug), mix=mix)


def even_level(match: Match, player: User) -> int | None:
    """Return the level of the computer that keeps it even: one up after a win in this match, one down after a loss.

    None where that is the same computer, and after a match that tells nothing about strength.
    """
    seat = match.seat_of(player)
    computer = match.player(seat.other) if seat else None
    if seat is None or computer is None or not (computer.is_computer and _tells_strength(match)):
        return None
    step, levels = STEPS.get(match.outcome(seat)), bots().get(match.game_slug, {})
    next_level = computer.computer.level + step if step else 0
    return next_level if next_level in levels else None


def begin_even(match_id: str, player: User, *, mix: Mix = NO_MIX) -> Match:
    """Begin another match on the same terms as this one, which is over, against the computer that keeps it even.

    Raises Match.DoesNotExist, and like `begin_match`.
    """
    match = find_match(match_id)
    level = even_level(match, player)
    if level is None:
        raise NoSuchComputer
    control = match.time_control
    return begin_match(
        player, match.game_slug, level, time_control=control, rated=match.rated, mix=mix, options=match.options
    )


def play_on(
    player: User,
    match_id: str,
    ply: int,
    level: int,
    keeper: Seat | None = None,
    *,
    line: Sequence[str] = (),
    mix: Mix = NO_MIX,
) -> Match:
    """Begin a casual match that continues another after `ply` moves and a `line`, against the computer of this level.

    The player takes the seat `keeper` with its hand and points, by default that of the player to move there; the
    computer's hand and the bags are dealt again. `mix` is the browser's part of the deal's randomness. A second request
    within `DOUBLE_CLICK` returns the same match. Raises Refused and Match.DoesNotExist.
    """
    match = find_match(match_id)
    computer = computer_for(match.game_slug, level)
    check_origin(match, ply, line)
    origin = Origin(match, ply, keeper or mover_at(match, ply, line), line)
    return _begin(player, computer, partial(_start_continued, player, computer, origin, mix), **origin.columns)


def hide_guide(match_id: str, player: User) -> Match:
    """Hide the guide of the player's own match; does nothing in others. Idempotent."""
    match = find_match(match_id)
    if match.seat_of(player):
        Guide.objects.filter(match=match).update(shown=False)
    return match


def leave_guided(match_id: str, player: User) -> Match:
    """Resign the player's guided match, which does not count; raises NotPlaying without a guide, and other Refused."""
    if not Guide.objects.filter(match=match_id).exists():
        raise NotPlaying
    return resign(match_id, player)


def may_have_hints(match: Match, player: object) -> bool:
    """Return whether this player gets hints in the match: a running casual one of their own against a computer.

    A deal that others play too, and a match of an event, have none.
    """
    seat = match.seat_of(player)
    if seat is None or not match.player(seat.other).is_computer or not bots().get(match.game_slug):
        return False
    return not (match.rated or match.is_over or match.sealed_until or match.event_key or match.is_gathering)


def hint_of(match: Match) -> Hint | None:
    """Return the hint for the present turn; None if none was asked for."""
    return Hint.objects.filter(match=match, ply=match.ply).first()


def ask_hint(match_id: str, player: User, step: int) -> Hint:
    """Ask for this step of the hint, 1 to 3, and return it; the first one has a job seek the move. Idempotent.

    Steps come one after the other. Raises NoHint.
    """
    with transaction.atomic():
        match = find_match(match_id)
        if not may_have_hints(match, player) or match.seat_of(player) is not Seat(match.to_move):
            raise NoHint
        hint, is_new = Hint.objects.select_for_update().get_or_create(match=match, defaults={"ply": match.ply})
        if is_new or hint.ply != match.ply:
            hint.ply, hint.step, hint.text = match.ply, 1, ""
            hint.save()
            enqueue(HINT, match.pk)
        elif hint.text and step == hint.step + 1 <= STEPS_OF_HINT:
            hint.step = step
            hint.save()
        _announce_hint(match)
    return hint


def keep_hint(match: Match, text: str) -> None:
    """Store the move that was found for the present turn; does nothing if the match has gone on."""
    if Hint.objects.filter(match=match, ply=match.ply, text="").update(text=text):
        _announce_hint(match)


def end_hint(match: Match) -> None:
    """Take the hint for an earlier turn from open pages, as the match has gone on. Idempotent."""
    if Hint.objects.filter(match=match).exists() and Hint.objects.filter(match=match).delete()[0]:
        _announce_hint(match)


def _announce_hint(match: Match) -> None:
    transaction.on_commit(partial(announce_live_partial, match.pk, HINT_PARTIAL), robust=True)


def _begin(player: User, computer: User, start: Callable[[], Match], **same: object) -> Match:
    """Return the match that the same button began within `DOUBLE_CLICK`, else the one that `start` begins.

    The player's row is locked, or a double click would begin two. `same` are the conditions on the former match.
    """
    with transaction.atomic():
        User.objects.select_for_update(no_key=True).get(pk=player.pk)
        ordinary = running_with_computers(player).filter(sealed_until=None, is_first_board=True, **same)
        recent = ordinary.filter(started_at__gt=clock.now() - DOUBLE_CLICK, ply__lte=1)
        with_it = recent.filter(Q(first=computer) | Q(second=computer))
        if twin := with_it.select_related("first", "second").first():
            return twin
        check_may_play_computer(player)
        return start()


def _start(
    game_slug: str,
    first: User,
    second: User,
    *,
    time_control: TimeControl = STRICT_CORRESPONDENCE,
    rated: bool = False,
    mix: Mix = NO_MIX,
    by_chance: bool = False,
    options: Options | None = None,
) -> Match:
    return start_match(
        game_slug=game_slug,
        options=options or games()[game_slug].options_type(),
        first=first,
        second=second,
        time_control=time_control,
        rated=rated,
        deal=prepared(mix),
        values=(mix.value, b""),
        by_chance=by_chance,
    )


def _start_guided(game_slug: str, first: User, second: User) -> Match:
    """Begin a guided match whose first turn can place something: deal again if not, `MOST_DEALS` times at most."""
    for deal in range(MOST_DEALS):
        with transaction.atomic():
            match = _start(game_slug, first, second)
            if deal == MOST_DEALS - 1 or _can_place(match):
                Guide.objects.create(match=match)
                break
            transaction.set_rollback(True)
    return match


def _can_place(match: Match) -> bool:
    """Return whether the player to move has a legal move that places something on the board."""
    position = positions.replay(match).position
    candidates = prospects(match.game, match.game.view(position, position.to_move), SeededRandom(b"any"))
    return any(prospect.turn.squares for prospect in candidates)


def _start_continued(player: User, computer: User, origin: Origin, mix: Mix) -> Match:
    first, second = (player, computer) if origin.keeper is Seat.FIRST else (computer, player)
    return start_match(
        game_slug=origin.match.game_slug,
        options=origin.match.options,
        first=first,
        second=second,
        time_control=STRICT_CORRESPONDENCE,
        origin=origin,
        deal=prepared(mix),
        values=(mix.value, b"") if first == player else (b"", mix.value),
    )
