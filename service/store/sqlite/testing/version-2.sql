PRAGMA application_id = 1214993270;
PRAGMA user_version = 2;
CREATE TABLE service (variant TEXT NOT NULL) STRICT;
CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    definition TEXT NOT NULL CHECK (json_valid(definition))
  ) STRICT;
CREATE TABLE last_header_id (id INTEGER NOT NULL) STRICT;
CREATE TABLE delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    state TEXT NOT NULL,
    target_host TEXT NOT NULL,
    due_at REAL,
    pending TEXT CHECK (pending IS NULL OR json_valid(pending)),
    record TEXT NOT NULL CHECK (json_valid(record)),
    is_listed INTEGER NOT NULL DEFAULT 1
  ) STRICT;
CREATE TABLE last_event_id (id INTEGER NOT NULL) STRICT;
CREATE INDEX delivery_due ON delivery (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_unfinished ON delivery (id) WHERE pending IS NOT NULL;
CREATE INDEX delivery_state ON delivery (state, id);
INSERT INTO service VALUES ('B');
INSERT INTO webhook VALUES (1, '{"name":"Ops — é 🔔","url":"https://hooks.example.com/a?key=fake","enabled":true,"method":"POST","http_headers":[{"http_header_id":1,"http_header_key":"X-Key","http_header_value":"fake"},{"http_header_id":2,"http_header_key":"Content-Type","http_header_value":"text/plain"}],"payload_template":"{\"a\": \"%AlertName%\\n\"}\u0000","low_alert":true,"med_alert":true,"high_alert":true,"cleared_alert":true,"payload_type":"ALERT"}');
INSERT INTO webhook VALUES (3, '{"name":"Jobs","url":"https://hooks.example.com/c","enabled":false,"method":"POST","http_headers":[],"payload_template":"","low_alert":true,"med_alert":true,"high_alert":true,"cleared_alert":true,"payload_type":"JOB"}');
INSERT INTO last_header_id VALUES (3);
INSERT INTO delivery VALUES (1, 'delivered', 'hooks.example.com', NULL, NULL, '{"eventId":1,"webhookId":1,"webhookName":"Ops — é 🔔","state":"delivered","method":"POST","url":"https://hooks.example.com/a?key=••••••","attempts":[{"number":1,"startedAt":"2026-11-26T08:08:27.997Z","milliseconds":0,"answer":null,"error":{"code":"failed","message":"The connection failed (ECONNREFUSED)."}},{"number":2,"startedAt":"2026-11-26T08:08:28.003Z","milliseconds":0,"answer":{"status":200,"headers":[],"body":{"text":"","bytes":0,"truncated":false}},"error":null}],"status":200,"createdAt":"2026-11-26T08:08:27.989Z","nextAttemptAt":null,"event":{"id":1,"kind":"alert","state":"LOW","raisedAt":"2026-11-26T08:08:27.989Z","rules":"plain"},"request":{"method":"POST","url":"https://hooks.example.com/a?key=••••••","headers":[{"name":"X-Key","value":"••••••"},{"name":"Content-Type","value":"text/plain"},{"name":"Idempotency-Key","value":"73542b5e-0c66-4621-b966-27f964732cff"}],"body":{"text":"{\"a\": \"fake\\n\"}\u0000","bytes":16,"truncated":false}}}', 1);
INSERT INTO delivery VALUES (2, 'waiting-to-retry', 'hooks.example.com', 1795680508103, '{"webhook":{"name":"Ops — é 🔔","url":"https://hooks.example.com/a?key=fake","enabled":true,"method":"POST","http_headers":[{"http_header_id":1,"http_header_key":"X-Key","http_header_value":"fake"},{"http_header_id":2,"http_header_key":"Content-Type","http_header_value":"text/plain"},{"http_header_id":0,"http_header_key":"Idempotency-Key","http_header_value":"2c21cf91-de38-4038-b18d-aed56fe7aef8"}],"payload_template":"{\"a\": \"%AlertName%\\n\"}\u0000","low_alert":true,"med_alert":true,"high_alert":true,"cleared_alert":true,"payload_type":"ALERT"},"values":{"AlertID":"4711","AlertName":"fake","ObjectName":"pg-orders-1","ObjectType":"SERVER","ThresholdValue":"80","CurrentValue":"91.2","CurrentState":"HIGH","OldState":"MEDIUM","AlertRaisedTime":"2025-03-14 02:17:43.120745+00:00","AgentID":"3","AgentName":"agent-eu-west-1","ServerID":"12","ServerName":"pg-orders-1","ServerIP":"10.20.30.40","ServerPort":"5432","DatabaseName":"orders","SchemaName":"","PackageName":"","DatabaseObjectName":"","Parameters":"","AlertInfo":"Database \"orders\" takes 91.2 GB\nTablespace \"fast\" is full in about 3 h"}}', '{"eventId":2,"webhookId":1,"webhookName":"Ops — é 🔔","state":"waiting-to-retry","method":"POST","url":"https://hooks.example.com/a?key=••••••","attempts":[{"number":1,"startedAt":"2026-11-26T08:08:28.101Z","milliseconds":0,"answer":null,"error":{"code":"failed","message":"The connection failed (ECONNREFUSED)."}}],"status":null,"createdAt":"2026-11-26T08:08:28.099Z","nextAttemptAt":"2026-11-26T08:08:28.103Z","event":{"id":2,"kind":"alert","state":"HIGH","raisedAt":"2026-11-26T08:08:28.099Z","rules":"plain"},"request":{"method":"POST","url":"https://hooks.example.com/a?key=••••••","headers":[{"name":"X-Key","value":"••••••"},{"name":"Content-Type","value":"text/plain"},{"name":"Idempotency-Key","value":"2c21cf91-de38-4038-b18d-aed56fe7aef8"}],"body":{"text":"{\"a\": \"fake\\n\"}\u0000","bytes":16,"truncated":false}}}', 1);
INSERT INTO last_event_id VALUES (2);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES ('webhook', 4);
INSERT INTO sqlite_sequence VALUES ('delivery', 2);
