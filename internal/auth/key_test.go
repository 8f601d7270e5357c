package auth_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/clocktest"
	"rolecall/internal/fault"
)

// published is a key source whose keys, health and number of calls a test controls.
type published struct {
	mu    sync.Mutex
	from  []*authtest.Issuer
	down  error
	calls int
}

func (p *published) keys(ctx context.Context) ([]auth.Key, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.calls++
	if p.down != nil {
		return nil, p.down
	}
	var out []auth.Key
	for _, i := range p.from {
		k, err := i.Keys(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, k...)
	}
	return out, nil
}

func (p *published) set(down error, from ...*authtest.Issuer) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down, p.from = down, from
}

func (p *published) count() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls
}

func TestRotation(t *testing.T) {
	t.Parallel()
	before, after := authtest.New(t), authtest.New(t)
	source, clock := &published{from: []*authtest.Issuer{before}}, clocktest.New(time.Now())
	v := auth.NewVerifier(authtest.IssuerName, source.keys, noRevocations(t), clock.Now)
	old := before.Token(uuid.New())
	if _, err := v.Verify(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	source.set(nil, before, after)
	for name, token := range map[string]string{"the new key": after.Token(uuid.New()), "the old key": before.Token(uuid.New()),
		"a cached token": old} {
		if _, err := v.Verify(t.Context(), token); err != nil {
			t.Errorf("%s right after the rotation: %v", name, err)
		}
	}
	if got := source.count(); got != 2 {
		t.Errorf("the keys were fetched %d times, want 2", got)
	}
	// A withdrawn key is forgotten with the next refresh, made in the background.
	source.set(nil, after)
	clock.Add(6 * time.Minute)
	_, _ = v.Verify(t.Context(), before.Token(uuid.New()))
	for deadline := time.Now().Add(time.Minute); source.count() < 3 && time.Now().Before(deadline); {
		_, _ = v.Verify(t.Context(), before.Token(uuid.New()))
	}
	_, err := v.Verify(t.Context(), before.Token(uuid.New()))
	for deadline := time.Now().Add(time.Minute); err == nil && time.Now().Before(deadline); {
		_, err = v.Verify(t.Context(), before.Token(uuid.New()))
	}
	wantKind(t, err, fault.Unauthorized)
	_, err = v.Verify(t.Context(), old) // in the cache since before
	wantKind(t, err, fault.Unauthorized)
	if _, err := v.Verify(t.Context(), after.Token(uuid.New())); err != nil {
		t.Errorf("the remaining key: %v", err)
	}
}

func TestUnknownKeyIDFetchesAtMostEveryTenSeconds(t *testing.T) {
	t.Parallel()
	known, stranger := authtest.New(t), authtest.New(t)
	source, clock := &published{from: []*authtest.Issuer{known}}, clocktest.New(time.Now())
	v := auth.NewVerifier(authtest.IssuerName, source.keys, noRevocations(t), clock.Now)
	if _, err := v.Verify(t.Context(), known.Token(uuid.New())); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				_, err := v.Verify(t.Context(), stranger.Token(uuid.New()))
				wantKind(t, err, fault.Unauthorized)
			})
		}
		all.Wait()
		clock.Add(10 * time.Second)
	}
	if got := source.count(); got != 4 {
		t.Errorf("fetched %d times, want once at first and once for each ten seconds", got)
	}
}

func TestReadinessProbesDoNotFetch(t *testing.T) {
	t.Parallel()
	known := authtest.New(t)
	source, clock := &published{from: []*authtest.Issuer{known}}, clocktest.New(time.Now())
	v := auth.NewVerifier(authtest.IssuerName, source.keys, noRevocations(t), clock.Now)
	for range 5 {
		if err := v.Ready(t.Context()); err != nil {
			t.Fatal(err)
		}
		clock.Add(time.Minute)
	}
	if got := source.count(); got != 1 {
		t.Errorf("fetched %d times, want 1", got)
	}
}

func TestOutageIsNotABadToken(t *testing.T) {
	t.Parallel()
	known, rotated := authtest.New(t), authtest.New(t)
	away := errors.New("connection refused")
	source, clock := &published{down: away}, clocktest.New(time.Now())
	v := auth.NewVerifier(authtest.IssuerName, source.keys, noRevocations(t), clock.Now)

	// Never loaded: nothing can be said of any token, and the source is not hammered.
	for range 3 {
		_, err := v.Verify(t.Context(), known.Token(uuid.New()))
		wantKind(t, err, fault.Unavailable)
	}
	wantKind(t, v.Ready(t.Context()), fault.Unavailable)
	if got := source.count(); got != 1 {
		t.Errorf("fetched %d times during the outage, want 1", got)
	}
	source.set(nil, known)
	clock.Add(11 * time.Second)
	if _, err := v.Verify(t.Context(), known.Token(uuid.New())); err != nil {
		t.Fatalf("after the outage: %v", err)
	}

	// Loaded, then away: known keys go on, an unknown one cannot be judged.
	source.set(away)
	for range 3 {
		_, err := v.Verify(t.Context(), rotated.Token(uuid.New()))
		wantKind(t, err, fault.Unavailable)
	}
	clock.Add(20 * time.Minute)
	if _, err := v.Verify(t.Context(), known.Token(uuid.New())); err != nil {
		t.Errorf("a known key after 20 minutes of outage: %v", err)
	}
}

func TestJWKS(t *testing.T) {
	t.Parallel()
	issuer := authtest.New(t)
	keys, err := issuer.Keys(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	set := auth.JWKS{Keys: []auth.JWK{{KeyType: "RSA", ID: "other"}, auth.Publish(keys[0]),
		{KeyType: "OKP", Curve: "Ed25519", ID: "short", X: "AAAA"}}}
	answers := map[string]http.HandlerFunc{
		"/good":     func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(set) },
		"/empty":    func(w http.ResponseWriter, _ *http.Request) { _ = json.NewEncoder(w).Encode(auth.JWKS{}) },
		"/nonsense": func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("<html>")) },
		"/error":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
	}
	mux := http.NewServeMux()
	for path, h := range answers {
		mux.HandleFunc(path+"/auth/.well-known/jwks.json", h)
	}
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	got, err := auth.FromJWKS(server.Client(), server.URL+"/good")(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(keys, got); diff != "" {
		t.Error(diff)
	}
	for _, path := range []string{"/empty", "/nonsense", "/error", "/absent"} {
		if got, err := auth.FromJWKS(server.Client(), server.URL+path)(t.Context()); err == nil {
			t.Errorf("%s: got %v, want an error", path, got)
		}
	}
}
