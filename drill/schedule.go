package main

import (
	"math/rand/v2"
	"time"
)

// kind names a fault.
type kind string

const (
	kill             kind = "kill -9"
	term             kind = "SIGTERM"
	freeze           kind = "frozen process"
	wrongClock       kind = "wrong clock"
	pgFast           kind = "PostgreSQL fast restart"
	pgImmediate      kind = "PostgreSQL immediate restart"
	pgKill           kind = "PostgreSQL kill -9"
	pgBackend        kind = "PostgreSQL session crash"
	pgFull           kind = "connections used up"
	pgLock           kind = "table locked"
	netCut           kind = "network cut"
	netStall         kind = "network stalled"
	netSlow          kind = "network slow"
	dataCut          kind = "database link cut"
	dataStall        kind = "database link stalled"
	mailCut          kind = "mail server away"
	mailBusy         kind = "mail server refuses for now"
	mailDropsMessage kind = "mail server hangs up"
	mailDropsReply   kind = "mail server takes mail and hangs up"
	mailSlow         kind = "mail server slow"
	hookCut          kind = "webhooks away"
	hookBusy         kind = "webhooks refused for now"
	hookDropsReply   kind = "webhooks taken without a reply"
	boardFault       kind = "board misbehaves"
	primaryKill      kind = "primary killed"
)

// fault is one event of the schedule. All of it is derived from the seed.
type fault struct {
	N    int           `json:"n"`
	At   time.Duration `json:"at"`
	Kind kind          `json:"kind"`
	On   int           `json:"on"`  // index of the target, modulo their number
	For  time.Duration `json:"for"` // duration, or how long a process stays down
	By   int           `json:"by"`  // seconds of a wrong clock, milliseconds of a slow network
}

// mix defines the frequency of a kind of fault and its longest duration.
type mix struct {
	kind    kind
	weight  int
	longest time.Duration
	own     bool // only for a PostgreSQL that the drill started
}

var mixes = []mix{
	{kind: kill, weight: 22, longest: 2500 * time.Millisecond},
	{kind: term, weight: 12, longest: 1500 * time.Millisecond},
	{kind: freeze, weight: 12, longest: 6 * time.Second},
	{kind: wrongClock, weight: 5, longest: 500 * time.Millisecond},
	{kind: pgFast, weight: 2, own: true},
	{kind: pgImmediate, weight: 2, own: true},
	{kind: pgKill, weight: 2, own: true},
	{kind: pgBackend, weight: 3, own: true},
	{kind: pgFull, weight: 3, longest: 3 * time.Second},
	{kind: pgLock, weight: 6, longest: 4 * time.Second},
	{kind: netCut, weight: 8, longest: 4 * time.Second},
	{kind: netStall, weight: 5, longest: 6 * time.Second},
	{kind: netSlow, weight: 6, longest: 6 * time.Second},
	{kind: dataCut, weight: 5, longest: 2 * time.Second},
	{kind: dataStall, weight: 3, longest: 4 * time.Second},
	{kind: mailCut, weight: 3, longest: 6 * time.Second},
	{kind: mailBusy, weight: 2, longest: 5 * time.Second},
	{kind: mailDropsMessage, weight: 2, longest: 5 * time.Second},
	{kind: mailDropsReply, weight: 3, longest: 5 * time.Second},
	{kind: mailSlow, weight: 2, longest: 5 * time.Second},
	{kind: hookCut, weight: 2, longest: 6 * time.Second},
	{kind: hookBusy, weight: 2, longest: 5 * time.Second},
	{kind: hookDropsReply, weight: 2, longest: 5 * time.Second},
	{kind: boardFault, weight: 4, longest: 8 * time.Second},
}

// clockLimit is the largest error of a clock in seconds, a little less than the outbox tolerates.
const clockLimit = 12

// gap is the mean time between two faults.
const gap = 850 * time.Millisecond

// plan returns the schedule of a run.
func plan(seed uint64, length time.Duration, ownDatabase bool) []fault {
	random := rand.New(rand.NewPCG(seed, 0))
	var kinds []mix
	total := 0
	for _, m := range mixes {
		if ownDatabase || !m.own {
			kinds = append(kinds, m)
			total += m.weight
		}
	}
	var out []fault
	for at := gap; at < length; at += gap/4 + time.Duration(random.Int64N(int64(3*gap/2))) {
		pick := random.IntN(total)
		var m mix
		for _, m = range kinds {
			if pick -= m.weight; pick < 0 {
				break
			}
		}
		f := fault{N: len(out) + 1, At: at.Round(time.Millisecond), Kind: m.kind, On: random.IntN(1 << 16)}
		if m.longest > 0 {
			f.For = (200*time.Millisecond + time.Duration(random.Int64N(int64(m.longest)))).Round(time.Millisecond)
		}
		switch m.kind {
		case wrongClock:
			if f.By = random.IntN(2*clockLimit) - clockLimit; f.By >= 0 {
				f.By++ // never 0
			}
		case netSlow:
			f.By = 50 + random.IntN(750)
		}
		out = append(out, f)
	}
	return out
}
