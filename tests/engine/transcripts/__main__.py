"""`python -m tests.engine.transcripts`: write all transcripts again, to be reviewed with `git diff`."""

from tests.engine.transcripts.transcript import text_of, transcripts

for kept in transcripts():
    kept.file.write_text(text_of(kept), encoding="utf-8")
    print(kept.file.name, kept.file.stat().st_size)
