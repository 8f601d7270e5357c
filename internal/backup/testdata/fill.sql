-- A little of everything that is hard to copy: every schema, every kind of column, text that looks like the end of a
-- table, rows longer than any buffer, rows that refer to rows of their own table.
INSERT INTO identity.account (id, first_name, last_name, email, password_hash)
SELECT md5('account' || n)::uuid, E'Ad\ta', E'\\.', 'person' || n || '@example.org', E'$argon2id$\\N' FROM generate_series(1, 500) n;
INSERT INTO identity.account (id, first_name, last_name, email, password_hash)
VALUES (md5('odd')::uuid, E'line\nfeed\r\n\\.\n', 'Zoë 日本 🦀', 'odd@example.org', '');
INSERT INTO identity.session (id, user_id, expires_at, user_agent)
SELECT md5('session' || n)::uuid, md5('account' || n)::uuid, now() + interval '1 day', 'Example/1.0' FROM generate_series(1, 50) n;
INSERT INTO identity.revocation (sid, expires_at) SELECT md5('revoked' || n)::uuid, 'infinity' FROM generate_series(1, 30) n;
DELETE FROM identity.revocation WHERE position > 20;
INSERT INTO identity.signing_key (id, algorithm, public_key, private_key) VALUES ('k1', 'EdDSA', '\x00ff5c2e0a', '\x01');
INSERT INTO identity.totp_secret (id, user_id, encrypted_secret) VALUES (md5('totp')::uuid, md5('odd')::uuid, decode(repeat('00ff5c0a09', 20), 'hex'));
INSERT INTO identity.backup_code (id, totp_secret_id, code_hash) SELECT md5('code' || n)::uuid, md5('totp')::uuid, decode(md5('h' || n), 'hex') FROM generate_series(1, 10) n;
INSERT INTO identity.throttle (purpose, subject, failed_at, state) SELECT 'login', '\xaa', now(), 'failed' FROM generate_series(1, 7);
INSERT INTO identity.outbox (id, kind, dedupe_key, payload, due_at, next_attempt_at) VALUES (md5('mail')::uuid, 'mail', 'one', '\x7b7d', now(), now());

INSERT INTO job.company (id, slug, name, tags) VALUES (md5('company')::uuid, 'keel-lantern', 'Keel & Lantern', ARRAY['a,b', '"quoted"', '\', NULL, '']);
INSERT INTO job.saved_filter (id, user_id, name, filters) VALUES (md5('filter')::uuid, md5('odd')::uuid, 'mine', '{"q": "a\tb\\n", "n": 1.50}');
INSERT INTO job.saved_job (user_id, job_id) VALUES (md5('odd')::uuid, md5('post1')::uuid);

INSERT INTO crawler.pull_target (id, source_type, token, company_name, company_id) VALUES (md5('target')::uuid, 'lever', 'keellantern', 'Keel & Lantern', md5('company')::uuid);
INSERT INTO crawler.job_post (id, target_id, native_id, title, url, description, content_hash, skills, posted_at)
SELECT md5('post' || n)::uuid, md5('target')::uuid, n::text, 'Engineer ' || n, 'https://boards.example/' || n,
       CASE WHEN n = 1 THEN repeat(md5('x'), 100000) ELSE E'<p>\\.\n</p>' END, '\x00', ARRAY['Go', 'C++'], '2026-02-28 23:59:59.999999+00'
FROM generate_series(1, 300) n;
UPDATE crawler.job_post SET repost_of = md5('post300')::uuid WHERE native_id = '2';
INSERT INTO crawler.job_post_location (post_id, position, city, country_code) SELECT md5('post' || n)::uuid, 1, 'Oslo', 'NO' FROM generate_series(1, 300) n;
DELETE FROM crawler.job_post WHERE native_id = '150';
INSERT INTO crawler.trigger_request (id, kind, status, requested_by, finished_at) VALUES (md5('trigger')::uuid, 'crawl', 'succeeded', md5('odd')::uuid, now());
UPDATE crawler.pass_lock SET scheduled_at = now() WHERE kind = 'crawl';

INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at, last_activity_at, next_step_date)
SELECT md5('application' || n)::uuid, md5('odd')::uuid, 'APPLIED', 'Engineer', 'Keel', '0044-03-15 BC', now(), now(), '2026-02-28' FROM generate_series(1, 20) n;
INSERT INTO applications.timeline (application_id, position, status, occurred_at) SELECT md5('application' || n)::uuid, 1, 'APPLIED', now() FROM generate_series(1, 20) n;

INSERT INTO notification.digest_run (id, user_id, status) VALUES (md5('digest')::uuid, md5('odd')::uuid, 'sent');
INSERT INTO notification.preferences (user_id) VALUES (md5('odd')::uuid);
INSERT INTO notification.calendar_token (user_id, nonce, token_hash) VALUES (md5('odd')::uuid, '\x00', '\x01');
