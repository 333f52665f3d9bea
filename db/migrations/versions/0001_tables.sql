CREATE TABLE hashes (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (name)
);

CREATE TABLE people (
    "user" BIGINT NOT NULL,
    language TEXT,
    hand_by_dm BOOLEAN NOT NULL,
    dm_closed BOOLEAN NOT NULL,
    PRIMARY KEY ("user")
);

CREATE TABLE starts (
    at BIGINT NOT NULL,
    PRIMARY KEY (at)
);

CREATE TABLE tables (
    id INTEGER NOT NULL,
    guild BIGINT,
    channel BIGINT NOT NULL,
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    owner BIGINT NOT NULL,
    language TEXT NOT NULL,
    status TEXT NOT NULL,
    ended TEXT,
    reason TEXT,
    epoch INTEGER NOT NULL,
    seats_wanted INTEGER,
    options BLOB NOT NULL,
    proposal BLOB,
    commitment TEXT,
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX live_tables_by_guild ON tables (guild) WHERE status IN ('lobby', 'running', 'suspended');
CREATE INDEX live_tables_by_owner ON tables (owner) WHERE status IN ('lobby', 'running', 'suspended');
CREATE UNIQUE INDEX one_live_table_per_channel ON tables (channel) WHERE status IN ('lobby', 'running', 'suspended');
CREATE INDEX tables_by_channel ON tables (channel, id);

CREATE TABLE entries (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    kind TEXT NOT NULL,
    seat INTEGER,
    deed BLOB NOT NULL,
    digest TEXT NOT NULL,
    interaction BIGINT,
    part INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY (table_id) REFERENCES tables (id),
    CONSTRAINT one_entry_per_interaction_and_part UNIQUE (interaction, part)
) WITHOUT ROWID;

CREATE TABLE handled (
    interaction BIGINT NOT NULL,
    table_id INTEGER NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (interaction),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE TABLE live_messages (
    table_id INTEGER NOT NULL,
    kind TEXT NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    posted_at BIGINT NOT NULL,
    PRIMARY KEY (table_id, kind),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE TABLE posts (
    id BIGINT NOT NULL,
    table_id INTEGER NOT NULL,
    channel BIGINT NOT NULL,
    kind TEXT NOT NULL,
    nonce TEXT NOT NULL,
    payload BLOB NOT NULL,
    attempts INTEGER NOT NULL,
    due_at BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE TABLE sitters (
    table_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    has_left BOOLEAN NOT NULL,
    PRIMARY KEY (table_id, seat),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

CREATE INDEX sitters_by_user ON sitters ("user");

CREATE TABLE snapshots (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    version INTEGER NOT NULL,
    is_anchor BOOLEAN NOT NULL,
    position BLOB NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY (table_id) REFERENCES tables (id)
);

-- Undo

DROP TABLE snapshots;
DROP INDEX sitters_by_user;
DROP TABLE sitters;
DROP TABLE posts;
DROP TABLE live_messages;
DROP TABLE handled;
DROP TABLE entries;
DROP INDEX tables_by_channel;
DROP INDEX one_live_table_per_channel;
DROP INDEX live_tables_by_owner;
DROP INDEX live_tables_by_guild;
DROP TABLE tables;
DROP TABLE starts;
DROP TABLE people;
DROP TABLE hashes;
