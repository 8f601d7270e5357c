package workday

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"rolecall/internal/crawler/source"
)

const (
	pageSize = 20     // one more is answered with 400
	clamp    = 2000   // where some tenants stop counting
	maxTotal = 50_000 // no employer has more; a board that says so is broken
)

// query is complete on purpose: a body with a part missing is answered with 422.
type query struct {
	AppliedFacets map[string][]string `json:"appliedFacets"`
	Limit         int                 `json:"limit"`
	Offset        int                 `json:"offset"`
	SearchText    string              `json:"searchText"`
}

type listPage struct {
	total    *int
	entries  []entry
	count    int
	rejected int
	facets   []facet
}

type facet struct {
	Parameter source.Text        `json:"facetParameter"`
	Values    source.List[value] `json:"values"`
}

type value struct {
	ID    source.Text   `json:"id"`
	Count source.Number `json:"count"`
}

// collect reads the list and judges whether it is whole.
func (p *pull) collect(ctx context.Context) error {
	total, facets, err := p.list(ctx, map[string][]string{})
	if err != nil {
		return err
	}
	if total == clamp {
		return p.split(ctx, facets)
	}
	p.judge(total)
	return nil
}

func (p *pull) judge(total int) {
	if len(p.entries) == total {
		p.result.Outcome = source.Complete
		return
	}
	p.result.Outcome = source.Partial
	p.result.Reason = fmt.Sprintf("the board gave %d of %d postings", len(p.entries), total)
}

// split reads a clamped board again in parts.
func (p *pull) split(ctx context.Context, facets []facet) error {
	f, sum := partition(facets)
	if f == nil {
		p.result.Outcome = source.Partial
		p.result.Reason = "the board stops counting at 2,000 and offers no way to divide it"
		return nil
	}
	for _, v := range f.Values {
		if _, _, err := p.list(ctx, map[string][]string{f.Parameter.String(): {v.ID.String()}}); err != nil {
			return err
		}
	}
	p.judge(sum)
	return nil
}

// partition picks a facet that every posting has one value of, as far as its counts tell.
// Locations come last: a posting in two places counts twice.
func partition(facets []facet) (best *facet, sum int) {
	for _, name := range []string{"jobFamilyGroup", "timeType", "workerSubType", "jobFamily", "locations"} {
		for i, f := range facets {
			if f.Parameter.String() != name {
				continue
			}
			total, fits := 0, len(f.Values) > 0
			for _, v := range f.Values {
				total += int(v.Count)
				fits = fits && v.ID != "" && v.Count > 0 && v.Count < clamp
			}
			if fits && total >= clamp && total <= maxTotal {
				return &facets[i], total
			}
		}
	}
	return nil, 0
}

// list walks the pages under the given facets. The total is that of the first page: later ones
// say 0 or repeat it.
func (p *pull) list(ctx context.Context, applied map[string][]string) (total int, facets []facet, err error) {
	for offset := 0; ; {
		page, err := p.page(ctx, query{AppliedFacets: applied, Limit: pageSize, Offset: offset})
		if err != nil {
			if offset > 0 && source.KindOf(err) == source.NoBoard {
				err = source.Errorf(source.Broken, "a later page is missing: %w", err)
			}
			return 0, nil, err
		}
		if offset == 0 {
			if page.total == nil || *page.total < 0 || *page.total > maxTotal {
				return 0, nil, source.Errorf(source.Broken, "no believable total in the answer")
			}
			total, facets = *page.total, page.facets
			// The clamped list itself is of no use where its parts can be had.
			if best, _ := partition(facets); best != nil && total == clamp && len(applied) == 0 {
				return total, facets, nil
			}
		}
		p.result.Rejected += page.rejected
		fresh := 0
		for _, e := range page.entries {
			if path := e.ExternalPath.String(); !p.paths[path] {
				p.paths[path] = true
				p.entries = append(p.entries, e)
				fresh++
			}
		}
		offset += page.count
		// Under a facet, postings already known from another value are to be expected.
		if page.count == 0 || offset >= total || (fresh == 0 && len(applied) == 0) {
			return total, facets, nil
		}
	}
}

func (p *pull) page(ctx context.Context, q query) (listPage, error) {
	body, err := json.Marshal(q)
	if err != nil {
		return listPage{}, fmt.Errorf("encode query: %w", err)
	}
	res, err := p.fetcher.Fetch(ctx, source.Request{
		URL:       p.address + "/jobs",
		Method:    http.MethodPost,
		Body:      body,
		Format:    source.JSON,
		Redirects: source.Never,
		Retry:     passing,
	})
	if err != nil {
		return listPage{}, err
	}
	defer res.Body.Close()
	if p.result.Status == 0 {
		p.result.Status = res.Status
	}
	if res.Status != http.StatusOK {
		return listPage{}, &source.Error{Kind: source.Broken, Detail: "a redirect where the list was expected", Status: res.Status}
	}
	return readPage(source.NewJSON(res.Body), p.held)
}

func readPage(s *source.JSONStream, held *source.Held) (page listPage, err error) {
	listed := false
	err = s.Object(func(key string) (err error) {
		switch key {
		case "total":
			return s.Value(&page.total)
		case "jobPostings":
			listed = true
			page.count, page.rejected, err = source.Each(s, func(e entry) error {
				if path := e.ExternalPath.String(); strings.HasPrefix(path, "/") && !strings.Contains(path, "..") {
					page.entries = append(page.entries, e)
				} else {
					page.rejected++
				}
				return held.Add(e.size())
			})
			return err
		case "facets":
			var facets source.List[facet]
			err = s.Value(&facets)
			page.facets = facets
			return err
		default:
			return s.Skip()
		}
	})
	if err != nil {
		return page, err
	}
	if !listed {
		return page, source.Errorf(source.Broken, "no postings in the answer")
	}
	return page, s.End()
}
