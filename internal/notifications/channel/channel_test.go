package channel_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/lang"
	"rolecall/internal/notifications/channel"
	"rolecall/internal/notifications/oas"
)

func send(t *testing.T, s *channel.Sender, address string) *channel.Failure {
	t.Helper()
	err := s.Send(t.Context(), channel.Target{Kind: oas.ChannelKindWEBHOOK, Address: address, Secret: channel.NewSecret()},
		channel.Message{ID: uuid.New(), Title: "Title", At: time.Now()})
	if err == nil {
		return nil
	}
	return err.(*channel.Failure)
}

// TestFailuresInWords checks that failures describe what happened, and quote neither the address nor the response.
func TestFailuresInWords(t *testing.T) {
	t.Parallel()
	var status int
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", "http://elsewhere.example/secret-path")
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(status)
		_, _ = w.Write([]byte("an answer with a password"))
	}))
	defer server.Close()
	s := channel.NewSender(true, time.Minute)
	defer s.Close()
	address := server.URL + "/secret-path"
	for code, want := range map[int]struct {
		words         string
		gone, refused bool
	}{
		302: {words: "redirects to another address"},
		400: {words: "answered with status 400", refused: true},
		401: {words: "refused the message (status 401)"},
		404: {words: "nothing at this address", gone: true},
		410: {words: "nothing at this address", gone: true},
		413: {words: "answered with status 413", refused: true},
		429: {words: "asks for fewer messages"},
		503: {words: "answered with status 503"},
	} {
		status = code
		got := send(t, s, address)
		if got == nil || !strings.Contains(got.Words(lang.English), want.words) || got.Gone != want.gone || got.Refused != want.refused {
			t.Errorf("%d: got %+v, want %+v", code, got, want)
		} else if got.RetryAfter != 2*time.Minute {
			t.Errorf("%d: retry after %s", code, got.RetryAfter)
		}
		if strings.Contains(got.Error(), "secret-path") || strings.Contains(got.Error(), "password") {
			t.Errorf("%d: the error quotes too much: %v", code, got)
		}
	}
	status = http.StatusNoContent
	if got := send(t, s, address); got != nil {
		t.Errorf("204: %v", got)
	}
	server.Close()
	for address, want := range map[string]string{
		server.URL + "/secret-path":           "refused the connection",
		"http://nowhere.invalid/secret-path":  "could not be resolved",
		"http://169.254.169.254/secret-path/": "not public",
	} {
		got := send(t, s, address)
		if got == nil || !strings.Contains(got.Words(lang.English), want) || strings.Contains(got.Error(), "secret-path") {
			t.Errorf("%s: got %v, want %q", address, got, want)
		}
	}
}

// TestSlowReceiversAreCutOff checks that a receiver that never answers, or never ends its response, takes one time-out.
func TestSlowReceiversAreCutOff(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/endless" {
			w.WriteHeader(200)
			for r.Context().Err() == nil {
				_, _ = w.Write(make([]byte, 4096))
			}
			return
		}
		select {
		case <-hang:
		case <-r.Context().Done():
		}
	}))
	defer server.Close()
	defer close(hang)
	s := channel.NewSender(true, 200*time.Millisecond)
	defer s.Close()
	if got := send(t, s, server.URL); got == nil || !strings.Contains(got.Words(lang.English), "did not answer within") {
		t.Errorf("got %v, want a timeout", got)
	}
	patient := channel.NewSender(true, 3*time.Second) // on a busy machine even the first byte takes a while
	defer patient.Close()
	if got := send(t, patient, server.URL+"/endless"); got != nil {
		t.Errorf("an endless answer of a receiver that accepted: %v", got)
	}
}

func TestTargetsAreChecked(t *testing.T) {
	t.Parallel()
	for address, allowed := range map[string][2]bool{ // without and with private addresses
		"https://hooks.example.org/x":  {true, true},
		"http://hooks.example.org/x":   {false, true},
		"https://10.0.0.7/x":           {false, true},
		"https://[::1]/x":              {false, true},
		"https://127.0.0.1:9000":       {false, true},
		"https://user:pass@a.example/": {false, false},
		"ftp://hooks.example.org":      {false, false},
		"hooks.example.org":            {false, false},
		"https://":                     {false, false},
		"file:///etc/passwd":           {false, false},
	} {
		for i, private := range []bool{false, true} {
			err := channel.Target{Kind: oas.ChannelKindWEBHOOK, Address: address}.Check(private)
			if (err == nil) != allowed[i] {
				t.Errorf("%s, private %v: %v", address, private, err)
			}
		}
	}
	for _, bad := range []channel.Target{
		{Kind: oas.ChannelKindNTFY, Address: "https://ntfy.example"},
		{Kind: oas.ChannelKindWEBPUSH, Address: "https://push.example"},
		{Kind: oas.ChannelKindWEBPUSH, Address: "https://push.example", P256dh: "AAAA", Auth: "BTBZMqHH6r4Tts7J_aSIgg"},
	} {
		if bad.Check(true) == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

func TestCancelledAttemptEndsAtOnce(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := channel.NewSender(true, time.Minute)
	defer s.Close()
	target := channel.Target{Kind: oas.ChannelKindWEBHOOK, Address: "http://127.0.0.1:1", Secret: channel.NewSecret()}
	if err := s.Send(ctx, target, channel.Message{}); err == nil {
		t.Error("no error")
	}
}
