package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"rolecall/internal/crawler/enrich/labelled"
)

// The committed set must be what the fragments give.
func TestSetIsFresh(t *testing.T) {
	t.Parallel()
	for _, half := range []labelled.Half{labelled.Dev, labelled.Final} {
		examples, err := examplesOf(half)
		if err != nil {
			t.Fatal(err)
		}
		committed, err := labelled.Load(half)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(committed, examples, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("the %s half is stale; run go generate ./internal/crawler/enrich/labelled", half)
		}
	}
}
