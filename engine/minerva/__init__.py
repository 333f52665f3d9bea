"""Minerva: Roman cities of tiles, one to four seats.

Decisions, as rule, prompt, option keys and in brackets what a `target` marks. `T` is the id of a tile, `X,Y` a cell in
the city of the seat on turn, `RES` one of RESOURCES, `N` a number. `sell` stands beside the options of every decision
while the seat holds a resource, except where a tile is being laid or a sale is being made (SELL-03).

TURN-05       minerva.prompt.turn        build:T (tile:T), round_tile:T (tile:T, solo), residence, assistant, pass
              One option for each kind of tile that can be paid for. Once a seat has passed, the fee is paid with
              whatever is chosen but `sell` and `pass` (PASS-04): it is no question of its own.
BUILD-05      minerva.prompt.cell        cell:X,Y (cell:X,Y): where `view.turn.tile` is laid; residences too (RES-01).
              Above MOST_CELLS cells their rows are asked first: row:Y (the first cell of the row).
RES-02        minerva.prompt.direction   direction:n, e, s, w (cell:X,Y beside it); the prompt and `view.turn.lines`
              preview what each line would activate and give. Not asked where no line would do anything.
ASSIST-01     minerva.prompt.residence   residence:X,Y (cell:X,Y)
EFF-02        minerva.prompt.convert     times:N from 0: how often, where no kind is to be chosen
EFF-07        minerva.prompt.kinds       kinds:RES or kinds:RES+RES: all of an effect at once; when built: decline
EFF-07        minerva.prompt.swap        swap:RES:N, done: paying or gaining a kind of choice, until it is done
EFF-04        minerva.prompt.either      side:1, side:2
CULT-03       minerva.prompt.wild        culture:theatre, art, university (culture:NAME)
BLDG-17a      minerva.prompt.arch        take:theatre, art, university (culture:NAME), decline
BLDG-19a      minerva.prompt.aqueduct    move:X,Y (cell:X,Y), decline
BLDG-19b      minerva.prompt.move        cell:X,Y (cell:X,Y), or row:Y first
BLDG-20a      minerva.prompt.circus      remove:X,Y (cell:X,Y), decline
BLDG-21a      minerva.prompt.baths       activate:X,Y (cell:X,Y), done
GAINASSIST-03 minerva.prompt.assistant   buy:denarii, buy:glory, decline
SELL-01       minerva.prompt.sell        sell:RES:N
Standing orders:
PASS-01       minerva.prompt.passes      passes:yes, passes:no
GAINASSIST-02 minerva.prompt.buys_none   buys:none, buys:ask

Steps of the chapters: `effects.Apply(seat, tile, x, y)` resolves one tile as reached by an activation or, for a special
tile that gains or converts, as just built (BUILD-08: it may be declined then). `culture.ClaimCulture(seat)` follows the
last tile of a line. `glory.GainGlory()` and `scoring.FinalScoring()` are phases. Tokens come by `supplies.gain`,
questions derive from `asking.Ask`.
"""

from engine.minerva.game import GAME as GAME
