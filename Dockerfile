# Knossos without root, writing only to /data. Any base with Python 3.11 or newer works.
ARG BASE=python:3.11-slim-bookworm

FROM ${BASE} AS packages
WORKDIR /srv/knossos
COPY requirements.lock ./
RUN python3 -m venv .venv && .venv/bin/pip install --no-cache-dir --quiet --require-hashes -r requirements.lock

FROM ${BASE}
RUN useradd --system --uid 10001 --no-create-home knossos && install -d -o knossos -m 700 /data
WORKDIR /srv/knossos
COPY --from=packages /srv/knossos/.venv .venv
COPY . .
RUN .venv/bin/python -m compileall -q -x '[.]venv' .
ENV DATABASE=/data/knossos.db SANDBOX_WORLD=/data/sandbox-world.json METRICS_PORT=9464 PYTHONUNBUFFERED=1
VOLUME /data
USER knossos
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=6s --start-period=60s CMD [".venv/bin/python", "-m", "metrics"]
ENTRYPOINT [".venv/bin/python", "bot.py"]
