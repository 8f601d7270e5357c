package main

import (
	"strings"
	"testing"
)

func TestReportShowsFailuresAndSlowest(t *testing.T) {
	t.Parallel()
	const events = `{"Action":"start","Package":"rolecall/a"}
{"Action":"run","Package":"rolecall/a","Test":"TestQuiet"}
{"Action":"output","Package":"rolecall/a","Test":"TestQuiet","Output":"    noise\n"}
{"Action":"output","Package":"rolecall/a","Test":"TestQuiet","Output":"        ok   search (14.5 s)\n"}
{"Action":"pass","Package":"rolecall/a","Test":"TestQuiet","Elapsed":2.5}
{"Action":"output","Package":"rolecall/a","Output":"PASS\n"}
{"Action":"output","Package":"rolecall/a","Output":"ok  \trolecall/a\t3.1s\n"}
{"Action":"pass","Package":"rolecall/a","Elapsed":3.1}
{"Action":"output","Package":"rolecall/b","Test":"TestBroken","Output":"    got 1, want 2\n"}
{"Action":"fail","Package":"rolecall/b","Test":"TestBroken","Elapsed":7}
{"Action":"output","Package":"rolecall/b","Test":"TestHangs","Output":"=== RUN   TestHangs\n"}
{"Action":"output","Package":"rolecall/b","Output":"FAIL\trolecall/b\t9.0s\n"}
{"Action":"fail","Package":"rolecall/b","Elapsed":9}
{"Action":"output","Package":"rolecall/c","Output":"?   \trolecall/c\t[no test files]\n"}
{"Action":"skip","Package":"rolecall/c"}
{"Action":"build-output","ImportPath":"rolecall/d","Output":"d.go:1: syntax error\n"}
not an event
`
	const want = `ok  	rolecall/a	3.1s
    got 1, want 2
FAIL	rolecall/b	9.0s
d.go:1: syntax error
not an event
unfinished: rolecall/b TestHangs
=== RUN   TestHangs

slowest packages:
    9.0 s  rolecall/b
    3.1 s  rolecall/a

slowest tests:
    7.0 s  b TestBroken
    2.5 s  a TestQuiet

slowest journeys:
   14.5 s  search
`
	var out strings.Builder
	if err := report(strings.NewReader(events), &out); err != nil || out.String() != want {
		t.Errorf("got %q, %v, want %q", out.String(), err, want)
	}
}
