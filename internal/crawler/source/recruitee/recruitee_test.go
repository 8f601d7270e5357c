package recruitee

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "Waterwiel", BaseURL: "/{token}"},
		sourcetest.Files("GET /waterwiel/api/offers/", ".json", "board", "empty", "new_shape"))
}

// TestRedirectToAnotherHost checks that a board that moved to the employer's own domain is still read.
func TestRedirectToAnotherHost(t *testing.T) {
	t.Parallel()
	there := sourcetest.Site{"GET /api/offers/": {{File: "board.json"}}}.Start(t)
	here := sourcetest.Site{"GET /api/offers/": {{Status: 301, Header: map[string]string{"Location": there + "/api/offers/"}}}}.Start(t)
	res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: "x", BaseURL: here}, func(source.Posting) error { return nil })
	if err != nil || res.Outcome != source.Complete || res.Seen != 2 {
		t.Errorf("got %+v, %v, want complete with 2 seen", res, err)
	}
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, "waterwiel", "*.json") }

// TestHostedPagesReplaceAClosedAPI checks that once the API requires the employer's token the hosted pages are read,
// and offers keep their ids.
func TestHostedPagesReplaceAClosedAPI(t *testing.T) {
	t.Parallel()
	site := sourcetest.Site{
		"GET /waterwiel/api/offers/": {{Status: 401}}, "GET /waterwiel/": {{Status: 302, Header: map[string]string{"Location": "/"}}},
		"GET /": {{File: "home.html"}}, "GET /sitemap.xml": {{File: "sitemap.xml"}}, "GET /privacy": {{File: "home.html"}},
		"GET /o/molenaar-in-opleiding": {{File: "molenaar.html"}}, "GET /o/sluiswachter": {{File: "sluis.html"}},
	}
	host := site.Start(t)
	sourcetest.GoldenAt(t, "pages", Source{}, host, source.Board{Token: "waterwiel", BaseURL: host + "/{token}", IDOf: func(address string) string {
		if address == host+"/o/molenaar-in-opleiding" {
			return "77001"
		}
		return ""
	}})
}

// TestClosedAPIWithoutPages checks that a board that can be read in neither way is forbidden, not gone.
func TestClosedAPIWithoutPages(t *testing.T) {
	t.Parallel()
	host := sourcetest.Site{"GET /api/offers/": {{Status: 401}}}.Start(t)
	res, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: "x", BaseURL: host}, func(source.Posting) error { return nil })
	if source.KindOf(err) != source.Forbidden || res.Outcome != source.Failed || !strings.Contains(err.Error(), "token") {
		t.Errorf("got %+v, %v, want failed as forbidden because of the token", res, err)
	}
}

// TestThrottledPagesAreAskedLater checks that the time that throttled pages ask to wait is kept.
func TestThrottledPagesAreAskedLater(t *testing.T) {
	t.Parallel()
	host := sourcetest.Site{
		"GET /api/offers/": {{Status: 401}}, "GET /": {{Status: 429, Header: map[string]string{"Retry-After": "3510"}}},
	}.Start(t)
	_, err := source.Pull(t.Context(), Source{}, sourcetest.Fetcher(t), source.Board{Token: "x", BaseURL: host}, func(source.Posting) error { return nil })
	fault, ok := errors.AsType[*source.Error](err)
	if !ok || fault.Kind != source.Forbidden || fault.RetryAfter != 3510*time.Second {
		t.Errorf("got %v, want forbidden with 3510 s to wait", err)
	}
}
