"""`python -m render [CONTENT]`: the process that draws. The bot starts it and talks to it."""

from render.process import run
from render.worker import RenderWorker

run(RenderWorker().answer, niceness=10)  # answers to players come before pictures
