package auth_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/auth"
	"rolecall/internal/env"
)

func TestRevocationsAreReadByPage(t *testing.T) {
	t.Parallel()
	ids := []uuid.UUID{uuid.New(), uuid.New(), uuid.New()}
	var asked []string
	source := func(_ context.Context, since string) ([]auth.Revocation, string, error) {
		asked = append(asked, since)
		at := time.Now()
		switch since {
		case "":
			return []auth.Revocation{{SessionID: ids[0], RevokedAt: at}, {SessionID: ids[1], RevokedAt: at}}, "2", nil
		case "2":
			return []auth.Revocation{{SessionID: ids[2], RevokedAt: at}}, "3", nil
		}
		return nil, since, nil
	}
	r := auth.NewRevocations(source, time.Hour)
	if _, ready := r.Ended(ids[0]); ready {
		t.Error("ready before anything was read")
	}
	if n, err := r.RunOnce(t.Context()); n != 3 || err != nil {
		t.Fatalf("got %d, %v, want 3", n, err)
	}
	if n, err := r.RunOnce(t.Context()); n != 0 || err != nil {
		t.Fatalf("again: got %d, %v, want 0", n, err)
	}
	if diff := cmp.Diff([]string{"", "2", "3", "3"}, asked); diff != "" {
		t.Error(diff)
	}
	for _, id := range ids {
		if ended, ready := r.Ended(id); !ended || !ready {
			t.Errorf("%s: ended %t, ready %t", id, ended, ready)
		}
	}
	if ended, _ := r.Ended(uuid.New()); ended {
		t.Error("a stranger's session has ended")
	}
}

// TestRevocationsAreForgottenWithTheirTokens checks that a session is dropped when the source no longer lists it, and
// not before: a token may be older than the configured lifespan, and its session stays ended until it expires.
func TestRevocationsAreForgottenWithTheirTokens(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		id, here, start := uuid.New(), uuid.New(), time.Now()
		source := func(_ context.Context, since string) ([]auth.Revocation, string, error) {
			if since == "" && time.Since(start) < 12*time.Hour {
				return []auth.Revocation{{SessionID: id, RevokedAt: start}}, "1", nil
			}
			return nil, since, nil
		}
		r := auth.NewRevocations(source, time.Hour)
		follow := func(d time.Duration) {
			for range int(d / time.Minute) {
				if _, err := r.RunOnce(t.Context()); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Minute)
			}
		}
		follow(5 * time.Minute)
		r.End(here) // the source does not list it
		if ended, _ := r.Ended(here); !ended {
			t.Error("a session that ended here is not known to have ended")
		}
		for _, step := range []struct {
			after time.Duration
			want  bool
		}{{3 * time.Hour, true}, {8 * time.Hour, true}, {2 * time.Hour, false}} {
			follow(step.after)
			if ended, ready := r.Ended(id); ended != step.want || !ready {
				t.Errorf("after %s more: ended %t, ready %t, want %t", step.after, ended, ready, step.want)
			}
		}
		if ended, _ := r.Ended(here); ended {
			t.Error("what the source does not list is kept for ever")
		}
	})
}

// TestRevocationsAreNotReadyBeforeTheLastPage checks that no session counts as live before the whole list was read.
func TestRevocationsAreNotReadyBeforeTheLastPage(t *testing.T) {
	t.Parallel()
	broken := errors.New("away")
	id := uuid.New()
	source := func(_ context.Context, since string) ([]auth.Revocation, string, error) {
		if since == "" {
			return []auth.Revocation{{SessionID: uuid.New(), RevokedAt: time.Now()}}, "1", nil
		}
		if since == "1" && broken == nil {
			return []auth.Revocation{{SessionID: id, RevokedAt: time.Now()}}, "2", nil
		}
		return nil, since, broken
	}
	r := auth.NewRevocations(source, time.Hour)
	if _, err := r.RunOnce(t.Context()); err == nil {
		t.Fatal("a broken source is no error")
	}
	if _, ready := r.Ended(id); ready {
		t.Error("ready after the first of two pages")
	}
	broken = nil
	if n, err := r.RunOnce(t.Context()); n != 2 || err != nil {
		t.Fatalf("got %d, %v, want 2", n, err)
	}
	if ended, ready := r.Ended(id); !ended || !ready {
		t.Errorf("ended %t, ready %t", ended, ready)
	}
}

func TestEndedSessionIsKnownWithinTenSeconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var list []auth.Revocation
		var down error
		source := func(_ context.Context, since string) ([]auth.Revocation, string, error) {
			mu.Lock()
			defer mu.Unlock()
			return slices.Clone(list), "x", down
		}
		r := auth.NewRevocations(source, time.Hour)
		var log strings.Builder
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan struct{})
		go func() {
			defer close(done)
			r.Follow(ctx, slog.New(slog.NewTextHandler(&log, nil)))
		}()
		time.Sleep(time.Minute)
		id := uuid.New()
		mu.Lock()
		list = []auth.Revocation{{SessionID: id, RevokedAt: time.Now()}}
		mu.Unlock()
		time.Sleep(10 * time.Second)
		if ended, ready := r.Ended(id); !ended || !ready {
			t.Errorf("ended %t, ready %t", ended, ready)
		}
		mu.Lock()
		down = errors.New("away")
		mu.Unlock()
		time.Sleep(time.Minute)
		mu.Lock()
		down = nil
		mu.Unlock()
		time.Sleep(time.Minute)
		stop()
		<-done
		if got := strings.Count(log.String(), "\n"); got != 2 {
			t.Errorf("an outage of a minute took %d lines, want one at its start and one at its end:\n%s", got, log.String())
		}
	})
}

func TestFromIdentity(t *testing.T) {
	t.Parallel()
	want := []auth.Revocation{{SessionID: uuid.New(), RevokedAt: time.Now().UTC().Truncate(time.Second)}}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/auth/internal/revocations" || r.Header.Get(auth.ServiceKeyHeader) != "k" || r.URL.Query().Get("since") != "a+b" {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"items": want, "next": "n"})
	}))
	t.Cleanup(server.Close)
	got, next, err := auth.FromIdentity(server.Client(), server.URL, env.NewSecret("k"))(t.Context(), "a+b")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" || next != "n" {
		t.Errorf("next %q: %s", next, diff)
	}
	if _, _, err := auth.FromIdentity(server.Client(), server.URL, env.NewSecret("wrong"))(t.Context(), "a+b"); err == nil {
		t.Error("a refused key is no error")
	}
}

func TestServiceKey(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		want string
		got  string
		ok   bool
	}{{"k", "k", true}, {"k", "", false}, {"k", "K", false}, {"k", "k ", false}, {"", "", false}} {
		if err := auth.CheckServiceKey(env.NewSecret(test.want), test.got); (err == nil) != test.ok {
			t.Errorf("%q against %q: %v", test.got, test.want, err)
		}
	}
}
