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

// saboteur carries the schedule out.
type saboteur struct {
	fleet *fleet
	rec   *record
	plan  []fault
	under sync.WaitGroup // faults that last
}

// skewable are services whose clocks may be wrong: those that decide by the clock what is due.
var skewable = []string{"notifications", "crawler"}

// work injects every fault at its time and returns when all are over.
func (s *saboteur) work(ctx context.Context) {
	begun := time.Now()
	for _, f := range s.plan {
		if pauseOr(ctx, time.Until(begun.Add(f.At))) {
			break
		}
		s.under.Go(func() { s.inject(ctx, f) })
	}
	s.under.Wait()
}

func (s *saboteur) inject(ctx context.Context, f fault) {
	dice := rand.New(rand.NewPCG(uint64(f.N), uint64(f.On)))
	on, done, err := s.carryOut(ctx, f, dice)
	l := line{Who: "saboteur", What: string(f.Kind), Detail: map[string]any{"fault": f, "on": on}}
	if err != nil {
		l.Error = err.Error()
	}
	s.rec.mu.Lock()
	defer s.rec.mu.Unlock()
	if done && err == nil {
		s.rec.injected[f.Kind]++
	} else {
		// What was to be broken was broken already.
		l.Error = "missed: " + l.Error
		s.rec.missed++
	}
	s.rec.write(l)
}

// carryOut does one fault and waits for its end. It tells what it befell, and whether it did.
func (s *saboteur) carryOut(ctx context.Context, f fault, dice *rand.Rand) (on string, done bool, err error) {
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
		return "", true, fl.db.crashBackend(ctx, dice)
	case pgFull:
		return "", fl.db.fill(ctx, f.For) > 0, nil
	case pgLock:
		table := lockable[f.On%len(lockable)]
		return table, true, fl.db.lock(ctx, table, f.For)
	case netCut, netStall, netSlow:
		l := fl.network[f.On%len(fl.network)]
		s.spoil(ctx, l, f)
		return l.name, true, nil
	case dataCut, dataStall:
		l := fl.data[f.On%len(fl.data)]
		s.spoil(ctx, l, f)
		return l.name, true, nil
	case mailCut:
		fl.post.front.cut(ctx, f.For)
	case mailBusy, mailHangsUp, mailForgets, mailSluggish:
		fl.post.behave(ctx, map[kind]mood{mailBusy: tempFail, mailHangsUp: hangsUp, mailForgets: forgetful, mailSluggish: sluggish}[f.Kind], f.For)
	case boardFault:
		return s.spoilBoard(ctx, f, dice), true, nil
	}
	return "", true, nil
}

func (s *saboteur) spoil(ctx context.Context, l *link, f fault) {
	switch f.Kind {
	case netCut, dataCut:
		l.cut(ctx, f.For)
	case netStall, dataStall:
		l.stall(ctx, f.For)
	case netSlow:
		l.slow(ctx, time.Duration(f.By)*time.Millisecond, f.For)
	}
}

// spoilBoard has a board misbehave in a way that proves nothing about its postings, or changes the board itself.
func (s *saboteur) spoilBoard(ctx context.Context, f fault, dice *rand.Rand) string {
	b := s.fleet.boards
	e := s.fleet.employers[f.On%len(s.fleet.employers)]
	ways := []fakeboard.Fault{fakeboard.Status(500), fakeboard.Status(404), fakeboard.HTML(), fakeboard.CutOff(), fakeboard.Reset(), fakeboard.Throttled("1"), fakeboard.Slow(2 * time.Second)}
	switch way := dice.IntN(len(ways) + 3); {
	case way < len(ways):
		b.Break(e.Family, e.Token, ways[way])
		defer b.Break(e.Family, e.Token, fakeboard.Fault{})
	case way == len(ways):
		b.Add(e.Family, e.Token, 1+dice.IntN(3))
	case way == len(ways)+1:
		b.Close(e.Family, e.Token, 1)
	default:
		b.Edit(e.Family, e.Token, 1+dice.IntN(3))
	}
	pause(ctx, f.For)
	return e.Family + " " + e.Token
}

// shell runs an operator's command line.
func shell(ctx context.Context, command string) ([]byte, error) {
	return exec.CommandContext(ctx, "sh", "-c", command).CombinedOutput()
}
