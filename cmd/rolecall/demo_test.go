package main

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"rolecall/internal/fault"
)

func TestDemoWaitsForAScheduledPass(t *testing.T) {
	t.Parallel()
	failure := errors.New("the boards are away")
	for _, want := range []error{nil, failure} {
		results := []error{fault.New(fault.Conflict, "", "A pass is running."), want}
		err := afterOthers(t.Context(), func() error {
			err := results[0]
			results = results[1:]
			return err
		})
		if !errors.Is(err, want) || len(results) != 0 {
			t.Errorf("%v with %d results left, want %v after both", err, len(results), want)
		}
	}
}

func TestDemoWaitsForTheSearchIndex(t *testing.T) {
	t.Parallel()
	asked := 0
	gateway := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		_, _ = fmt.Fprint(w, []string{`{"content":[]}`, `{"content":[{"id":"a"}]}`, `{"content":[{"id":"a"},{"id":"b"}]}`}[min(asked, 3)-1])
	}))
	defer gateway.Close()
	v := &visitor{gateway: gateway.URL}
	got, err := v.findJobs(t.Context(), 2, time.Minute)
	if err != nil || !slices.Equal(got, []string{"a", "b"}) {
		t.Fatalf("found %v, %v", got, err)
	}
	if got, err = v.findJobs(t.Context(), 3, 0); err != nil || len(got) != 2 {
		t.Fatalf("without patience found %v, %v", got, err)
	}
}
