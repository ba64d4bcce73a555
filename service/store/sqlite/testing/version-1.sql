PRAGMA application_id = 1214993270;
PRAGMA user_version = 1;
CREATE TABLE service (variant TEXT NOT NULL) STRICT;
CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    definition TEXT NOT NULL CHECK (json_valid(definition))
  ) STRICT;
CREATE TABLE last_header_id (id INTEGER NOT NULL) STRICT;
INSERT INTO service VALUES ('B');
INSERT INTO webhook VALUES (1, '{"name":"Ops — é 🔔","url":"https://hooks.example.com/a?key=fake","enabled":true,"method":"POST","http_headers":[{"http_header_id":1,"http_header_key":"X-Key","http_header_value":"fake"},{"http_header_id":2,"http_header_key":"Content-Type","http_header_value":"text/plain"}],"payload_template":"{\"a\": \"%AlertName%\\n\"}\u0000","low_alert":true,"med_alert":true,"high_alert":true,"cleared_alert":true,"payload_type":"ALERT"}');
INSERT INTO webhook VALUES (3, '{"name":"Jobs","url":"https://hooks.example.com/c","enabled":false,"method":"POST","http_headers":[],"payload_template":"","low_alert":true,"med_alert":true,"high_alert":true,"cleared_alert":true,"payload_type":"JOB"}');
INSERT INTO last_header_id VALUES (3);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('webhook', 4);
