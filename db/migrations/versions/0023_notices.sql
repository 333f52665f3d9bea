CREATE TABLE notices (
    id BIGINT NOT NULL,
    "user" BIGINT NOT NULL,
    table_id INTEGER NOT NULL,
    news TEXT NOT NULL,
    at BIGINT NOT NULL,
    "by" BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (table_id) REFERENCES tables (id)
);

-- Undo

DROP TABLE notices;
