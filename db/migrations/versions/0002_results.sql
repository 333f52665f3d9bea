CREATE TABLE results (
    table_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seat INTEGER,
    place INTEGER NOT NULL,
    score INTEGER NOT NULL,
    PRIMARY KEY (table_id, number),
    FOREIGN KEY (table_id) REFERENCES tables (id)
) WITHOUT ROWID;

-- Undo

DROP TABLE results;
