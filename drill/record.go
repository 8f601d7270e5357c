package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"
)

// outcome is the known result of a write.
type outcome string

const (
	acked   outcome = "acked"   // a successful response: it must be there
	refused outcome = "refused" // a refusal: it must not be there
	unknown outcome = "unknown" // no response or 5xx: it may be there, but not in part
)

// lateness is the time after its request timed out in which a write may still take effect: it may wait in a frozen
// process, in a stalled link or for a lock.
const lateness = time.Minute

// write is one attempt to set a value.
type write struct {
	Value        string
	Outcome      outcome
	Began, Ended time.Time
}

// register is a value with one writer, who makes one write at a time.
type register struct {
	Initial string
	Writes  []write
}

// allowed returns the values that the register may have in the end.
func (r register) allowed() map[string]bool {
	last := -1
	for i, w := range r.Writes {
		if w.Outcome == acked {
			last = i
		}
	}
	values := map[string]bool{}
	if last < 0 {
		values[r.Initial] = true
	} else {
		values[r.Writes[last].Value] = true
	}
	for i, w := range r.Writes {
		if w.Outcome == unknown && (i > last || w.Ended.Add(lateness).After(r.Writes[last].Began)) {
			values[w.Value] = true
		}
	}
	return values
}

// last returns the value of the last acknowledged write.
func (r register) last() string {
	for i := len(r.Writes) - 1; i >= 0; i-- {
		if r.Writes[i].Outcome == acked {
			return r.Writes[i].Value
		}
	}
	return r.Initial
}

// account records the state of one user.
type account struct {
	Email    string
	Created  outcome
	ID       uuid.UUID
	Verified outcome
	Deleted  outcome // empty if deletion was not tried
	Token    string
	Ended    []string // tokens whose logout was acknowledged

	Name, Password, Preferences register
	Saved                       map[uuid.UUID]*register // "saved" or ""
	Filters                     []*filter
	Applications                []*application
	Reminders                   []*reminder
	BackupCodes                 int // acknowledged uses
	BackupDoubts                int // uses without a response
}

// filter is a saved filter.
type filter struct {
	Name    string // unique
	ID      uuid.UUID
	Created outcome
	Deleted outcome
}

// application is a tracked application. Its tag, stored as the contact, is unique and never changes.
type application struct {
	Tag     string
	ID      uuid.UUID
	Created outcome
	Deleted outcome
	Status  register
	Notes   register
	Step    string // label of its next step, unique
	Stepped outcome
}

// reminder is a custom reminder; its title is unique.
type reminder struct {
	Application uuid.UUID
	Title       string
	ID          uuid.UUID
	Created     outcome
	Cancelled   outcome
	Latest      time.Time // latest time at which it is due
	Channels    []string
}

// singleUse is something that must work only once: a backup code, an emailed code, a challenge.
type singleUse struct {
	What      string
	Successes int
}

// trigger is a request for a pass.
type trigger struct {
	Kind    string
	Outcome outcome
	ID      uuid.UUID
}

// ack is an acknowledged write.
type ack struct{ began, ended time.Time }

// sample is one request of a measured user; status 0 means no response.
type sample struct {
	who          string
	began, ended time.Time
	status       int
}

// violation is a broken rule.
type violation struct {
	Rule   string `json:"rule"`
	Detail string `json:"detail"`
}

func (v violation) String() string { return v.Rule + ": " + v.Detail }

// record holds everything that the drill has observed. Each user writes only to its own account; mu guards what is
// shared.
type record struct {
	begun time.Time

	mu         sync.Mutex
	file       *os.File
	history    *bufio.Writer
	accounts   []*account
	singleUses []*singleUse
	triggers   []trigger
	violations []violation
	counts     map[string]map[outcome]int // counts by operation
	acks       []ack                      // acknowledged writes
	samples    []sample                   // requests of measured users
	injected   map[kind]int
	missed     int
}

func newRecord(path string) (*record, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &record{begun: time.Now(), file: f, history: bufio.NewWriter(f), counts: map[string]map[outcome]int{}, injected: map[kind]int{}},
		nil
}

// line is one line of the history.
type line struct {
	At      float64 `json:"at"` // seconds since the start
	Who     string  `json:"who"`
	What    string  `json:"what"`
	Detail  any     `json:"detail,omitempty"`
	Status  int     `json:"status,omitempty"`
	Outcome outcome `json:"outcome,omitempty"`
	Took    float64 `json:"took,omitempty"`
	Error   string  `json:"error,omitempty"`
}

// write appends to the history. The caller holds the lock.
func (r *record) write(l line) {
	l.At = time.Since(r.begun).Seconds()
	b, err := json.Marshal(l)
	if err != nil {
		b = fmt.Appendf(nil, "%q", err.Error())
	}
	_, _ = r.history.Write(append(b, '\n'))
}

// note appends a line to the history.
func (r *record) note(l line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.write(l)
}

// addViolation records a violation.
func (r *record) addViolation(rule, detail string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	v := violation{rule, fmt.Sprintf(detail, args...)}
	r.violations = append(r.violations, v)
	r.write(line{Who: "checker", What: "violation", Detail: v})
}

func (r *record) addAccount(a *account) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.accounts = append(r.accounts, a)
}

// newSingleUse records something that must work only once.
func (r *record) newSingleUse(what string) *singleUse {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := &singleUse{What: what}
	r.singleUses = append(r.singleUses, s)
	return s
}

// countUse records a success of something that must work only once.
func (r *record) countUse(s *singleUse) {
	r.mu.Lock()
	s.Successes++
	n := s.Successes
	r.mu.Unlock()
	if n > 1 {
		r.addViolation(ruleUsedOnce, "%s worked %d times", s.What, n)
	}
}

func (r *record) addTrigger(t trigger) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.triggers = append(r.triggers, t)
}

// count records an operation.
func (r *record) count(op string, isWrite bool, a response, l line) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.counts[op] == nil {
		r.counts[op] = map[outcome]int{}
	}
	r.counts[op][l.Outcome]++
	if isWrite && l.Outcome == acked {
		r.acks = append(r.acks, ack{a.began, a.ended})
	}
	r.write(l)
}

func (r *record) sample(s sample) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.samples = append(r.samples, s)
}

func (r *record) flush() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.history.Flush(); err != nil {
		return err
	}
	return r.file.Sync()
}
