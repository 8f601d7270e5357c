// Command slowest runs go test with the given arguments, prints what it prints, and lists the slowest packages, tests and
// browser journeys at the end.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const listed = 10

func main() {
	cmd := exec.Command("go", append([]string{"test", "-json"}, os.Args[1:]...)...)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "slowest:", err)
		os.Exit(1)
	}
	readErr := report(out, os.Stdout)
	err = cmd.Wait()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		os.Exit(max(exit.ExitCode(), 1))
	case err != nil || readErr != nil:
		fmt.Fprintln(os.Stderr, "slowest:", errors.Join(err, readErr))
		os.Exit(1)
	}
}

// event is a line of go test -json.
type event struct {
	Action, Package, Test, Output string
	Elapsed                       float64
}

// journey matches what e2e/web/run.mjs prints for a journey.
var journey = regexp.MustCompile(`^ *ok +(\S+) \((\d+\.\d) s\)\n$`)

// report prints the results of packages and everything about failed tests, then what took longest.
func report(in io.Reader, out io.Writer) error {
	packages, tests, journeys := times{}, times{}, times{}
	said := map[[2]string]*strings.Builder{} // by package and test
	lines := bufio.NewReader(in)
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) == 0 {
			if errors.Is(err, io.EOF) {
				break
			}
			return err
		}
		var e event
		if json.Unmarshal(line, &e) != nil {
			fmt.Fprintf(out, "%s", line)
			continue
		}
		key := [2]string{e.Package, e.Test}
		switch e.Action {
		case "build-output":
			fmt.Fprint(out, e.Output)
		case "output":
			if said[key] == nil {
				said[key] = &strings.Builder{}
			}
			said[key].WriteString(e.Output)
			if found := journey.FindStringSubmatch(e.Output); found != nil {
				seconds, _ := strconv.ParseFloat(found[2], 64)
				journeys[found[1]] = seconds
			}
		case "pass", "skip", "fail":
			of, name := tests, strings.TrimPrefix(e.Package, "rolecall/")+" "+e.Test
			if e.Test == "" {
				of, name = packages, e.Package
			}
			of[name] = e.Elapsed
			if said[key] != nil {
				fmt.Fprint(out, shown(e, said[key].String()))
				delete(said, key)
			}
		}
	}
	for key, unfinished := range said { // a timeout ends the process before its tests
		fmt.Fprintf(out, "unfinished: %s %s\n%s", key[0], key[1], unfinished)
	}
	packages.list(out, "packages")
	tests.list(out, "tests")
	journeys.list(out, "journeys")
	return nil
}

// shown returns the part of the output that go test would print without -v.
func shown(e event, output string) string {
	var result strings.Builder
	for line := range strings.Lines(output) {
		failed := e.Action == "fail" && !strings.HasPrefix(line, "=== ")
		if failed || e.Test == "" && strings.HasPrefix(line, "ok  \t") {
			result.WriteString(line)
		}
	}
	return result.String()
}

// times are seconds by name.
type times map[string]float64

func (t times) list(out io.Writer, what string) {
	var names []string
	for name, seconds := range t {
		if seconds >= 1 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(cmp.Compare(t[b], t[a]), cmp.Compare(a, b)) })
	fmt.Fprintf(out, "\nslowest %s:\n", what)
	for _, name := range names[:min(listed, len(names))] {
		fmt.Fprintf(out, "%7.1f s  %s\n", t[name], name)
	}
}
