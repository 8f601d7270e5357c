package all_test

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
)

// BenchmarkPull is the cost of reading postings, with the board's answer ready made.
func BenchmarkPull(b *testing.B) {
	for _, kind := range []string{"greenhouse", "lever", "ashby", "workable", "recruitee", "personio"} {
		b.Run(kind, func(b *testing.B) {
			e := fakeboard.Employer{Kind: kind, Token: "tarnlabs", Name: "Tarn Labs", Postings: 99}
			boards := fakeboard.NewAt([]fakeboard.Employer{e}, func() time.Time { return today })
			var stored []byte
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if stored == nil {
					rec := httptest.NewRecorder()
					boards.ServeHTTP(rec, r)
					stored = rec.Body.Bytes()
				}
				_, _ = w.Write(stored)
			}))
			defer srv.Close()
			f := source.NewFetcher(source.Options{AllowPrivate: true})
			defer f.Close()
			src, _ := all.Sources().Lookup(kind)
			board := source.Board{Token: e.Token, BaseURL: fakeboard.BaseURLs(srv.URL)[kind]}
			b.ReportAllocs()
			for b.Loop() {
				res, err := source.Pull(b.Context(), src, f, board, func(source.Posting) error { return nil })
				if err != nil || res.Seen != 99 {
					b.Fatal(res, err)
				}
			}
			b.ReportMetric(float64(b.N*99)/b.Elapsed().Seconds(), "postings/s")
		})
	}
}
