package crawler

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// Descriptions are unescaped once and then sanitised before they are stored.
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
		t.Fatalf("got %+v", sum)
	}
	if got, want := value[string](w, "SELECT description FROM crawler.job_post"), "<p>Stoke.</p>&lt;b&gt;"; got != want {
		t.Errorf("stored as %q, want %q", got, want)
	}
}
