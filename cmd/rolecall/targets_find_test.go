package main

import (
	"bytes"
	"net/http/httptest"
	"strings"
	"testing"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/env"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestTargetsFindShowsAndAddsABoard(t *testing.T) {
	t.Parallel()
	db := pgtest.DB(t)
	e := fakeboard.Employer{Family: "lever", Token: "saltandcedar", Name: "Salt & Cedar", Postings: 12}
	boards := httptest.NewServer(fakeboard.New([]fakeboard.Employer{e}))
	t.Cleanup(boards.Close)
	values := map[string]string{
		"DATABASE_URL": db.URL, "JOB_DATABASE_URL": db.As(schema.JobsRole), "CRAWLER_DATABASE_URL": db.As(schema.CrawlerRole),
		"PLATFORM_DATA_DIR": t.TempDir(), "PLATFORM_INTERNAL_SERVICE_KEY": "a key", "CRAWLER_FETCH_ALLOW_PRIVATE": "true",
	}
	for family, base := range fakeboard.BaseURLs(boards.URL) {
		values[env.Name("crawler.source."+family+".base-url")] = base
	}
	do := func(want int, args ...string) (said, errors string) {
		t.Helper()
		var out, errs bytes.Buffer
		sh := shell{getenv: func(name string) string { return values[name] }, out: &out, err: &errs}
		if code := run(t.Context(), append([]string{"targets"}, args...), sh); code != want {
			t.Fatalf("%v: exit %d: %s%s", args, code, &out, &errs)
		}
		return out.String(), errs.String()
	}
	said, steps := do(0, "find", "Salt & Cedar GmbH")
	if !strings.Contains(said, "1. Salt & Cedar GmbH: Lever, 12 postings, such as ") ||
		!strings.Contains(said, "rolecall targets add lever 'saltandcedar'") {
		t.Errorf("found: %s", said)
	}
	if !strings.Contains(steps, "Lever as saltandcedar: found\n") || !strings.Contains(steps, "Greenhouse as saltandcedar: nothing\n") {
		t.Errorf("steps: %s", steps)
	}
	do(2, "find", "Salt & Cedar", "--add", "2")
	said, _ = do(0, "find", e.Site(boards.URL, fakeboard.Linked), "--add", "1")
	if !strings.Contains(said, "Added lever/saltandcedar for Salt & Cedar.") {
		t.Errorf("added: %s", said)
	}
	if _, errors := do(1, "find", "Salt & Cedar", "--add", "1"); !strings.Contains(errors, "already") {
		t.Errorf("added again: %s", errors)
	}
	if said, _ := do(1, "find", "Nobody At All"); !strings.Contains(said, `Nothing was found for "Nobody At All"`) {
		t.Errorf("nothing: %s", said)
	}
	do(2, "find")
}
