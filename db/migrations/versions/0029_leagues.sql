CREATE TABLE leagues (
    id BIGINT NOT NULL,
    guild BIGINT NOT NULL,
    is_finished BOOLEAN NOT NULL,
    revision INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY (id)
);

CREATE INDEX leagues_by_guild ON leagues (guild);

-- Undo

DROP TABLE leagues;
