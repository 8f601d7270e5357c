package main

import (
	"context"
	"math/rand/v2"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"rolecall/internal/crawler/fakeboard"
)

// injector injects the faults of a schedule.
type injector struct {
	fleet *fleet
	rec   *record
	plan  []fault
	under sync.WaitGroup // faults that have not ended
}

// skewable are the services that decide by the clock what is due; only their clocks are set wrong.
var skewable = []string{"notifications", "crawler"}

// run injects every fault at its time and returns when all have ended.
func (s *injector) run(ctx context.Context) {
	start := time.Now()
	for _, f := range s.plan {
		if sleep(ctx, time.Until(start.Add(f.At))) {
			break
		}
		s.under.Go(func() { s.inject(ctx, f) })
	}
	s.under.Wait()
}

func (s *injector) inject(ctx context.Context, f fault) {
	random := rand.New(rand.NewPCG(uint64(f.N), uint64(f.On)))
	on, done, err := s.apply(ctx, f, random)
	l := line{Who: "injector", What: string(f.Kind), Detail: map[string]any{"fault": f, "on": on}}
	if err != nil {
		l.Error = err.Error()
	}
	s.rec.mu.Lock()
	defer s.rec.mu.Unlock()
	if done && err == nil {
		s.rec.injected[f.Kind]++
	} else {
		// The target was down already.
		l.Error = "missed: " + l.Error
		s.rec.missed++
	}
	s.rec.write(l)
}

// apply injects one fault and waits for its end. It returns the target, and whether the fault had an effect.
func (s *injector) apply(ctx context.Context, f fault, random *rand.Rand) (on string, done bool, err error) {
	fl := s.fleet
	switch f.Kind {
	case kill, term, freeze:
		p := fl.processes[f.On%len(fl.processes)]
		switch f.Kind {
		case kill:
			return p.name, p.end("kill", syscall.SIGKILL, f.For, 0), nil
		case term:
			return p.name, p.end("term", syscall.SIGTERM, f.For, 0), nil
		}
		return p.name, p.freeze(ctx, f.For), nil
	case wrongClock:
		list := append(fl.of(skewable[0]), fl.of(skewable[1])...)
		p := list[f.On%len(list)]
		if p.skewed == "" {
			return p.name, false, nil
		}
		return p.name, p.end("kill", syscall.SIGKILL, f.For, f.By), nil
	case pgFast:
		return "", true, fl.db.restart(ctx, syscall.SIGINT)
	case pgImmediate:
		return "", true, fl.db.restart(ctx, syscall.SIGQUIT)
	case pgKill:
		return "", true, fl.db.restart(ctx, syscall.SIGKILL)
	case pgBackend:
		return "", true, fl.db.crashBackend(ctx, random)
	case pgFull:
		return "", fl.db.fill(ctx, f.For) > 0, nil
	case pgLock:
		table := lockable[f.On%len(lockable)]
		return table, true, fl.db.lock(ctx, table, f.For)
	case netCut, netStall, netSlow:
		l := fl.network[f.On%len(fl.network)]
		disturb(ctx, l, f)
		return l.name, true, nil
	case dataCut, dataStall:
		l := fl.data[f.On%len(fl.data)]
		disturb(ctx, l, f)
		return l.name, true, nil
	case mailCut:
		fl.mail.front.cut(ctx, f.For)
	case mailBusy, mailDropsMessage, mailDropsReply, mailSlow:
		fl.mail.misbehave(ctx, map[kind]behaviour{mailBusy: refusesForNow, mailDropsMessage: dropsMessage, mailDropsReply: dropsReply,
			mailSlow: slowReply}[f.Kind], f.For)
	case hookCut:
		fl.hooks.front.cut(ctx, f.For)
	case hookBusy, hookDropsReply:
		fl.hooks.misbehave(ctx, map[kind]behaviour{hookBusy: refusesForNow, hookDropsReply: dropsReply}[f.Kind], f.For)
	case boardFault:
		return s.disturbBoard(ctx, f, random), true, nil
	}
	return "", true, nil
}

func disturb(ctx context.Context, l *link, f fault) {
	switch f.Kind {
	case netCut, dataCut:
		l.cut(ctx, f.For)
	case netStall, dataStall:
		l.stall(ctx, f.For)
	case netSlow:
		l.slow(ctx, time.Duration(f.By)*time.Millisecond, f.For)
	}
}

// disturbBoard makes a board fail in a way that proves nothing about its postings, or changes its postings.
func (s *injector) disturbBoard(ctx context.Context, f fault, random *rand.Rand) string {
	b := s.fleet.boards
	e := s.fleet.employers[f.On%len(s.fleet.employers)]
	faults := []fakeboard.Fault{fakeboard.Status(500), fakeboard.Status(404), fakeboard.HTML(), fakeboard.CutOff(), fakeboard.Reset(),
		fakeboard.Throttled("1"), fakeboard.Slow(2 * time.Second)}
	switch n := random.IntN(len(faults) + 3); {
	case n < len(faults):
		b.Break(e.Family, e.Token, faults[n])
		defer b.Break(e.Family, e.Token, fakeboard.Fault{})
	case n == len(faults):
		b.Add(e.Family, e.Token, 1+random.IntN(3))
	case n == len(faults)+1:
		b.Close(e.Family, e.Token, 1)
	default:
		b.Edit(e.Family, e.Token, 1+random.IntN(3))
	}
	sleep(ctx, f.For)
	return e.Family + " " + e.Token
}

// shell runs a command line of the operator.
func shell(ctx context.Context, command string) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", command).CombinedOutput()
}
