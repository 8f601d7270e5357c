package crawler

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"rolecall/internal/crawler/fakeboard"
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

const (
	postingsPerBoard = 80
	changesPerDay    = 0.02 // share of the postings
	brokenShare      = 0.02 // boards that fail at any time
)

// familyShares are the families of a hundred boards; those that are not named share the rest.
var familyShares = map[string]float64{
	"greenhouse": 25, "ashby": 14, "lever": 12, "workday": 8, "workable": 8, "personio": 6, "teamtailor": 5, "recruitee": 5, "smartrecruiters": 5,
}

// simulation is a crawler that runs by schedule against a world of boards that change and fail.
type simulation struct {
	*world

	clock     *simulatedClock
	cfg       Config
	worker    atomic.Pointer[Worker]
	random    *rand.Rand
	employers []fakeboard.Employer
	upTo      []int // postings of this employer and those before it
	inFlight  atomic.Int64
	requests  atomic.Int64
	broken    map[int]time.Time // by employer: the time at which it works again
	pending   map[[2]string]map[changeKind][]time.Time
	delays    map[changeKind][]time.Duration // time from a change to the pull that found it
	made      int                            // changes
}

type changeKind string

const (
	postingAdded  changeKind = "new"
	postingClosed changeKind = "closed"
	postingEdited changeKind = "edited"
)

func newSimulation(t *testing.T, boards int) *simulation {
	t.Helper()
	s := &simulation{
		world:  &world{t: t, db: pgtest.DB(t)},
		random: rand.New(rand.NewPCG(1, 2)), broken: map[int]time.Time{}, pending: map[[2]string]map[changeKind][]time.Time{},
		delays: map[changeKind][]time.Duration{},
	}
	s.owner = s.db.Pool("")
	start := time.Date(2026, 3, 1, 23, 0, 0, 0, time.UTC)
	s.clock = &simulatedClock{at: start}
	s.clock.busy = func() bool { return s.inFlight.Load() > 0 || len(s.worker.Load().writers) > 0 }
	s.makeEmployers(boards)
	// The boards have a clock that stands still: theirs publishes postings again from day to day.
	s.boards = fakeboard.NewAt(s.employers, func() time.Time { return start })
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		s.requests.Add(1)
		s.inFlight.Add(1)
		defer s.inFlight.Add(-1)
		s.boards.ServeHTTP(rw, r)
	}))
	t.Cleanup(srv.Close)
	at, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	s.start(at.Port())
	return s
}

// start adds the boards and makes the worker. Each family and each careers site has its own host.
func (s *simulation) start(port string) {
	s.t.Helper()
	cfg := testConfig(s.t, "")
	cfg.BaseURL = nil
	for _, src := range all.Sources() {
		name := src.Family().Name
		if base := fakeboard.BaseURLs("http://" + name + ".example:" + port)[name]; base != "" {
			cfg.BaseURL = append(cfg.BaseURL, BaseURL{name, base})
		}
	}
	for _, e := range s.employers {
		token := e.Target("http://" + e.Token + ".example:" + port)
		if cfg.BaseURL.of(e.Family) != "" {
			token = e.Target("http://" + e.Family + ".example:" + port)
		}
		s.exec("INSERT INTO crawler.pull_target (id, source_type, token, company_name) VALUES (gen_random_uuid(), $1, $2, $3)", e.Family, token, e.Name)
	}
	s.cfg = cfg
	s.restart()
	ctx, stop := context.WithCancel(context.Background())
	s.t.Cleanup(stop)
	go s.clock.run(ctx)
}

// restart makes a new worker, without the state of the previous one.
func (s *simulation) restart() {
	s.t.Helper()
	deps := Deps{Log: slog.New(slog.DiscardHandler), DB: s.db.Pool(schema.CrawlerRole), Version: "test", Now: s.clock.now}
	resolver := loopbackResolver(s.t)
	worker, err := newWorker(s.cfg, deps, func(o *source.Options) { o.Sleep, o.Resolver = s.clock.sleep, resolver })
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(worker.Close)
	s.worker.Store(worker)
}

