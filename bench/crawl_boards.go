package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/fakeboard"
)

// boards are fake boards, each on an address of its own.
type boards struct {
	catalogue []fakeboard.Employer
	port      int
	server    *http.Server
	ended     sync.WaitGroup

	answers map[string]*httptest.ResponseRecorder
}

func openBoards(number, postings int) (*boards, error) {
	s := &boards{answers: map[string]*httptest.ResponseRecorder{}}
	for i := range number {
		s.catalogue = append(s.catalogue, fakeboard.Employer{
			Family: "greenhouse", Token: fmt.Sprintf("127.1.%d.%d", i/250, i%250+1), Name: fmt.Sprintf("Employer %d", i), Postings: postings, Languages: []string{"en", "de", "es", "fr"}[i%4 : i%4+1],
		})
	}
	fake := fakeboard.New(s.catalogue)
	s.server = &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	for _, e := range s.catalogue {
		path := "/greenhouse/v1/boards/" + e.Token + "/jobs"
		rec := httptest.NewRecorder()
		fake.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path+"?content=true", nil))
		if rec.Code != http.StatusOK {
			return nil, fmt.Errorf("a fake board answers %d", rec.Code)
		}
		s.answers[path] = rec
		ln, err := net.Listen("tcp", net.JoinHostPort(e.Token, fmt.Sprint(s.port)))
		if err != nil {
			s.close()
			return nil, err
		}
		s.port = ln.Addr().(*net.TCPAddr).Port
		s.ended.Go(func() { _ = s.server.Serve(ln) })
	}
	return s, nil
}

func (s *boards) close() {
	_ = s.server.Close()
	s.ended.Wait()
}

// ServeHTTP gives the answers that were made beforehand, or says that nothing is new.
func (s *boards) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	answer := s.answers[r.URL.Path]
	if answer == nil {
		http.NotFound(w, r)
		return
	}
	for name, values := range answer.Header() {
		w.Header()[name] = values
	}
	if tag := answer.Header().Get("ETag"); tag != "" && r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	_, _ = w.Write(answer.Body.Bytes())
}

func (s *boards) bytes() int {
	n := 0
	for _, a := range s.answers {
		n += a.Body.Len()
	}
	return n
}

// enlist makes the boards the only targets, never pulled before.
func (s *boards) enlist(ctx context.Context, db *database) error {
	if err := db.exec(ctx, "TRUNCATE crawler.pull_target CASCADE"); err != nil {
		return err
	}
	_, err := db.owner.CopyFrom(ctx, pgx.Identifier{"crawler", "pull_target"}, []string{"id", "source_type", "token", "company_name"},
		pgx.CopyFromSlice(len(s.catalogue), func(i int) ([]any, error) {
			e := s.catalogue[i]
			return []any{uuid.New(), e.Family, e.Token, e.Name}, nil
		}))
	if err != nil {
		return err
	}
	return db.exec(ctx, "VACUUM (ANALYZE) crawler.pull_target", "CHECKPOINT")
}
