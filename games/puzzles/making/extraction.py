"""Extraction of positions with a clear best move, by points or by winning chance, from the moves of a match.

Pure, with plain values as arguments and results, so that it can run in a worker process.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from math import hypot, log2

from games.catalogue import bots, display_of, evaluator, fast_bot, games
from games.puzzles.kinds import Kind, kind_by
from games.puzzles.making.lines import LineTree, ends, find_line, main_way, replay, solved, turns_of, wins
from games.rules import AnyGame, Evaluation, Position, SeededRandom

LONGEST = 120  # turns of a match between two computers; later positions make no better puzzles
LOOKED_AT = 60  # positions of one match, so that the search takes a few seconds
KEPT = 2  # puzzles of most points from one match, for variety
KEPT_BY_CHANCE = 1  # puzzles from one match in which a move with fewer points is better
LOOKED_AT_BY_CHANCE = 15  # positions evaluated for these, fewer than `LOOKED_AT` since each takes a search
KEPT_LINES = 1  # endings of several moves from one match, the hardest
KEPT_ENDINGS = 2  # endings of one move from one match, the hardest
FEWEST_TURNS = 2  # of the solver in an ending of several moves
LATER_TURN = 2.0  # bits of difficulty of each turn after the first
LAID_TILE = 1.5  # bits of each tile of the answer that has to be found on the rack
SQUARE = 0.2  # bits of each square that the answer touches
PLACES_NOTHING = 7.0  # bits of an answer such as a pass: about those of five squares with four laid tiles
FAILURES = 4.0  # weight of the bits of the share of computer players that solve it
MISLED = 2.0  # temptation by the most points where they are wrong; that of a second best move is at most 1
ALL_EVALUATED = 80  # legal moves up to which all are evaluated at once, not only the candidates of the computer
MARGIN = 0.1  # winning chance by which each answer has to be ahead of each other move
SURE = 2.0  # standard errors by which it has to be ahead, too
EXACT_MARGIN = 0.01  # the margin between exact chances: players cannot tell smaller differences
FEWEST_MOVES = 12  # legal moves to choose from
FEWEST_IN_ENDING = 3  # the same in an ending, where the rest of the match has to be thought through
FEWEST_SCORING = 3  # moves that score: with fewer, there is no choice
AHEAD = 1.15  # the least ratio of the best points to the second best
MOST_ANSWERS = 4  # such as the same calculation placed in different ways
TRIES = 12  # of each level of computer players at a puzzle
ANSWERS_SHARE = 20  # more answers are allowed if they are at most one in this many of all moves


@dataclass(frozen=True)
class Found:
    """A puzzle: the position after `ply` moves, one of its best moves in notation, and measures of its difficulty.

    `second_points` are the highest points of a move that is no answer (in other kinds than `SUM`, of any move),
    `choices` is the number of legal moves, in endings of those without a warning, and `answers` that of the answers.
    `squares` counts the squares of the best move, `laid` those of them that were empty. A puzzle of most points is
    answered by any move with `best_points`, any other kind by one of `solutions`, in notation. `best_chance` and
    `points_chance` are the winning chances of the best move and of the best one with the most points. An ending of
    several moves has a `line`. `share_solved` is the share of tries in which computer players find an answer, 1 before
    they have tried.
    """

    ply: int
    best: str
    best_points: int
    second_points: int
    choices: int
    answers: int
    squares: int
    laid: int = 0
    kind: Kind = Kind.SUM
    solutions: tuple[str, ...] = ()
    best_chance: float | None = None
    points_chance: float | None = None
    line: LineTree = field(default_factory=dict)
    share_solved: float = 1.0

    @property
    def hardness(self) -> float:
        """Return the estimated difficulty in bits, comparable within a game only.

        It is the information needed to choose an answer among all moves, plus up to two bits for a close second best,
        `LAID_TILE` for each tile that has to be placed, and `SQUARE` for each square of the answer. The weights are
        fitted to the computer players of levels 1 to 7, of which stronger ones see more moves or longer sums. Where the
        most points are wrong, the temptation counts twice as much as by the closest second best, since players who look
        for points only never solve it. Every further turn of a line adds `LATER_TURN`. What these measures miss is in
        the trials by computer players: minus the binary logarithm of the share that solve it, times `FAILURES`.
        """
        temptation = self.second_points / self.best_points if self.kind is Kind.SUM else MISLED
        further = LATER_TURN * (turns_of(self.line) - 1) if self.line else 0
        tiles = LAID_TILE * self.laid + SQUARE * self.squares if self.squares else PLACES_NOTHING
        failures = -FAILURES * log2(self.share_solved)
        return log2(self.choices / self.answers) + 2 * temptation + tiles + further + failures


@dataclass(frozen=True)
class Effort:
    """The search of one match: puzzles of most points kept, positions evaluated by chance, whether endings count.

    `margin` is the winning chance by which the answers of a puzzle of most points have to be ahead.
    """

    sums: int = KEPT
    by_chance: int = LOOKED_AT_BY_CHANCE
    endings: bool = True
    margin: float = MARGIN


USUAL = Effort()


def find(
    slug: str, option_data: Mapping[str, str], seed: bytes, moves: Sequence[str], effort: Effort = USUAL
) -> list[Found]:
    """Return the puzzles of the match with this seed and these moves in notation, a few at most. Deterministic."""
    game = games()[slug]
    positions = replay(game, option_data, seed, moves)
    sums: list[Found] = []
    plies = SeededRandom(seed + b"puzzles").shuffled(range(len(moves)))[:LOOKED_AT]
    for ply in plies:
        if len(sums) == effort.sums:
            break
        puzzle = examine(game, positions[ply], ply, seed)
        rng = SeededRandom(seed + b"puzzles", ply)
        if puzzle and stand_out(game, positions[ply], puzzle, rng, effort.margin):
            sums.append(puzzle)
    chances: list[Found] = []
    for ply in plies[: effort.by_chance]:
        if len(chances) == KEPT_BY_CHANCE:
            break
        rng = SeededRandom(seed + b"chances", ply)
        if puzzle := examine_chances(game, positions[ply], ply, rng):
            chances.append(puzzle)
    endings = find_endings(game, positions, seed) if effort.endings else []
    by_ply = {one.ply: one for one in [*sums, *chances, *endings]}  # endings replace others
    return [tried(game, positions[one.ply], one, seed) for one in by_ply.values()]


def tried(game: AnyGame, position: Position, puzzle: Found, seed: bytes) -> Found:
    """Return the puzzle as computer players have tried it; `position` is the one that it shows."""
    answers = answers_of(game, position, puzzle)
    return replace(puzzle, share_solved=share_solved(game, position, answers, seed, puzzle.ply))


def share_solved(game: AnyGame, position: Position, answers: Collection[object], seed: bytes, ply: int) -> float:
    """Return the share of tries in which computer players choose one of the answers, as the player to move sees it.

    All levels try but the strongest, which is slow and hardly random. Half a solved and half a failed try are added
    (the Krichevsky-Trofimov estimator), so that the share is never 0 or 1. It is 1 in a game without such players.
    Deterministic: `seed` and `ply` say which random numbers the players have.
    """
    levels = bots().get(game.slug, {})
    weaker = [levels[level] for level in sorted(levels)[:-1]]
    if not weaker:
        return 1.0
    view = game.view(position, position.to_move)
    rngs = [SeededRandom(seed + b"trial", ply * TRIES + number) for number in range(TRIES)]
    hits = sum(bot.choose(view, rng) in answers for bot in weaker for rng in rngs)
    return (hits + 0.5) / (len(weaker) * TRIES + 1)


def play(slug: str, seed: bytes, longest: int = LONGEST, level: int | None = None) -> list[str]:
    """Return the moves, in notation, of a match with default options between two computers.

    They are fast bots, or of this `level`. The match stops after at most `longest` moves.
    """
    game, bot = games()[slug], fast_bot(slug) if level is None else bots()[slug][level]
    position: Position = game.setup(game.options_type(), SeededRandom(seed, 0))
    moves: list[str] = []
    while position.result is None and len(moves) < longest:
        ply = len(moves) + 1
        move = bot.choose(game.view(position, position.to_move), SeededRandom(seed + b"computers", ply))
        position = game.apply(position, move, SeededRandom(seed, ply))
        moves.append(game.encode(move))
    return moves


def play_and_find(slug: str, seed: bytes) -> tuple[list[str], list[Found]]:
    """Play a match between two bots and return its moves and its puzzles."""
    moves = play(slug, seed)
    return moves, find(slug, games()[slug].options_type().data(), seed, moves)


def examine(game: AnyGame, position: Position, ply: int, seed: bytes) -> Found | None:
    """Return the puzzle of most points of this position, after `ply` moves of the match; None if it makes none.

    It makes none if no move has clearly the most points, if there are too few moves, if the best move ends the match or
    a game of it, or if counting is enough to find the most points in this game (`has_point_puzzles`).
    """
    if not game.has_point_puzzles:
        return None
    moves = list(game.scored_moves(position))
    most = max((points for _move, points in moves), default=0)
    second = max((points for _move, points in moves if points < most), default=0)
    answers = [move for move, points in moves if points == most]
    scoring = sum(points > 0 for _move, points in moves)
    enough = len(moves) >= FEWEST_MOVES and scoring >= max(FEWEST_SCORING, len(answers) + 1)
    clear = most >= AHEAD * second and (len(answers) <= MOST_ANSWERS or len(answers) * ANSWERS_SHARE <= len(moves))
    if not (most > 0 and enough and clear):
        return None
    after: Position = game.apply(position, answers[0], SeededRandom(seed, ply + 1))
    if ends(game, position, after):  # then the result matters more than points
        return None
    return Found(
        ply, game.encode(answers[0]), most, second, len(moves), len(answers), *tiles_of(game, position, answers[0])
    )


def examine_chances(game: AnyGame, position: Position, ply: int, rng: SeededRandom) -> Found | None:
    """Return the puzzle of this position by winning chance alone; None if no best moves stand out.

    At most `MOST_ANSWERS` moves may be answers, and none of them may have the most points: the position would be a
    puzzle of most points. None too in a game without an evaluator, or where it does not trust its estimates.
    """
    game_evaluator = evaluator(game.slug)
    points = dict(game.scored_moves(position))
    if game_evaluator is None or len(points) < FEWEST_MOVES:
        return None
    view = game.view(position, position.to_move)
    some = list(points) if len(points) <= ALL_EVALUATED else [max(points, key=lambda move: points[move])]
    evaluations = game_evaluator.evaluate(view, some, rng)
    if (count := _count_answers(evaluations)) and len(some) < len(points):
        # A move that the computer would not consider may be as good as its best ones
        evaluations = game_evaluator.evaluate(view, list(points), rng)
        count = _count_answers(evaluations)
    most = max(points.values())
    answers = evaluations[:count]
    if not answers or any(points[one.move] == most for one in answers):
        return None
    best = answers[0]
    exact = not any(one.error for one in evaluations)
    if not (exact or game_evaluator.trusts_estimates(view)):
        return None
    passes = not all(game.judge(position, one.move).squares for one in (best, evaluations[count]))
    return Found(
        *(ply, game.encode(best.move), points[best.move], most, len(points), count),
        *tiles_of(game, position, best.move),
        kind=kind_by(best.chance, exact=exact, passes=passes),
        solutions=tuple(game.encode(one.move) for one in answers),
        best_chance=best.chance,
        points_chance=max(one.chance for one in evaluations if points[one.move] == most),
    )


def examine_line(game: AnyGame, position: Position, ply: int, seed: bytes) -> Found | None:
    """Return the ending of at least `FEWEST_TURNS` turns that begins with this position; None if there is none."""
    line = find_line(game, position, ply, seed)
    if not line or turns_of(line) < FEWEST_TURNS:
        return None
    points = dict(game.scored_moves(position))
    sensible = len(list(_sensible(game, position, points)))
    if sensible < FEWEST_IN_ENDING:
        return None
    best = game.decode(main_way(line)[0])
    return Found(
        *(ply, game.encode(best), points[best], max(points.values()), sensible, len(line)),
        *tiles_of(game, position, best),
        kind=Kind.LINE,
        solutions=tuple(line),
        best_chance=1.0,
        line=line,
    )


def examine_ending(
    game: AnyGame, position: Position, ply: int, evaluations: Sequence[Evaluation[object]] | None
) -> Found | None:
    """Return the puzzle of a solved position in which a move with the most points is not best; None if it makes none.

    `found` are the evaluations of all legal moves, the best first (`Evaluator.solve_ending`). It makes none if they are
    missing or estimated, if all moves with the most points are best, if too many moves are best, or if too few carry no
    warning.
    """
    if not evaluations or any(one.error for one in evaluations):
        return None
    points = dict(game.scored_moves(position))
    sensible = len(list(_sensible(game, position, points)))
    best = [one for one in evaluations if one.chance == evaluations[0].chance]
    most = max(points.values())
    traps = [one for one in evaluations if points[one.move] == most and one.chance < evaluations[0].chance]
    few = len(best) <= MOST_ANSWERS or len(best) * ANSWERS_SHARE <= sensible
    if not (traps and few and sensible >= FEWEST_IN_ENDING and _are_ahead(best, evaluations[len(best) :])):
        return None
    answer = max(best, key=lambda one: points[one.move])
    return Found(
        *(ply, game.encode(answer.move), points[answer.move], most, sensible, len(best)),
        *tiles_of(game, position, answer.move),
        kind=Kind.ENDING,
        solutions=tuple(game.encode(one.move) for one in best),
        best_chance=answer.chance,
        points_chance=max(one.chance for one in traps),
    )


def find_endings(game: AnyGame, positions: Sequence[Position], seed: bytes) -> list[Found]:
    """Return the hardest solved endings of a match: `KEPT_LINES` of several moves, and `KEPT_ENDINGS` of one."""
    lines, endings = [], []
    for ply, position in enumerate(positions[:-1]):
        # First what is cheap: most of the time goes into solving
        some = list(islice(_sensible(game, position, game.legal_moves(position)), FEWEST_IN_ENDING))
        if len(some) < FEWEST_IN_ENDING:
            continue
        evaluations = solved(game, position, ply, seed)
        if evaluations and wins(evaluations[0]) and (line := examine_line(game, position, ply, seed)):
            lines.append(line)
        elif ending := examine_ending(game, position, ply, evaluations):
            endings.append(ending)
    groups = [(lines, KEPT_LINES), (endings, KEPT_ENDINGS)]
    return [one for each, most in groups for one in sorted(each, key=lambda one: -one.hardness)[:most]]


def _sensible(game: AnyGame, position: Position, moves: Iterable[object]) -> Iterator[object]:
    """Yield those of these moves that carry no warning of the game."""
    return (move for move in moves if not game.judge(position, move).warning)


def tiles_of(game: AnyGame, position: Position, move: object) -> tuple[int, int]:
    """Return the number of squares that belong to this move, and of those that were empty before it."""
    squares = game.judge(position, move).squares
    tile_squares = {
        cell.square for cell in display_of(game).board(game.view(position, position.to_move)).cells if cell.face
    }
    return len(squares), sum(square not in tile_squares for square in squares)


def answers_of(game: AnyGame, position: Position, puzzle: Found) -> set[object]:
    """Return the moves that answer the puzzle."""
    if puzzle.kind is Kind.SUM:
        return {move for move, points in game.scored_moves(position) if points == puzzle.best_points}
    return {game.decode(text) for text in puzzle.solutions}


def stand_out(game: AnyGame, position: Position, puzzle: Found, rng: SeededRandom, margin: float = MARGIN) -> bool:
    """Return whether each answer wins clearly more often than each other move.

    That is by `margin` and by `SURE` standard errors, or by `EXACT_MARGIN` where both chances are exact. The chances
    are those of the game's evaluator, from the solver's view; in a game without one, points alone decide. Where it asks
    for the best winning chance, all legal moves are compared, not only those that the computer would consider. Where
    the evaluator does not trust its estimates, all moves have to be searched to the end.
    """
    game_evaluator = evaluator(game.slug)
    if game_evaluator is None:
        return True
    answers = answers_of(game, position, puzzle)
    moves = sorted(answers, key=game.encode) if puzzle.kind is Kind.SUM else list(game.legal_moves(position))
    view = game.view(position, position.to_move)
    if game_evaluator.trusts_estimates(view):
        evaluations = game_evaluator.evaluate(view, moves, rng)
    elif not (evaluations := game_evaluator.search_through(view, list(game.legal_moves(position)), rng) or []):
        return False
    others = [one for one in evaluations if one.move not in answers]
    return _are_ahead([one for one in evaluations if one.move in answers], others, margin)


def _count_answers(evaluations: Sequence[Evaluation[object]]) -> int:
    """Return how many of the best moves stand out from all others, at most `MOST_ANSWERS`; 0 if none do."""
    return next((n for n in range(1, MOST_ANSWERS + 1) if _are_ahead(evaluations[:n], evaluations[n:])), 0)


def _are_ahead(
    answers: Sequence[Evaluation[object]], others: Sequence[Evaluation[object]], margin: float = MARGIN
) -> bool:
    """Return whether the worst of the answers is clearly better than each of the others; False without others."""
    worst = min(answers, key=lambda one: one.chance)
    for one in others:
        error = hypot(worst.error, one.error)
        ahead = worst.chance - one.chance
        if ahead < (max(margin, SURE * error) if error else EXACT_MARGIN):
            return False
    return bool(others)
