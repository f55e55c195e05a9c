BEGIN TRANSACTION;
CREATE TABLE games(
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    start TEXT NOT NULL,
    started TEXT,
    ended TEXT,
    result TEXT NOT NULL,
    reason TEXT,
    white TEXT,
    black TEXT
);
INSERT INTO "games" VALUES(1,'international','{}','W:W31,32:B1,2:Cquiet=0','2026-11-30T12:00:00Z','2026-11-30T12:00:00Z','2-0','no-moves','Änne','Bo');
INSERT INTO "games" VALUES(2,'smokkelen','{}','bbbbb/bbbbb/5/5/wwwww/wwwww w -','2026-11-30T12:00:00Z',NULL,'*',NULL,NULL,NULL);
CREATE TABLE plies(
    game_id INTEGER NOT NULL REFERENCES games(id),
    ply INTEGER NOT NULL,
    move TEXT NOT NULL,
    position TEXT NOT NULL,
    by TEXT NOT NULL,
    at REAL NOT NULL,
    final INTEGER NOT NULL,
    irregular TEXT,
    article TEXT,
    PRIMARY KEY(game_id, ply)
) WITHOUT ROWID;
INSERT INTO "plies" VALUES(1,1,'32-28','B:W28,31:B1,2:Cquiet=0','white',1.25,1,NULL,NULL);
INSERT INTO "plies" VALUES(1,2,'1-7','W:W28,31:B2,7:Cquiet=0','black',2.5,0,'a man moved backwards','FMJD Annex 1, 3.4');
INSERT INTO "plies" VALUES(2,1,'a2-a3','somewhere','white',3.0,0,NULL,NULL);
CREATE TABLE secrets(
    game_id INTEGER NOT NULL REFERENCES games(id),
    side TEXT NOT NULL,
    sealed BLOB NOT NULL,
    field TEXT,
    PRIMARY KEY(game_id, side)
) WITHOUT ROWID;
INSERT INTO "secrets" VALUES(2,'white',X'70DF42ABD47C1C6FEE93A05987AAAB1D73E5F4C9E13F1C9AF52941CD20B543EFF8BF1CA46AABDC4EE37A13B1B0A164CB060B0A3AD77237B1B57F9F922C4E7FE3004ADE4D9F1D9F4D122CC55393F5D54D',NULL);
COMMIT;
PRAGMA user_version=2;
