"""`python -m render.film_process [CONTENT]`: the process that makes one moving picture, so boards don't wait."""

from render.film import Film
from render.process import run

run(Film().answer, niceness=15)  # boards come before films
