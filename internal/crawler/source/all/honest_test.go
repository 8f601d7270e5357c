package all_test

import (
	"bufio"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
)

// TestLargeHonestBoardIsComplete checks that the limits, which are for hostile boards, allow the board of a large
// employer.
func TestLargeHonestBoardIsComplete(t *testing.T) {
	t.Parallel()
	const postings = 20_000
	text := strings.Repeat("<p>You stoke the kiln &amp; rake it out.</p>", 8<<10/44)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out := bufio.NewWriter(w)
		defer out.Flush()
		_, _ = out.WriteString(`{"jobs":[`)
		for i := range postings {
			if i > 0 {
				_ = out.WriteByte(',')
			}
			_, _ = fmt.Fprintf(out, `{"id":%d,"title":"Stoker","absolute_url":"https://jobs.example/%d","content":"%s"}`, i, i, text)
		}
		_, _ = fmt.Fprintf(out, `],"meta":{"total":%d}}`, postings)
	}))
	t.Cleanup(srv.Close)
	f := source.NewFetcher(source.Options{AllowPrivate: true, MaxBody: 1 << 30})
	t.Cleanup(f.Close)
	src, _ := all.Sources().Lookup("greenhouse")
	res, err := source.Pull(t.Context(), src, f, source.Board{Token: "tarnlabs", BaseURL: fakeboard.BaseURLs(srv.URL)["greenhouse"]}, func(source.Posting) error { return nil })
	if err != nil || res.Outcome != source.Complete || res.Seen != postings || res.Reason != "" {
		t.Errorf("got %+v, %v, want complete with %d seen", res, err, postings)
	}
}

// TestLargeHonestListIsComplete checks that lists that are held until their postings are read fit the memory of one
// pull.
func TestLargeHonestListIsComplete(t *testing.T) {
	t.Parallel()
	w := newWorld(t, "smartrecruiters", 20_000)
	w.board.Known = func(string, string) bool { return true }
	res, err := source.Pull(t.Context(), w.src, w.fetcher, w.board, func(source.Posting) error { return nil })
	if err != nil || res.Outcome != source.Complete || res.Seen != 20_000 || res.Reason != "" {
		t.Errorf("got %+v, %v, want complete with 20000 seen", res, err)
	}
}
