package main

import (
	"bytes"
	"regexp"
	"testing"

	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestTargetsShowScheduleAndCost(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	values := map[string]string{"DATABASE_URL": db.URL, "CRAWLER_DATABASE_URL": db.As(schema.CrawlerRole), "PLATFORM_DATA_DIR": t.TempDir()}
	say := func(args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, shell{getenv: func(name string) string { return values[name] }, out: &out, err: &errs}); code != 0 {
			t.Fatalf("%v: exit %d, want 0: %s%s", args, code, &out, &errs)
		}
		return out.String()
	}
	if got := say("targets", "hosts"); got != "No board was pulled in the last 24 hours.\n" {
		t.Errorf("without pulls: %s", got)
	}
	for _, sql := range []string{
		`INSERT INTO crawler.pull_target (id, source_type, token, company_name, last_success_at, last_change_at, next_attempt_at, requests, bytes)
			VALUES (gen_random_uuid(), 'lever', 'acorn', 'Acorn', '2026-03-02 09:00Z', '2026-03-01 09:00Z', '2026-03-02 12:00Z', 3, 2049)`,
		`INSERT INTO crawler.pull_target (id, source_type, token, company_name) VALUES (gen_random_uuid(), 'lever', 'birch', 'Birch')`,
		`INSERT INTO crawler.host_usage (host, hour, requests, bytes, budget)
			VALUES ('api.lever.co', date_trunc('hour', now(), 'UTC'), 4, 5000, 3600),
			('api.lever.co', date_trunc('hour', now(), 'UTC') - interval '2 hours', 20, 5000, 3600)`,
	} {
		if _, err := db.Pool("").Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ want, got string }{
		{`(?m)^lever +acorn .* 2026-03-02T09:00:00Z +2026-03-01T09:00:00Z +2026-03-02T12:00:00Z +3 +3 *$`, say("targets", "list")},
		{`(?m)^lever +birch .* never +never +next pass +0 +0 *$`, say("targets", "list")},
		{`(?m)^api\.lever\.co +4 +3600 +24 +10$`, say("targets", "hosts")},
	} {
		if !regexp.MustCompile(c.want).MatchString(c.got) {
			t.Errorf("want %s in\n%s", c.want, c.got)
		}
	}
}
