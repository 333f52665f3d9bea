CREATE TABLE queue_kept (
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    at BIGINT NOT NULL,
    pace TEXT
);

INSERT INTO queue_kept SELECT guild, "user", name, game, seats, at, pace FROM queue;
DROP TABLE queue;

CREATE TABLE queue (
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    at BIGINT NOT NULL,
    pace TEXT,
    most INTEGER DEFAULT '0' NOT NULL,
    PRIMARY KEY (guild, "user", game)
);

INSERT INTO queue SELECT guild, "user", name, game, seats, at, pace, 0 FROM queue_kept;
DROP TABLE queue_kept;

CREATE TABLE queue_posts (
    guild BIGINT NOT NULL,
    channel BIGINT NOT NULL,
    message BIGINT NOT NULL,
    PRIMARY KEY (guild)
);

-- Undo

DROP TABLE queue_posts;

CREATE TABLE queue_kept (
    guild BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    name TEXT NOT NULL,
    game TEXT NOT NULL,
    seats INTEGER NOT NULL,
    at BIGINT NOT NULL,
    pace TEXT
);

INSERT INTO queue_kept
SELECT guild, "user", name, game, seats, at, pace FROM queue AS latest
WHERE game = (SELECT max(game) FROM queue WHERE guild = latest.guild AND "user" = latest."user");
DROP TABLE queue;

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

INSERT INTO queue SELECT guild, "user", name, game, seats, at, pace FROM queue_kept;
DROP TABLE queue_kept;
