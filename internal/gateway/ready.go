package gateway

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

// readiness asks the services whether they can serve, at most once a second however often it is asked itself: anyone
// may ask, and each question becomes one to every service.
type readiness struct {
	check func(context.Context) error
	now   func() time.Time

	mu     sync.Mutex
	asked  time.Time
	answer error
}

func (r *readiness) ask(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); r.asked.IsZero() || now.Sub(r.asked) >= time.Second {
		// The answer is for everyone who asks within the second, so one client hanging up must not decide it.
		fresh, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		r.answer = r.check(fresh)
		r.asked = r.now()
	}
	return r.answer
}

// checkUpstreams names the services that are not ready.
func (g *gateway) checkUpstreams(ctx context.Context) error {
	names := slices.Sorted(maps.Keys(g.upstreams))
	faults := make([]error, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { faults[i] = g.upstreams[name].ready(ctx) })
	}
	wait.Wait()

	var away []string
	var cause error
	for i, err := range faults {
		if err != nil {
			away = append(away, names[i])
			cause = err
		}
	}
	if len(away) == 0 {
		return nil
	}
	return fault.New(fault.Unavailable, "", "waiting for "+strings.Join(away, ", ")+".").Because(cause)
}

func (u *upstream) ready(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.base.JoinPath("/readyz").String(), http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set(httpd.RequestIDHeader, httpd.RequestID(ctx))
	res, err := u.transport.RoundTrip(req)
	if err != nil {
		return fmt.Errorf("%s: %w", u.name, err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d", u.name, res.StatusCode)
	}
	return nil
}
