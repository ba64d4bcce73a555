CREATE SCHEMA webhook_service;
CREATE TABLE webhook_service.auth_token (
    digest bytea NOT NULL,
    expires_at timestamp with time zone NOT NULL
);
CREATE TABLE webhook_service.delivery (
    id bigint NOT NULL,
    state text NOT NULL,
    pending text,
    record text NOT NULL,
    is_listed boolean DEFAULT true NOT NULL
);
ALTER TABLE webhook_service.delivery ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME webhook_service.delivery_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE SEQUENCE webhook_service.event_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE SEQUENCE webhook_service.header_id
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
CREATE TABLE webhook_service.service (
    variant text NOT NULL,
    version integer NOT NULL
);
CREATE TABLE webhook_service.sign_in_try (
    id bigint NOT NULL,
    key bytea NOT NULL,
    is_wrong boolean NOT NULL,
    at timestamp with time zone NOT NULL
);
ALTER TABLE webhook_service.sign_in_try ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME webhook_service.sign_in_try_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE webhook_service.webhook (
    id bigint NOT NULL,
    definition text NOT NULL
);
ALTER TABLE webhook_service.webhook ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME webhook_service.webhook_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO webhook_service.delivery OVERRIDING SYSTEM VALUE VALUES (1, 'delivered', NULL, '{"eventId":1,"webhookId":1,"webhookName":"Ops — é 🔔","state":"delivered","method":"POST","url":"https://hooks.example.com/a?key=••••••","attempts":[{"number":1,"startedAt":"2026-11-26T08:17:01.787Z","milliseconds":0,"answer":{"status":200,"headers":[],"body":{"text":"","bytes":0,"truncated":false}},"error":null}],"status":200,"createdAt":"2026-11-26T08:17:01.715Z","nextAttemptAt":null,"event":{"id":1,"kind":"alert","state":"LOW","raisedAt":"2026-11-26T08:17:01.715Z","rules":"plain"},"request":{"method":"POST","url":"https://hooks.example.com/a?key=••••••","headers":[{"name":"X-Key","value":"••••••"},{"name":"Content-Type","value":"text/plain"},{"name":"Idempotency-Key","value":"70d57481-3088-44aa-b2dd-936301707304"}],"body":{"text":"{\"a\": \"fake\\n\"}\u0000","bytes":16,"truncated":false}}}', true);
INSERT INTO webhook_service.service VALUES ('B', 1);
INSERT INTO webhook_service.webhook OVERRIDING SYSTEM VALUE VALUES (1, '{"name":"Ops — é 🔔","url":"https://hooks.example.com/a?key=fake","enabled":true,"method":"POST","http_headers":[{"http_header_id":1,"http_header_key":"X-Key","http_header_value":"fake"},{"http_header_id":2,"http_header_key":"Content-Type","http_header_value":"text/plain"}],"payload_template":"{\"a\": \"%AlertName%\\n\"}\u0000","low_alert":true,"med_alert":true,"high_alert":true,"cleared_alert":true,"payload_type":"ALERT"}');
INSERT INTO webhook_service.webhook OVERRIDING SYSTEM VALUE VALUES (3, '{"name":"Jobs","url":"https://hooks.example.com/c","enabled":false,"method":"POST","http_headers":[],"payload_template":"","low_alert":true,"med_alert":true,"high_alert":true,"cleared_alert":true,"payload_type":"JOB"}');
SELECT pg_catalog.setval('webhook_service.delivery_id_seq', 1, true);
SELECT pg_catalog.setval('webhook_service.event_id', 1, true);
SELECT pg_catalog.setval('webhook_service.header_id', 3, true);
SELECT pg_catalog.setval('webhook_service.sign_in_try_id_seq', 1, false);
SELECT pg_catalog.setval('webhook_service.webhook_id_seq', 4, true);
ALTER TABLE ONLY webhook_service.auth_token
    ADD CONSTRAINT auth_token_pkey PRIMARY KEY (digest);
ALTER TABLE ONLY webhook_service.delivery
    ADD CONSTRAINT delivery_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhook_service.sign_in_try
    ADD CONSTRAINT sign_in_try_pkey PRIMARY KEY (id);
ALTER TABLE ONLY webhook_service.webhook
    ADD CONSTRAINT webhook_pkey PRIMARY KEY (id);
CREATE INDEX auth_token_expiry ON webhook_service.auth_token USING btree (expires_at);
CREATE INDEX delivery_state ON webhook_service.delivery USING btree (state, id);
CREATE INDEX delivery_unfinished ON webhook_service.delivery USING btree (id) WHERE (pending IS NOT NULL);
CREATE INDEX sign_in_try_at ON webhook_service.sign_in_try USING btree (at);
CREATE INDEX sign_in_try_key ON webhook_service.sign_in_try USING btree (key, at);
