package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler"
	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/env"
	"rolecall/internal/fault"
	"rolecall/internal/httpd"
	"rolecall/internal/identity"
	"rolecall/internal/jobs"
	"rolecall/internal/schema"
)

// demoConfig configures the fictional employers' boards.
type demoConfig struct {
	Address string `key:"demo.address" default:"127.0.0.1:8090" help:"address of the fictional employers' boards of up --demo"`
}

// demo serves the boards of fictional employers, so that a crawl can be seen without internet.
type demo struct {
	url         string
	catalog     []fakeboard.Employer
	boards      *fakeboard.Server
	srv         *http.Server
	user, admin identity.NewAccount
}

func startDemo(ctx context.Context, p *platform, getenv func(string) string) (*demo, error) {
	var cfg demoConfig
	if err := env.Load(getenv, &cfg); err != nil {
		return nil, err
	}
	ln, err := httpd.Listen(ctx, "demo.address", cfg.Address)
	if err != nil {
		return nil, err
	}
	d := &demo{url: "http://" + ln.Addr().String(), catalog: fakeboard.Demo()}
	d.boards = fakeboard.New(slices.Concat(d.catalog, fakeboard.Undiscovered()))
	d.breakBoard(true)
	if d.user, d.admin, err = demoPeople(p.settings.DataDir); err != nil {
		return nil, errors.Join(err, ln.Close())
	}
	d.srv = httpd.Server(d.boards, p.log)
	go func() {
		if err := d.srv.Serve(ln); err != nil && !errors.Is(err, http.ErrServerClosed) {
			p.log.Warn("the demo boards stopped", "error", err)
		}
	}()
	p.close = append(p.close, func() { _ = d.srv.Close() })
	return d, nil
}

// withBoards points the crawler at the demo's boards and makes the demo's administrator one, unless the operator has
// set these keys.
func (d *demo) withBoards(getenv func(string) string) func(string) string {
	set := map[string]string{"CRAWLER_FETCH_ALLOW_PRIVATE": "true"}
	for kind, base := range fakeboard.BaseURLs(d.url) {
		set[env.Name("crawler.source."+kind+".base-url")] = base
	}
	getenv = orElse(getenv, set)
	return func(name string) string {
		if name == "AUTH_ADMIN_EMAILS" {
			return strings.TrimPrefix(getenv(name)+","+demoAdmin.Email, ",")
		}
		return getenv(name)
	}
}

// fill adds what is missing: accounts, boards with their postings, and a job search in progress.
func (d *demo) fill(ctx context.Context, p *platform, getenv func(string) string, gateway string) error {
	for _, account := range []identity.NewAccount{d.user, d.admin} {
		if err := p.identity.DemoAccount(ctx, account); err != nil {
			return fmt.Errorf("create the demo account %s: %w", account.Email, err)
		}
	}
	if err := d.crawl(ctx, p, getenv); err != nil {
		return err
	}
	return fillHunt(ctx, gateway, d.user)
}

// breakBoard makes the board of one employer fail, so that administrators see what a failure looks like, or repairs it.
func (d *demo) breakBoard(fails bool) {
	var how fakeboard.Fault
	if fails {
		how = fakeboard.Maintenance()
	}
	e := fakeboard.Failing()
	d.boards.Break(e.Family, e.Token, how)
}

// crawl adds the boards and, the first time, pulls them immediately instead of at the next scheduled pass. A second crawl
// then finds the failing board, whose postings stay.
func (d *demo) crawl(ctx context.Context, p *platform, getenv func(string) string) error {
	var cfg crawlerConfig
	db, err := p.open(ctx, getenv, "demo crawl", &cfg, &cfg.Database, schema.CrawlerRole)
	if err != nil {
		return err
	}
	w, err := crawler.New(cfg.Config, crawler.Deps{Log: p.log, DB: db, Version: version})
	if err != nil {
		return err
	}
	defer w.Close()
	d.breakBoard(false) // a new board must not fail before its first pull
	defer d.breakBoard(true)
	added := 0
	for _, e := range d.catalog {
		_, _, err := w.AddTarget(ctx, crawler.Target{Family: e.Family, Token: e.Target(d.url), Name: e.Name}, false)
		if err != nil && !errors.Is(err, crawler.ErrKnown) {
			return fmt.Errorf("add the demo board of %s: %w", e.Name, err)
		}
		if err == nil {
			added++
		}
	}
	if added == 0 {
		return nil
	}
	run := func(kind crawler.PassKind) error {
		return afterOthers(ctx, func() error { _, err := w.RunAhead(ctx, kind); return err })
	}
	if err := run(crawler.CrawlPass); err != nil {
		return fmt.Errorf("crawl the demo boards: %w", err)
	}
	if err := run(crawler.EnrichmentPass); err != nil {
		return fmt.Errorf("enrich the demo postings: %w", err)
	}
	d.breakBoard(true)
	if err := run(crawler.CrawlPass); err != nil {
		return fmt.Errorf("crawl the demo boards again: %w", err)
	}
	return d.resolve(ctx, p, getenv)
}

// afterOthers runs a pass as soon as no other of its kind runs: the crawler starts one every few minutes.
func afterOthers(ctx context.Context, pass func() error) error {
	for {
		err := pass()
		if !fault.Is(err, fault.Conflict) {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(200 * time.Millisecond):
		}
	}
}

func (d *demo) resolve(ctx context.Context, p *platform, getenv func(string) string) error {
	var cfg jobsConfig
	db, err := p.open(ctx, getenv, "demo companies", &cfg, &cfg.Database, schema.JobsRole)
	if err != nil {
		return err
	}
	_, err = jobs.LoadCompanies(ctx, db, time.Now(), func(context.Context, uuid.UUID, string) {})
	return err
}

func (d *demo) print(out io.Writer) {
	fmt.Fprintf(out, "  demo user: %s %s\n  demo admin: %s %s\n", d.user.Email, d.user.Password, d.admin.Email, d.admin.Password)
	byName, bySite := fakeboard.Suggested()
	fmt.Fprintf(out, "  employers to add: %s, %s\n", byName.Name, bySite.Site(d.url, fakeboard.Embedded))
}
