package main

import (
	"errors"
	"testing"
	"time"
)

// steady returns an answer every 100 ms in an interval, each after took milliseconds.
func steady(from, to time.Duration, took float64, err error) []answer {
	var out []answer
	for due := from; due < to; due += 100 * time.Millisecond {
		out = append(out, answer{due: due, took: took, err: err})
	}
	return out
}

func TestRecovery(t *testing.T) {
	t.Parallel()
	const killed, length = 3 * time.Second, 10 * time.Second
	failed := errors.New("connection refused")
	before := steady(0, killed, 16, nil)
	for _, c := range []struct {
		name        string
		after       [][]answer
		first, full float64
		err         bool
	}{
		{"fast from the third second on", [][]answer{steady(killed, 5*time.Second, failedAnswer, failed),
			steady(5*time.Second, 6*time.Second, 400, nil), steady(6*time.Second, length, 20, nil)}, 2.4, 6, false},
		{"1.25 times the latency before the kill is full speed", [][]answer{steady(killed, length, 20, nil)}, 0.02, 3, false},
		{"a fast second between slow ones is not full speed", [][]answer{steady(killed, 4*time.Second, 10, nil),
			steady(4*time.Second, 5*time.Second, 400, nil), steady(5*time.Second, length, 10, nil)}, 0.01, 5, false},
		{"never fast again", [][]answer{steady(killed, length, 21, nil)}, 0.021, 7, false},
		{"the first answer is the first to arrive, not the first due", [][]answer{{{due: killed, took: 5_000}, {due: 4 * time.Second, took: 500}},
			steady(5*time.Second, length, 10, nil)}, 1.5, 4, false},
		{"no answer", [][]answer{steady(killed, length, failedAnswer, failed)}, 0, 0, true},
	} {
		answers := append([]answer{}, before...)
		for _, list := range c.after {
			answers = append(answers, list...)
		}
		first, full, err := recovery(answers, killed, length)
		if first != c.first || full != c.full || (err != nil) != c.err {
			t.Errorf("%s: got %g, %g, %v, want %g, %g", c.name, first, full, err, c.first, c.full)
		}
	}
	if _, _, err := recovery(steady(killed, length, 10, nil), killed, length); err == nil {
		t.Error("a round without answers before the kill has no bound, want an error")
	}
}
