package main

import (
	"errors"
	"testing"
	"testing/synctest"
)

func TestLeaseWaitsForABusyApplication(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		u := newUser(caller{}, nil, nil)
		u.ids = []string{"only"}
		u.lease()
		second := make(chan string, 1)
		go func() {
			id, _ := u.lease()
			second <- id
		}()
		synctest.Wait()
		if len(second) != 0 {
			t.Fatal("the second lease did not wait")
		}
		if err := u.acknowledged(errors.New("timeout"), "only", func() {}); err == nil {
			t.Error("acknowledged hid the error of the write")
		}
		if got := <-second; got != "only" {
			t.Errorf("second lease: got %q, want %q", got, "only")
		}
	})
}
