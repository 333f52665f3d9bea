ALTER TABLE tables ADD COLUMN rematch_of INTEGER;
ALTER TABLE live_messages ADD COLUMN first INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE live_messages ADD COLUMN post BIGINT DEFAULT '0' NOT NULL;
ALTER TABLE results ADD COLUMN dealt BLOB;
ALTER TABLE results ADD COLUMN turns INTEGER;
ALTER TABLE results ADD COLUMN waited_ms BIGINT;
ALTER TABLE results ADD COLUMN has_changed BOOLEAN;
ALTER TABLE people ADD COLUMN off_ladder BOOLEAN DEFAULT '0' NOT NULL;
ALTER TABLE live_messages ADD COLUMN files TEXT DEFAULT '{}' NOT NULL;
ALTER TABLE tables ADD COLUMN seating BLOB;
ALTER TABLE tables ADD COLUMN pace TEXT;
ALTER TABLE tables ADD COLUMN vote BLOB;
ALTER TABLE tables ADD COLUMN revision INTEGER DEFAULT '0' NOT NULL;
ALTER TABLE sitters ADD COLUMN level TEXT;
ALTER TABLE people ADD COLUMN dm_closed_at BIGINT;
ALTER TABLE people DROP COLUMN dm_closed;
CREATE UNIQUE INDEX one_rematch_a_table ON tables (rematch_of) WHERE status <> 'closed';

CREATE TABLE notes (
    table_id INTEGER NOT NULL,
    "user" BIGINT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, "user"),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE TABLE watchers (
    table_id INTEGER NOT NULL,
    "user" BIGINT NOT NULL,
    told INTEGER NOT NULL,
    PRIMARY KEY (table_id, "user"),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE TABLE servers (
    guild BIGINT NOT NULL,
    language TEXT,
    channels BLOB NOT NULL,
    opener_role BIGINT,
    seeking BIGINT,
    reports BIGINT,
    pace TEXT,
    per_person INTEGER,
    per_server INTEGER,
    results_public BOOLEAN NOT NULL,
    lost_at BIGINT,
    PRIMARY KEY (guild)
);

CREATE TABLE reports (
    id INTEGER NOT NULL,
    interaction BIGINT NOT NULL,
    at BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    guild BIGINT,
    channel BIGINT,
    table_id INTEGER,
    number INTEGER NOT NULL,
    game TEXT,
    version INTEGER,
    text TEXT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (table_id) REFERENCES tables (id),
    CONSTRAINT one_report_an_interaction UNIQUE (interaction)
);

CREATE TABLE schedules (
    "user" BIGINT NOT NULL,
    zone TEXT NOT NULL,
    quiet_begin INTEGER,
    quiet_end INTEGER,
    remind_h INTEGER NOT NULL,
    absences BLOB NOT NULL,
    reminded_at BIGINT NOT NULL,
    PRIMARY KEY ("user")
);

CREATE TABLE seat_clocks (
    table_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    "user" BIGINT NOT NULL,
    decision INTEGER,
    since BIGINT NOT NULL,
    counted_at BIGINT NOT NULL,
    own BIGINT NOT NULL,
    reminded INTEGER NOT NULL,
    is_warned BOOLEAN NOT NULL,
    is_asleep BOOLEAN NOT NULL,
    is_gone BOOLEAN NOT NULL,
    "left" BIGINT,
    nudged_at BIGINT NOT NULL,
    missed INTEGER NOT NULL,
    due_at BIGINT,
    is_out BOOLEAN DEFAULT '0' NOT NULL,
    added_by INTEGER DEFAULT '0' NOT NULL,
    is_ahead BOOLEAN DEFAULT '0' NOT NULL,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE TABLE due (
    table_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, kind),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE TABLE clock_marks (
    name TEXT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE queue (
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    at BIGINT NOT NULL,
    pace TEXT,
    PRIMARY KEY (guild, "user")
);

-- Lobbies that were open before they could lapse lapse like new ones.
INSERT INTO due (table_id, kind, at)
SELECT id, 'lobby', changed_at + 518400000 FROM tables WHERE status = 'lobby';

-- Undo

DROP TABLE queue;
DROP TABLE clock_marks;
DROP TABLE due;
DROP TABLE seat_clocks;
DROP TABLE schedules;
DROP TABLE reports;
DROP TABLE servers;
DROP TABLE watchers;
DROP TABLE notes;
DROP INDEX one_rematch_a_table;
ALTER TABLE people ADD COLUMN dm_closed BOOLEAN DEFAULT '0' NOT NULL;
ALTER TABLE people DROP COLUMN dm_closed_at;
ALTER TABLE sitters DROP COLUMN level;
ALTER TABLE tables DROP COLUMN revision;
ALTER TABLE tables DROP COLUMN vote;
ALTER TABLE tables DROP COLUMN pace;
ALTER TABLE tables DROP COLUMN seating;
ALTER TABLE live_messages DROP COLUMN files;
ALTER TABLE people DROP COLUMN off_ladder;
ALTER TABLE results DROP COLUMN has_changed;
ALTER TABLE results DROP COLUMN waited_ms;
ALTER TABLE results DROP COLUMN turns;
ALTER TABLE results DROP COLUMN dealt;
ALTER TABLE live_messages DROP COLUMN post;
ALTER TABLE live_messages DROP COLUMN first;
ALTER TABLE tables DROP COLUMN rematch_of;
