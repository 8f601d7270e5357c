package source

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// naps records the waits of a fetcher and does not wait.
type naps struct {
	mu  sync.Mutex
	all []time.Duration
}

func (n *naps) sleep(ctx context.Context, d time.Duration) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	if d > 0 {
		n.all = append(n.all, d)
	}
	return ctx.Err()
}

var testNow = time.Date(2026, 6, 15, 9, 0, 0, 0, time.UTC)

func testFetcher(t *testing.T, change func(*Options)) *Fetcher {
	t.Helper()
	opt := Options{UserAgent: "Rolecall/1 (+https://jobs.example)", AllowPrivate: true, Now: func() time.Time { return testNow }, Sleep: (&naps{}).sleep}
	if change != nil {
		change(&opt)
	}
	f := NewFetcher(opt)
	t.Cleanup(f.Close)
	return f
}

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv.URL
}

func get(t *testing.T, f *Fetcher, req Request) (string, *Response, error) {
	t.Helper()
	res, err := f.Fetch(t.Context(), req)
	if err != nil {
		return "", nil, err
	}
	defer res.Body.Close()
	data, err := io.ReadAll(res.Body)
	return string(data), res, err
}

func TestRequestHeaders(t *testing.T) {
	t.Parallel()
	var got http.Header
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r.Header
		_, _ = w.Write([]byte(`{}`))
	})
	if _, _, err := get(t, testFetcher(t, nil), Request{URL: url, Format: JSON}); err != nil {
		t.Fatal(err)
	}
	if got.Get("User-Agent") != "Rolecall/1 (+https://jobs.example)" || got.Get("Accept") != "application/json" || got.Get("Accept-Encoding") != "gzip" {
		t.Errorf("got %v, want our user agent, JSON and gzip", got)
	}
}

func TestRefusesPrivateAddresses(t *testing.T) {
	t.Parallel()
	hits := atomic.Int32{}
	url := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(url, "http://"))
	f := testFetcher(t, func(o *Options) {
		o.AllowPrivate = false
		o.Resolver = resolver(t, map[string]string{
			"rebound.example.": "127.0.0.1", "lan.example.": "192.168.7.7", "mapped.example.": "::ffff:127.0.0.1", "ula.example.": "fd12:3456::1",
			"meta.example.": "169.254.169.254", "cgnat.example.": "100.64.1.1", "six.example.": "::1",
		})
	})
	for _, address := range []string{
		url, "http://localhost:" + port, "http://[::1]:" + port, "http://[::ffff:127.0.0.1]:" + port, "http://0.0.0.0:" + port,
		"http://127.1.2.3:" + port, "http://2130706433:" + port, "http://rebound.example:" + port, "http://lan.example", "http://mapped.example:" + port,
		"http://ula.example", "http://meta.example/latest/", "http://cgnat.example", "http://six.example:" + port,
	} {
		_, _, err := get(t, f, Request{URL: address})
		if k := KindOf(err); k != Refused && address != "http://2130706433:"+port {
			t.Errorf("%s: got %v, want a refusal", address, err)
		}
	}
	if hits.Load() != 0 {
		t.Errorf("%d requests reached a private address, want 0", hits.Load())
	}
}

func TestRefusesRedirectsToPrivateAddresses(t *testing.T) {
	t.Parallel()
	reached := atomic.Int32{}
	inside := serve(t, func(http.ResponseWriter, *http.Request) { reached.Add(1) })
	for _, target := range []string{inside, "http://169.254.169.254/", "http://[fd00:ec2::254]/", "file:///etc/passwd", "gopher://127.0.0.1/", "http://user:pass@127.0.0.1/"} {
		outside := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, target, http.StatusFound) })
		// The first hop plays a public address: guard only the following ones.
		first := strings.TrimPrefix(outside, "http://")
		f := testFetcher(t, func(o *Options) { o.AllowPrivate = false })
		guard := dialGuard(false)
		f.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
			if address != first {
				if err := guard("tcp4", address, nil); err != nil {
					return nil, err
				}
			}
			return (&net.Dialer{}).DialContext(ctx, network, address)
		}
		_, _, err := get(t, f, Request{URL: outside, Redirects: Anywhere})
		if KindOf(err) != Refused {
			t.Errorf("%s: got %v, want kind %v", target, err, Refused)
		}
	}
	if reached.Load() != 0 {
		t.Errorf("%d requests got through, want 0", reached.Load())
	}
}

// resolver returns a resolver that answers from a table.
func resolver(t *testing.T, table map[string]string) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, peer, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			if answer, ok := answerDNS(buf[:n], table); ok {
				_, _ = conn.WriteTo(answer, peer)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp4", conn.LocalAddr().String())
	}}
}

func answerDNS(query []byte, table map[string]string) ([]byte, bool) {
	var p dnsmessage.Parser
	header, err := p.Start(query)
	if err != nil {
		return nil, false
	}
	q, err := p.Question()
	if err != nil {
		return nil, false
	}
	header.Response, header.Authoritative = true, true
	b := dnsmessage.NewBuilder(nil, header)
	_ = b.StartQuestions()
	_ = b.Question(q)
	_ = b.StartAnswers()
	rh := dnsmessage.ResourceHeader{Name: q.Name, Class: q.Class, TTL: 1}
	if addr, err := netip.ParseAddr(table[q.Name.String()]); err == nil {
		switch {
		case q.Type == dnsmessage.TypeA && addr.Is4():
			_ = b.AResource(rh, dnsmessage.AResource{A: addr.As4()})
		case q.Type == dnsmessage.TypeAAAA && !addr.Is4():
			_ = b.AAAAResource(rh, dnsmessage.AAAAResource{AAAA: addr.As16()})
		}
	}
	out, err := b.Finish()
	return out, err == nil
}

func TestRedirectRules(t *testing.T) {
	t.Parallel()
	other := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(`{"there":1}`)) })
	other = strings.Replace(other, "127.0.0.1", "localhost", 1)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/near":
			http.Redirect(w, r, "/end", http.StatusMovedPermanently)
		case "/far":
			http.Redirect(w, r, other, http.StatusFound)
		case "/lost":
			http.Redirect(w, r, "/missing", http.StatusFound)
		case "/missing":
			http.NotFound(w, r)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		default:
			_, _ = w.Write([]byte(`{"here":1}`))
		}
	})
	f := testFetcher(t, nil)
	tests := []struct {
		path  string
		rule  Redirects
		want  string
		kind  ErrorKind
		state int
	}{
		{"/near", SameHost, `{"here":1}`, 0, 200},
		{"/far", SameHost, "", Broken, 0},
		{"/far", Anywhere, `{"there":1}`, 0, 200},
		{"/round", Anywhere, "", Broken, 0},
		{"/near", Never, "", 0, 301},
		{"/lost", Anywhere, "", Broken, 0},
		{"/missing", Anywhere, "", NoBoard, 0},
	}
	for _, tt := range tests {
		got, res, err := get(t, f, Request{URL: url + tt.path, Redirects: tt.rule})
		if KindOf(err) != tt.kind || got != tt.want || (res != nil && res.Status != tt.state) {
			t.Errorf("%s under rule %v: got %q, %v, want %q and %v", tt.path, tt.rule, got, err, tt.want, tt.kind)
		}
	}
}

func TestBodyLimits(t *testing.T) {
	t.Parallel()
	big := strings.Repeat("a", 200<<10)
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			zw := gzip.NewWriter(w)
			_, _ = zw.Write([]byte(`{"a":"` + big))
			_ = zw.Close()
		case "/nested": // a compressed file, sent compressed
			w.Header().Set("Content-Encoding", "gzip")
			zw := gzip.NewWriter(w)
			inner := gzip.NewWriter(zw)
			_, _ = inner.Write([]byte(`{"a":"` + big))
			_ = inner.Close()
			_ = zw.Close()
		case "/file":
			zw := gzip.NewWriter(w)
			_, _ = zw.Write([]byte(`{"ok":true}`))
			_ = zw.Close()
		case "/damaged":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte("not gzip at all"))
		case "/brotli":
			w.Header().Set("Content-Encoding", "br")
			_, _ = w.Write([]byte("x"))
		case "/exact":
			_, _ = w.Write([]byte(strings.Repeat(" ", 64<<10)))
		default:
			_, _ = w.Write([]byte(`{"a":"` + big))
		}
	})
	f := testFetcher(t, func(o *Options) { o.MaxBody = 64 << 10 })
	for path, want := range map[string]ErrorKind{"/plain": Broken, "/bomb": Broken, "/nested": Broken, "/damaged": Broken, "/brotli": Broken, "/exact": 0, "/file": 0} {
		got, _, err := get(t, f, Request{URL: url + path})
		if KindOf(err) != want || (want == 0 && err != nil) {
			t.Errorf("%s: got %d bytes, %v, want %v", path, len(got), err, want)
		}
	}
}

func TestSniffing(t *testing.T) {
	t.Parallel()
	body, media := "", ""
	url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if media != "" {
			w.Header().Set("Content-Type", media)
		}
		_, _ = w.Write([]byte(body))
	})
	f := testFetcher(t, nil)
	tests := []struct {
		body, media string
		format      Format
		ok          bool
	}{
		{`{"a":1}`, "application/json", JSON, true},
		{`{"a":1}`, "text/plain", JSON, true},
		{"\xef\xbb\xbf \n[1]", "application/json", JSON, true},
		{`{"a":1}`, "text/html; charset=utf-8", JSON, false},
		{"<!DOCTYPE html><html>", "application/json", JSON, false},
		{"<html>", "", JSON, false},
		{"", "application/json", JSON, false},
		{"   ", "application/json", JSON, false},
		{"error", "application/json", JSON, false},
		{"<?xml version='1.0'?><a/>", "text/html", XML, true},
		{"<!doctype html><a/>", "application/xml", XML, false},
		{"{}", "application/xml", XML, false},
		{"<!doctype html>", "", HTML, true},
	}
	for _, tt := range tests {
		body, media = tt.body, tt.media
		_, _, err := get(t, f, Request{URL: url, Format: tt.format})
		if (err == nil) != tt.ok || (err != nil && KindOf(err) != Broken) {
			t.Errorf("%q as %q: %v", tt.body, tt.media, err)
		}
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		status   int
		header   string
		retry    []int
		requests int32
		kind     ErrorKind
		after    time.Duration
	}{
		{"server error", 500, "", nil, 3, Unavailable, 0},
		{"shield", 202, "", nil, 3, Unavailable, 0},
		{"throttled shortly", 429, "7", nil, 3, Throttled, 7 * time.Second},
		{"throttled by date", 429, testNow.Add(9 * time.Second).Format(http.TimeFormat), nil, 3, Throttled, 9 * time.Second},
		{"throttled in the past", 429, testNow.Add(-time.Hour).Format(http.TimeFormat), nil, 3, Throttled, 0},
		{"throttled for an hour", 429, "3510", nil, 1, Throttled, 3510 * time.Second},
		{"throttled for ever", 429, "99999999999", nil, 1, Throttled, 24 * time.Hour},
		{"throttled with nonsense", 429, "soon", nil, 3, Throttled, 0},
		{"maintenance for an hour", 503, "3600", nil, 1, Unavailable, time.Hour},
		{"missing", 404, "", nil, 1, NoBoard, 0},
		{"forbidden", 403, "", nil, 1, Forbidden, 0},
		{"forbidden where that passes", 403, "", []int{403}, 3, Forbidden, 0},
		{"see other where that passes", 303, "", []int{303}, 3, Unavailable, 0},
		{"unprocessable", 422, "", nil, 1, Broken, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var requests atomic.Int32
			url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				requests.Add(1)
				if tt.header != "" {
					w.Header().Set("Retry-After", tt.header)
				}
				w.WriteHeader(tt.status)
			})
			naps := &naps{}
			f := testFetcher(t, func(o *Options) { o.Sleep = naps.sleep })
			_, _, err := get(t, f, Request{URL: url + "/jobs?token=secret", Retry: tt.retry})
			fault, ok := errors.AsType[*Error](err)
			if !ok || fault.Kind != tt.kind || fault.RetryAfter != tt.after || fault.Status != tt.status || requests.Load() != tt.requests {
				t.Fatalf("got %+v after %d requests, want %v after %d", fault, requests.Load(), tt.kind, tt.requests)
			}
			if strings.Contains(err.Error(), "secret") {
				t.Errorf("the error contains the query: %v", err)
			}
			if len(naps.all) != int(tt.requests)-1 {
				t.Fatalf("slept %v", naps.all)
			}
			for i, nap := range naps.all {
				least := max(tt.after, firstBackoff<<i/2)
				if nap < least || nap > max(tt.after, firstBackoff<<i*3/2) {
					t.Errorf("nap %d is %v", i, nap)
				}
			}
		})
	}
}

func TestTimeLimitCountsNetworkTimeOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancelCause(t.Context())
		m := &meter{left: time.Second, cancel: cancel}
		for range 2 {
			m.run(func() { time.Sleep(400 * time.Millisecond) })
			time.Sleep(time.Hour) // the caller stores what it read
		}
		if ctx.Err() != nil {
			t.Fatalf("the caller's time was charged: %v", context.Cause(ctx))
		}
		start := time.Now()
		m.run(func() { <-ctx.Done() })
		if took := time.Since(start); took != 200*time.Millisecond || !errors.Is(context.Cause(ctx), errTimeout) {
			t.Errorf("ended after %v with %v", took, context.Cause(ctx))
		}
	})
}

func TestStalledBodyTimesOut(t *testing.T) {
	t.Parallel()
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		_, _ = w.Write([]byte(`{"a":"` + strings.Repeat("x", 8192)))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	f := testFetcher(t, func(o *Options) { o.Timeout = time.Second })
	_, _, err := get(t, f, Request{URL: url, Format: JSON})
	if KindOf(err) != Unavailable || !errors.Is(err, errTimeout) {
		t.Errorf("got %v, want unavailable because of a timeout", err)
	}
}

func TestConditionalRequests(t *testing.T) {
	t.Parallel()
	var conditions []string
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		conditions = append(conditions, r.Header.Get("If-None-Match")+"|"+r.Header.Get("If-Modified-Since"))
		w.Header().Set("ETag", `W/"a|b"`)
		w.Header().Set("Last-Modified", "Mon, 15 Jun 2026 08:00:00 GMT")
		if r.Header.Get("If-None-Match") != "" {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write([]byte(`{}`))
	})
	f := testFetcher(t, nil)
	_, first, err := get(t, f, Request{URL: url + "/a", Format: JSON})
	if err != nil || first.Validator == "" {
		t.Fatalf("got %+v, %v, want a validator", first, err)
	}
	_, second, err := get(t, f, Request{URL: url + "/a", Format: JSON, Validator: first.Validator})
	if err != nil || !second.NotModified() || second.Validator != first.Validator {
		t.Fatalf("got %+v, %v, want not modified, with the same validator", second, err)
	}
	// A validator of another document, or an invalid one, is not sent.
	for _, req := range []Request{
		{URL: url + "/b", Format: JSON, Validator: first.Validator},
		{URL: url + "/a", Format: XML, Accept: "text/xml", Validator: first.Validator},
		{URL: url + "/a", Format: JSON, Validator: "nonsense"},
	} {
		req.Format = Any
		if _, res, err := get(t, f, req); err != nil || res.NotModified() {
			t.Errorf("%+v: got %+v, %v, want the whole document", req, res, err)
		}
	}
	want := `W/"a|b"|Mon, 15 Jun 2026 08:00:00 GMT`
	if conditions[0] != "|" || conditions[1] != want || conditions[2] != "|" || conditions[3] != "|" || conditions[4] != "|" {
		t.Errorf("got %q, want only the second request to be conditional", conditions)
	}
}
