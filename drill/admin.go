package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/pquerna/otp/totp"
)

// admin requests passes, now and then at both replicas at once: one request is taken at a time.
type admin struct {
	user
	*account
	replicas []string // of job search, past the gateway
	dice     *rand.Rand
	key      string // of the authenticator; empty without a second factor
	codes    []string
}

var passes = []string{"crawl", "enrichment"}

func (m *admin) live(ctx context.Context) {
	working := context.WithoutCancel(ctx)
	for !pauseOr(ctx, 500*time.Millisecond+time.Duration(m.dice.Int64N(int64(2500*time.Millisecond)))) {
		kind := passes[m.dice.IntN(len(passes))]
		switch choice := m.dice.IntN(10); {
		case choice < 2 && len(m.codes) > 0:
			m.oneCodeForTwo(working)
		case choice < 5:
			m.atBoth(working, kind)
		default:
			m.trigger(working, "", kind, m.code())
		}
	}
}

// code is the authenticator's at this moment.
func (m *admin) code() string {
	if m.key == "" {
		return ""
	}
	code, err := totp.GenerateCode(m.key, time.Now())
	if err != nil {
		m.rec.violate("answers are whole", "setup key %q: %v", m.key, err)
	}
	return code
}

func (m *admin) trigger(ctx context.Context, base, kind, code string) outcome {
	body := map[string]string{"kind": kind}
	if code != "" {
		body["code"] = code
	}
	// 422 and 429: a code met a wrong clock, or was used up by the request beside it.
	got := m.do(ctx, request{op: "request a pass", base: base, method: http.MethodPost, path: "/jobs/admin/triggers", token: m.Token, body: body, expected: []int{409, 422, 429}})
	t := trigger{Kind: kind, Outcome: got.outcome()}
	if t.Outcome == acked {
		var id made
		if err := got.into(&id); err != nil {
			m.rec.violate("answers are whole", "%v", err)
		}
		t.ID = id.ID
	}
	m.rec.addTrigger(t)
	return t.Outcome
}

func (m *admin) atBoth(ctx context.Context, kind string) {
	var wg sync.WaitGroup
	code := m.code()
	for _, base := range m.replicas {
		wg.Go(func() { m.trigger(ctx, base, kind, code) })
	}
	wg.Wait()
}

// oneCodeForTwo spends one backup code on both kinds at once.
func (m *admin) oneCodeForTwo(ctx context.Context) {
	code := m.codes[0]
	m.codes = m.codes[1:]
	one := m.rec.once("backup code of " + m.Email)
	var wg sync.WaitGroup
	for i, base := range m.replicas {
		wg.Go(func() {
			if m.trigger(ctx, base, passes[i%len(passes)], code) == acked {
				m.rec.used(one)
			}
		})
	}
	wg.Wait()
}
