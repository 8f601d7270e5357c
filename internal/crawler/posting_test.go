package crawler

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich/place"
)

// TestPlacesOfFieldsAndWords covers boards that state some places in fields and others in words only.
func TestPlacesOfFieldsAndWords(t *testing.T) {
	t.Parallel()
	us := place.Place{Country: "United States"}
	for name, tt := range map[string]struct {
		in   statement
		want []string
	}{
		"the country in a field, the city in words": {
			statement{Places: []place.Place{us}, Locations: []string{"San Francisco"}}, []string{"San Francisco, California, United States"}},
		"only the second place has its city in fields": {
			statement{Places: []place.Place{us, {City: "New York", Region: "NY", Country: "USA"}}, Locations: []string{"San Francisco", "New York"}},
			[]string{"San Francisco, California, United States", "New York, New York, United States"}},
		"one place is a country": {
			statement{Places: []place.Place{{City: "Miami", Region: "FL", Country: "USA"}, {Country: "Canada"}}, Locations: []string{"Miami, FL", "Remote (Canada)"}},
			[]string{"Miami, Florida, United States", "Canada"}},
		"a site name that is a town abroad": {
			statement{Places: []place.Place{us}, Locations: []string{"US, MA, Chelmsford, Alpha"}}, []string{"Chelmsford, Massachusetts, United States"}},
		"the second place is abroad": {
			statement{Places: []place.Place{{CountryCode: "GB"}}, Locations: []string{"London", "Stockholm"}},
			[]string{"London, England, United Kingdom", "Stockholm, Sweden"}},
		"fields say it all": {
			statement{Places: []place.Place{{City: "Leeds", CountryCode: "GB"}}, Locations: []string{"Leeds Office"}}, []string{"Leeds, England, United Kingdom"}},
	} {
		var got []string
		for _, p := range tt.in.normalised() {
			got = append(got, p.String())
		}
		if diff := cmp.Diff(got, tt.want); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestStoredDescriptionsAreHarmless checks that descriptions are unescaped once and then sanitised before they are
// stored.
func TestStoredDescriptionsAreHarmless(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 1))
	board := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(rw, `{"jobs":[{"id":7,"title":"Stoker","absolute_url":"https://jobs.example/7","updated_at":"2026-03-01T09:00:00Z","location":{"name":"Oslo"},
			"content":"&lt;p onclick=\"x()\"&gt;Stoke.&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;svg onload=\"x()\"&gt;&lt;/svg&gt;&amp;lt;b&amp;gt;"}],"meta":{"total":1}}`)
	}))
	t.Cleanup(board.Close)
	if sum := w.crawl(w.worker(func(c *Config) { c.BaseURL = BaseURLs{{"greenhouse", board.URL}} })); sum.Created != 1 {
		t.Fatalf("got %+v, want 1 created", sum)
	}
	if got, want := value[string](w, "SELECT description FROM crawler.job_post"), "<p>Stoke.</p>&lt;b&gt;"; got != want {
		t.Errorf("stored as %q, want %q", got, want)
	}
}
