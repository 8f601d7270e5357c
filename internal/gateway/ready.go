package gateway

import (
	"context"
	"errors"
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

// readiness checks the services at most once a second: anyone may call /readyz, and each check calls every service.
type readiness struct {
	check func(context.Context) error
	now   func() time.Time

	mu      sync.Mutex
	checked time.Time
	err     error
}

func (r *readiness) ready(ctx context.Context) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if now := r.now(); r.checked.IsZero() || now.Sub(r.checked) >= time.Second {
		// Other clients share the result, so it must not depend on this client staying connected.
		fresh, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*time.Second)
		defer cancel()
		r.err = r.check(fresh)
		r.checked = r.now()
	}
	return r.err
}

// checkUpstreams returns an error that names the services that are not ready.
func (g *gateway) checkUpstreams(ctx context.Context) error {
	names := slices.Sorted(maps.Keys(g.upstreams))
	faults := make([]error, len(names))
	var wait sync.WaitGroup
	for i, name := range names {
		wait.Go(func() { faults[i] = g.upstreams[name].ready(ctx) })
	}
	wait.Wait()

	var down []string
	for i, err := range faults {
		if err != nil {
			down = append(down, names[i])
		}
	}
	if len(down) == 0 {
		return nil
	}
	return fault.New(fault.Unavailable, "", "waiting for "+strings.Join(down, ", ")+".").Because(errors.Join(faults...))
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
