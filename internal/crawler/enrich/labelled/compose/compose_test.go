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
	for _, set := range []labelled.Set{labelled.Dev, labelled.Final} {
		examples, err := examplesOf(set)
		if err != nil {
			t.Fatal(err)
		}
		committed, err := labelled.Load(set)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(committed, examples, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("the %s set is stale; run go generate ./internal/crawler/enrich/labelled", set)
		}
	}
}
