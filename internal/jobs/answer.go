package jobs

import (
	"bytes"
	"net/http"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	answersKept   = 32 << 20  // bytes
	longestAnswer = 256 << 10 // bytes; a longer one is not kept
	longestQuery  = 512
)

// answers remembers what was written for a query, up to a number of bytes.
type answers struct {
	mu    sync.Mutex
	list  *simplelru.LRU[string, entry[[]byte]]
	bytes int
	most  int
}

func newAnswers(most int) *answers {
	a := &answers{most: most}
	// The number of bytes is the limit; this one only has to be beyond it.
	list, err := simplelru.NewLRU(most, func(key string, e entry[[]byte]) { a.bytes -= weight(key, e) })
	if err != nil {
		panic(err) // only for a size that is not positive
	}
	a.list = list
	return a
}

// weight is about the memory of an entry, with what the list itself needs for it.
func weight(key string, e entry[[]byte]) int { return len(key) + cap(e.value) + 256 }

func (a *answers) get(key string) (entry[[]byte], bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.list.Get(key)
}

func (a *answers) put(key string, e entry[[]byte]) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.list.Remove(key) // tells of what it takes away, where a replacement would not
	a.list.Add(key, e)
	a.bytes += weight(key, e)
	for a.bytes > a.most {
		a.list.RemoveOldest()
	}
}

// remember answers a list of postings with the very bytes that answered it before, while the data has the same stamp.
// The list is public: nobody's answer differs from anybody else's.
func (s *Service) remember(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet || r.URL.Path != "/jobs" || len(r.URL.RawQuery) > longestQuery {
			next.ServeHTTP(w, r)
			return
		}
		ctx, found := asking(r.Context())
		known, ok := s.answers.get(r.URL.RawQuery)
		if ok && known.holds(s.state(ctx), s.now()) {
			w.Header().Set("Content-Type", "application/json; charset=utf-8")
			_, _ = w.Write(known.value)
			return
		}
		copied := &copyingWriter{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(copied, r.WithContext(ctx))
		// The postings are at least as new as the stamp says: it was the same, or read, before they were.
		if data := found.state; data != unknown && copied.status == http.StatusOK && copied.body.Len() <= longestAnswer {
			s.answers.put(r.URL.RawQuery, entry[[]byte]{value: bytes.Clone(copied.body.Bytes()), stamp: data.stamp, made: s.now()})
		}
	})
}

// copyingWriter keeps a copy of what is written.
type copyingWriter struct {
	http.ResponseWriter
	status int
	body   bytes.Buffer
}

func (w *copyingWriter) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *copyingWriter) Write(p []byte) (int, error) {
	if w.body.Len() <= longestAnswer {
		w.body.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

func (w *copyingWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }
