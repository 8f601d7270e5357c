package e2e

import (
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/api"
)

// These tests check the fuzzer itself.

func TestGoodValuesAreValid(t *testing.T) {
	t.Parallel()
	specs, err := loadSpecs()
	if err != nil {
		t.Fatal(err)
	}
	m := &maker{rnd: rand.New(rand.NewPCG(1, 1)), ids: func(string) string { return uuid.NewString() }}
	for _, op := range api.Operations() {
		spec := specs[op.Service].Paths.Value(op.Path).GetOperation(op.Method)
		if spec.RequestBody == nil || spec.RequestBody.Value.Content.Get("application/json") == nil {
			continue
		}
		schema := spec.RequestBody.Value.Content.Get("application/json").Schema.Value
		for range 50 {
			text := m.value("", schema)
			var value any
			if err := json.Unmarshal([]byte(text), &value); err != nil {
				t.Fatalf("%s: %v: %s", op.ID, err, text)
			}
			if err := schema.VisitJSON(value); err != nil {
				t.Errorf("%s: %s: %v", op.ID, text, err)
			}
		}
	}
}

func TestSameSeedMakesSameRequests(t *testing.T) {
	t.Parallel()
	specs, err := loadSpecs()
	if err != nil {
		t.Fatal(err)
	}
	requests := func() (list []string) {
		g := newGunner(rand.New(rand.NewPCG(7, 7)), &demo{slug: "acme"}, specs)
		for _, op := range api.Operations() {
			s := g.next(op)
			list = append(list, s.method+" "+s.target) // bodies contain the current time
		}
		return list
	}
	if a, b := strings.Join(requests(), "\n"), strings.Join(requests(), "\n"); a != b {
		t.Errorf("two runs differ:\n%s\n%s", a, b)
	}
}

func TestFuzzJudge(t *testing.T) {
	t.Parallel()
	good := http.Header{"Content-Type": {"application/json"}, "X-Request-Id": {"1"}, "X-Content-Type-Options": {"nosniff"}}
	library := http.Header{"Content-Type": {"text/plain; charset=utf-8"}}
	for name, c := range map[string]struct {
		fuzzRequest fuzzRequest
		got         reply
		took        time.Duration
		want        string // part of the only complaint; "" means none
	}{
		"an answer":           {fuzzRequest{gateway: true}, reply{200, good, []byte("{}")}, 0, ""},
		"an error":            {fuzzRequest{}, reply{400, good, []byte(`{"error":"Validation Error","message":"x"}`)}, 0, ""},
		"the library's words": {fuzzRequest{raw: true}, reply{501, library, []byte("unsupported transfer encoding")}, 0, ""},
		"a closed connection": {fuzzRequest{raw: true}, reply{}, 0, ""},
		"a cancelled request": {fuzzRequest{raw: true},
			reply{503, good, []byte(`{"error":"Service Unavailable","message":"The request was cancelled."}`)}, 0, ""},
		"a 500":                {fuzzRequest{}, reply{500, good, []byte(`{"error":"Internal Server Error","message":"x"}`)}, 0, "500"},
		"a 500 in plain words": {fuzzRequest{raw: true}, reply{500, library, []byte("oops")}, 0, "500"},
		"a 503":                {fuzzRequest{}, reply{503, good, []byte(`{"error":"Service Unavailable","message":"x"}`)}, 0, "503"},
		"another error body":   {fuzzRequest{}, reply{404, good, []byte(`{"code":404}`)}, 0, "without the error body"},
		"no request id":        {fuzzRequest{}, reply{200, http.Header{"Content-Type": {"application/json"}}, nil}, 0, "no request id"},
		"no security headers":  {fuzzRequest{gateway: true}, reply{200, http.Header{"X-Request-Id": {"1"}}, nil}, 0, "security headers"},
		"insides": {fuzzRequest{}, reply{400, good, []byte(`{"error":"Validation Error","message":"ERROR: x (SQLSTATE 22021)"}`)}, 0,
			"SQLSTATE"},
		"slow": {fuzzRequest{}, reply{200, good, nil}, patience + time.Second, "too long"},
	} {
		got := complaintsAbout(c.fuzzRequest, c.got, c.took)
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) != 1 || !strings.Contains(got[0], c.want)) {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}
