package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"runtime"

	"rolecall/internal/jobs"
	"rolecall/internal/jobs/store"
)

// words are searches for words alone: one that is everywhere, and two that meet less often.
func (s *search) words() []contest {
	look := func(words []string) func(context.Context, int) error {
		return func(ctx context.Context, i int) error {
			_, err := s.svc.Search(ctx, jobs.Filters{Keyword: words[i]}, store.Relevance, 20, 0)
			return err
		}
	}
	common := []string{"engineer", "manager", "software", "data"}
	pairs := []string{"senior engineer", "product manager", "software kubernetes", "data python"}
	return []contest{
		{name: "one common word", choices: len(common), call: look(common)},
		{name: "two words", choices: len(pairs), call: look(pairs)},
	}
}

// compareWords is ours against ours: a common word must not cost much more than a rarer pair.
func (b *bench) compareWords(ctx context.Context, s *search) error {
	w := s.words()
	var one, two []sample
	for range b.rounds {
		for i, list := range []*[]sample{&one, &two} {
			got, err := drive(ctx, 1, w[i].choices, b.length, w[i].call)
			if err != nil {
				return fmt.Errorf("%s: %w", w[i].name, err)
			}
			*list = append(*list, got)
		}
	}
	mine, other := quantiles(one, 0.95), quantiles(two, 0.95)
	r := row{workload: "one common word, p95", ours: mine.time(), against: "two words " + other.time(), note: "by relevance; at most 200 of the newest matches are ranked"}
	r.ratio, r.goal, r.held = atMost(mine.over(other), 2)
	b.add(r)
	return nil
}

// compareLists asks both servers for their newest twenty over HTTP, each posting with its company. Ours gives a total
// too.
func (b *bench) compareLists(ctx context.Context, s *search, rows int) error {
	identity, err := serve(s.issuer)
	if err != nil {
		return err
	}
	defer identity.close()
	service, err := b.service(ctx, "jobs", "JOB_ADDRESS", s.db, "PLATFORM_CLIENT_IDENTITY_URL="+identity.url)
	if err != nil {
		return err
	}
	defer func() { _ = service.stop() }()
	own := newBrowser(service.url)
	defer own.close()
	if !b.quick { // PocketBase takes longer to compile than a quick run may last
		if err := b.againstPocketBase(ctx, own, rows); err != nil {
			return err
		}
	}
	searching := func(ctx context.Context, i int) error {
		return own.get(ctx, "/jobs?sort=relevance&keyword="+url.QueryEscape(keywords[i]), nil)
	}
	if _, err := drive(ctx, 8*runtime.NumCPU(), len(keywords), b.length, searching); err != nil {
		return err
	}
	peak, err := service.peak()
	if err != nil {
		return err
	}
	b.add(stated("memory of the service under load", mebibytes(peak), fmt.Sprintf("the most the process ever had, with %d searches at once", 8*runtime.NumCPU())))
	return nil
}

func (b *bench) againstPocketBase(ctx context.Context, own *browser, rows int) error {
	pocket, err := b.startPocketBase(ctx, 0, rows)
	if err != nil {
		return err
	}
	defer pocket.stop()
	const ourList, theirList = "/jobs?size=20", "/api/collections/posts/records?perPage=20&skipTotal=1&sort=-postedAt&expand=company"
	_, mine, err := own.do(ctx, http.MethodGet, ourList, nil, nil)
	if err != nil {
		return err
	}
	_, other, err := pocket.browser.do(ctx, http.MethodGet, theirList, nil, nil)
	if err != nil {
		return err
	}
	var ours, theirs []sample
	for range b.rounds {
		got, err := drive(ctx, clients, 1, b.length, func(ctx context.Context, _ int) error { return own.get(ctx, ourList, nil) })
		if err != nil {
			return err
		}
		ours = append(ours, got)
		got, err = drive(ctx, clients, 1, b.length, func(ctx context.Context, _ int) error {
			return pocket.browser.get(ctx, theirList, nil)
		})
		if err != nil {
			return fmt.Errorf("PocketBase: %w", err)
		}
		theirs = append(theirs, got)
	}
	r := row{workload: fmt.Sprintf("newest 20 of %s over HTTP", count(rows)), ours: rates(ours).perSecond(), against: "PocketBase " + rates(theirs).perSecond(), note: fmt.Sprintf("both as processes of their own, without a login, the same properties of postings and companies: %d against %d bytes; PocketBase without its total; ours "+
		"asks PostgreSQL whether anything changed, and if not answers as before", len(mine), len(other))}
	r.ratio, r.goal, r.held = atLeast(rates(ours).over(rates(theirs)), 1.5)
	b.add(r)
	return nil
}
