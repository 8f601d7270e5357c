package hashing

import (
	"cmp"
	"log/slog"
	"os"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Options are what Processes need of their host.
type Options struct {
	Threads int // keys at once
	Log     *slog.Logger
	Metrics prometheus.Registerer

	patience time.Duration // 0 is the usual one
}

// Processes makes keys in second processes, each of which makes one at a time. Several in one process would stop each
// other whenever garbage is collected, for as long as the kernel keeps a thread that has to agree from its core: beside a
// service and its database that was a twelfth of all logins.
type Processes struct {
	house
	all []*process // as many as keys can be made at once; those behind the first are started once the others are busy

	mu   sync.Mutex
	load []int // of each, the requests that it has not answered
}

// house is what the processes have in common.
type house struct {
	command  []string // the path of a program, and its words; none is no second process
	patience time.Duration
	log      *slog.Logger
	local    *Local
	starts   *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
}

// New starts the first process. The program must call Main first thing: it is this program that is started again.
func New(o Options) *Processes {
	path, err := self()
	if err != nil {
		o.Log.Error("passwords are hashed by the service itself: its program cannot be found", "error", err)
		return newProcesses(o, nil)
	}
	return newProcesses(o, []string{path, os.Args[0], Word})
}

func newProcesses(o Options, command []string) *Processes {
	p := &Processes{house: house{
		command: command, patience: cmp.Or(o.patience, patience), log: o.Log, local: NewLocal(o.Threads),
		starts: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "rolecall_identity_hash_starts_total",
			Help: "Starts of the processes that hash passwords, by outcome: started or failed.",
		}, []string{"outcome"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "rolecall_identity_hash_seconds",
			Help:    "Time to make one password hash, by place: process or, as long as there can be none, service.",
			Buckets: []float64{.025, .05, .1, .2, .4, .8, 1.6, 3.2, 6.4},
		}, []string{"place"}),
	}}
	if o.Metrics != nil {
		o.Metrics.MustRegister(p.starts, p.seconds)
	}
	p.load = make([]int, max(1, o.Threads))
	for range p.load {
		p.all = append(p.all, &process{house: &p.house})
	}
	p.all[0].child()
	return p
}

// Derive makes a key.
func (p *Processes) Derive(r Request) ([]byte, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	n := p.take()
	defer p.leave(n)
	return p.all[n].derive(r)
}

// take gives the process with the least to do, the first among equals.
func (p *Processes) take() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	best := 0
	for n, requests := range p.load {
		if requests < p.load[best] {
			best = n
		}
	}
	p.load[best]++
	return best
}

func (p *Processes) leave(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.load[n]--
}

// Close ends the processes. Nobody may be waiting for a key.
func (p *Processes) Close() {
	var all sync.WaitGroup
	for _, one := range p.all {
		all.Go(one.close)
	}
	all.Wait()
}
