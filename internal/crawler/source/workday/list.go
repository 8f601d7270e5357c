package workday

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"

	"rolecall/internal/crawler/source"
)

const (
	pageSize = 20     // more are answered with 400
	clamp    = 2000   // the highest total that some tenants return
	maxTotal = 50_000 // no employer has more; a board with a higher total is broken
)

// query must be complete: a body without one of the fields is answered with 422.
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

// collect reads the list and decides whether it is complete.
func (p *pull) collect(ctx context.Context) error {
	total, facets, err := p.list(ctx, map[string][]string{})
	if err != nil {
		return err
	}
	p.result.Total = total
	if total == clamp && !p.preview {
		return p.split(ctx, facets)
	}
	p.setOutcome(total)
	return nil
}

func (p *pull) setOutcome(total int) {
	if len(p.entries) == total {
		p.result.Outcome = source.Complete
		return
	}
	p.result.Outcome = source.Partial
	p.result.Reason = fmt.Sprintf("the board sent %d of %d postings", len(p.entries), total)
}

// split reads a clamped board again, once per value of a facet.
func (p *pull) split(ctx context.Context, facets []facet) error {
	f, sum := partition(facets)
	if f == nil {
		p.result.Outcome = source.Partial
		p.result.Reason = "the board lists at most 2,000 postings and has no facet to split it by"
		return nil
	}
	for _, v := range f.Values {
		if _, _, err := p.list(ctx, map[string][]string{f.Parameter.String(): {v.ID.String()}}); err != nil {
			return err
		}
	}
	p.setOutcome(sum)
	if n := counted(facets); n > sum {
		p.result.Outcome = source.Partial
		p.result.Reason = fmt.Sprintf("the board lists at most 2,000 postings, and the parts that it can be split into have %d of %d", sum, n)
	}
	return nil
}

// partition returns a facet of which, judging by its counts, every posting has one value, and the sum of its counts.
// Without such a facet it returns one that at least splits the board.
func partition(facets []facet) (best *facet, sum int) {
	if best, sum = splitting(facets, max(counted(facets), clamp)); best != nil {
		return best, sum
	}
	return splitting(facets, clamp)
}

// splitting returns the first facet whose values can be listed and count at least so many postings. Locations come last:
// a posting in two places counts twice.
func splitting(facets []facet, least int) (best *facet, sum int) {
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
			if fits && total >= least && total <= maxTotal {
				return &facets[i], total
			}
		}
	}
	return nil, 0
}

// counted returns how many postings the board has at least, by the facets of which a posting has one value at most. A
// posting without a value of a facet is in none of its counts.
func counted(facets []facet) (most int) {
	for _, f := range facets {
		if name := f.Parameter.String(); name != "timeType" && name != "workerSubType" {
			continue
		}
		sum := 0
		for _, v := range f.Values {
			sum += int(v.Count)
		}
		most = max(most, sum)
	}
	return most
}

// list reads all pages with the given facets applied. The total is that of the first page: later ones have 0 or repeat
// it.
func (p *pull) list(ctx context.Context, applied map[string][]string) (total int, facets []facet, err error) {
	for offset := 0; ; {
		page, err := p.page(ctx, query{AppliedFacets: applied, Limit: pageSize, Offset: offset})
		if err != nil {
			if offset > 0 {
				err = source.LaterPage(err)
			}
			return 0, nil, err
		}
		if offset == 0 {
			if page.total == nil || *page.total < 0 || *page.total > maxTotal {
				return 0, nil, source.Errorf(source.Broken, "no plausible total in the answer")
			}
			total, facets = *page.total, page.facets
			// Do not read a clamped list that split can read in parts.
			if best, _ := partition(facets); best != nil && total == clamp && len(applied) == 0 && !p.preview {
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
		// With a facet applied, a page may hold only postings known from another value.
		if p.preview || page.count == 0 || offset >= total || (fresh == 0 && len(applied) == 0) {
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
	p.result.Status = cmp.Or(p.result.Status, res.Status)
	if res.Status != http.StatusOK {
		return listPage{}, &source.Error{Kind: source.Broken, Detail: "expected the list, got a redirect", Status: res.Status}
	}
	return readPage(res.Body, p.memory)
}

func readPage(body io.Reader, memory *source.Memory) (page listPage, err error) {
	var facets source.List[facet]
	malformed := 0
	page.count, page.rejected, err = source.ReadList(body, "jobPostings", func(e entry) error {
		if path := e.ExternalPath.String(); strings.HasPrefix(path, "/") && !strings.Contains(path, "..") {
			page.entries = append(page.entries, e)
		} else {
			malformed++
		}
		return memory.Add(e.size())
	}, map[string]any{"total": &page.total, "facets": &facets})
	page.rejected += malformed
	page.facets = facets
	return page, err
}
