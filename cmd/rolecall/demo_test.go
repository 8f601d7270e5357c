package main

import (
	"errors"
	"testing"

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
