package main

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/pquerna/otp/totp"
)

// admin requests passes, sometimes at both replicas at once; only one may be accepted.
type admin struct {
	user
	*account
	replicas []string // addresses of job search, without the gateway
	random   *rand.Rand
	key      string // key of the authenticator; empty without a second factor
	codes    []string
}

var passes = []string{"crawl", "enrichment"}

func (m *admin) run(ctx context.Context) {
	working := context.WithoutCancel(ctx)
	for !sleep(ctx, 500*time.Millisecond+time.Duration(m.random.Int64N(int64(2500*time.Millisecond)))) {
		kind := passes[m.random.IntN(len(passes))]
		switch choice := m.random.IntN(10); {
		case choice < 2 && len(m.codes) > 0:
			m.useCodeTwice(working)
		case choice < 5:
			m.atBoth(working, kind)
		default:
			m.trigger(working, "", kind, m.code())
		}
	}
}

// code returns the current code of the authenticator.
func (m *admin) code() string {
	if m.key == "" {
		return ""
	}
	code, err := totp.GenerateCode(m.key, time.Now())
	if err != nil {
		m.rec.addViolation(ruleResponses, "setup key %q: %v", m.key, err)
	}
	return code
}

func (m *admin) trigger(ctx context.Context, base, kind, code string) outcome {
	body := map[string]string{"kind": kind}
	if code != "" {
		body["code"] = code
	}
	// 422 and 429: the code met a wrong clock, or another request used it.
	got := m.do(ctx, request{op: "request a pass", base: base, method: http.MethodPost, path: "/jobs/admin/triggers", token: m.Token,
		body: body, expected: []int{409, 422, 429}})
	t := trigger{Kind: kind, Outcome: got.outcome()}
	if t.Outcome == acked {
		var id made
		if err := got.decode(&id); err != nil {
			m.rec.addViolation(ruleResponses, "%v", err)
		}
		t.ID = id.ID
	}
	m.rec.addTrigger(t)
	return t.Outcome
}

func (m *admin) atBoth(ctx context.Context, kind string) {
	code := m.code()
	inParallel(len(m.replicas), func(i int) { m.trigger(ctx, m.replicas[i], kind, code) })
}

// useCodeTwice sends one backup code with two requests at once.
func (m *admin) useCodeTwice(ctx context.Context) {
	code := m.codes[0]
	m.codes = m.codes[1:]
	one := m.rec.newSingleUse("backup code of " + m.Email)
	inParallel(len(m.replicas), func(i int) {
		if m.trigger(ctx, m.replicas[i], passes[i%len(passes)], code) == acked {
			m.rec.countUse(one)
		}
	})
}