// makeEmployers makes boards of very different sizes: most have a few postings, a few have hundreds.
func (s *simulation) makeEmployers(boards int) {
	sizes, sum := make([]float64, boards), 0.0
	for i := range sizes {
		sizes[i] = math.Exp(1.3 * s.random.NormFloat64())
		sum += sizes[i]
	}
	for i := range sizes {
		postings := max(int(math.Round(sizes[i]/sum*float64(boards*postingsPerBoard))), 1)
		s.employers = append(s.employers, fakeboard.Employer{
			Family: s.family(), Token: fmt.Sprintf("b%d", i), Name: fmt.Sprintf("Fictional %d", i), Postings: postings,
		})
		s.upTo = append(s.upTo, postings)
		if i > 0 {
			s.upTo[i] += s.upTo[i-1]
		}
	}
}

func (s *simulation) family() string {
	at, named := 100*s.random.Float64(), 0.0
	for _, name := range fakeboard.Families {
		if named += familyShares[name]; at < named {
			return name
		}
	}
	var others []string
	for _, name := range fakeboard.Families {
		if familyShares[name] == 0 {
			others = append(others, name)
		}
	}
	return others[s.random.IntN(len(others))]
}

// change changes postings of the world, as many as change in the time before now. Every posting is as likely as any
// other, so large boards change often.
func (s *simulation) change(within time.Duration) {
	now, postings := s.clock.now(), s.upTo[len(s.upTo)-1]
	n := float64(postings) * changesPerDay * within.Hours() / 24
	count := int(n)
	if s.random.Float64() < n-float64(count) {
		count++
	}
	for range count {
		i, _ := slices.BinarySearchFunc(s.upTo, s.random.IntN(postings), func(upTo, at int) int { return cmp.Compare(upTo, at+1) })
		e := s.employers[i]
		kind := []changeKind{postingAdded, postingAdded, postingClosed, postingClosed, postingEdited}[s.random.IntN(5)]
		if s.boards.Open(e.Family, e.Token) == 0 {
			kind = postingAdded
		}
		switch kind {
		case postingAdded:
			s.boards.Add(e.Family, e.Token, 1)
		case postingClosed:
			s.boards.Close(e.Family, e.Token, 1)
		case postingEdited:
			s.boards.Edit(e.Family, e.Token, 1)
		}
		s.made++
		key := [2]string{e.Family, e.Name}
		if s.pending[key] == nil {
			s.pending[key] = map[changeKind][]time.Time{}
		}
		s.pending[key][kind] = append(s.pending[key][kind], now.Add(-time.Duration(s.random.Int64N(int64(within)))))
	}
}

// boardFaults returns the ways in which boards fail. Those that answer with an empty list are repaired before the pull that
// would have to agree with it.
func boardFaults() []fakeboard.Fault {
	return []fakeboard.Fault{
		fakeboard.Status(500), fakeboard.Status(503), fakeboard.Status(403), fakeboard.Status(404), fakeboard.Throttled("120"), fakeboard.Throttled(""),
		fakeboard.HTML(), fakeboard.Empty(), fakeboard.UnexpectedJSON(), fakeboard.CutOff(), fakeboard.Reset(), fakeboard.EmptyPage(), fakeboard.HugeText(),
	}
}

// breakSome repairs boards whose time has come and breaks others, each for one to five hours.
func (s *simulation) breakSome() {
	now := s.clock.now()
	for i, until := range s.broken {
		if now.After(until) {
			s.boards.Break(s.employers[i].Family, s.employers[i].Token, fakeboard.Fault{})
			delete(s.broken, i)
		}
	}
	for len(s.broken) < int(math.Ceil(brokenShare*float64(len(s.employers)))) {
		i := s.random.IntN(len(s.employers))
		if _, already := s.broken[i]; already {
			continue
		}
		s.boards.Break(s.employers[i].Family, s.employers[i].Token, boardFaults()[s.random.IntN(len(boardFaults()))])
		s.broken[i] = now.Add(time.Hour + time.Duration(s.random.Int64N(int64(4*time.Hour))))
	}
}

func (s *simulation) repairAll() {
	for i := range s.broken {
		s.boards.Break(s.employers[i].Family, s.employers[i].Token, fakeboard.Fault{})
	}
	clear(s.broken)
}
