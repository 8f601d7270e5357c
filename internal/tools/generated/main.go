// Command generated checks that committed generated code is fresh without running the generators, which take minutes to
// build: `write` records a hash of the input and output of each generator, `check` compares. It fails when a contract or
// query was changed and not regenerated, and when generated code was edited by hand.
package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const sums = "api/generated.sum"

// unit is one run of a generator.
type unit struct {
	name    string
	inputs  []string // globs
	outputs []string
}

func units() []unit {
	contracts := []string{"api/*.yaml"}
	us := []unit{{"published", append(contracts, "internal/tools/contracts/*.go"), []string{"api/published/*.json"}}}
	for _, s := range []string{"identity", "jobs", "applications", "notifications"} {
		us = append(us, unit{s + "/oas", []string{"api/" + s + ".yaml", "api/errors.yaml", "api/ogen.yaml"},
			[]string{"internal/" + s + "/oas/*.go"}})
	}
	for _, s := range []string{"identity", "jobs", "crawler", "applications", "notifications"} {
		dir := "internal/" + s + "/store/"
		in := []string{dir + "*.sql", dir + "sqlc.yaml", dir + "migration/*.sql"}
		if s == "jobs" {
			in = append(in, "internal/crawler/store/migration/*.sql")
		}
		if s == "crawler" {
			in = append(in, "internal/jobs/store/migration/*.sql")
		}
		us = append(us, unit{s + "/store", in, []string{dir + "*.sql.go"}})
	}
	return append(us, unit{"web/types", []string{"api/published/*.json", "web/scripts/types.mjs"}, []string{"web/src/api/*.d.ts"}})
}

func main() {
	if len(os.Args) != 2 || (os.Args[1] != "write" && os.Args[1] != "check") {
		fmt.Fprintln(os.Stderr, "usage: generated write|check")
		os.Exit(2)
	}
	now, err := current()
	if err == nil && os.Args[1] == "write" {
		err = os.WriteFile(sums, now, 0o644)
	} else if err == nil {
		err = check(now)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "generated:", err)
		os.Exit(1)
	}
}

func current() ([]byte, error) {
	var b bytes.Buffer
	for _, u := range units() {
		in, _, err := hash(u.inputs)
		if err != nil {
			return nil, err
		}
		out, n, err := hash(u.outputs)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			fmt.Fprintf(&b, "%s %s %s\n", u.name, in, out)
		}
	}
	return b.Bytes(), nil
}

func check(now []byte) error {
	noted, err := os.ReadFile(sums)
	if err != nil {
		return err
	}
	before, after := strings.Split(string(noted), "\n"), strings.Split(string(now), "\n")
	var stale []string
	for _, line := range slices.Concat(before, after) {
		if !slices.Contains(before, line) || !slices.Contains(after, line) {
			if name, _, _ := strings.Cut(line, " "); !slices.Contains(stale, name) {
				stale = append(stale, name)
			}
		}
	}
	if len(stale) > 0 {
		return fmt.Errorf("%s: generated code does not match its source; run `make generate` and commit the result", strings.Join(stale, ", "))
	}
	return nil
}

// hash covers the names and contents of all files, so that it changes when one is added or removed.
func hash(globs []string) (sum string, files int, err error) {
	var names []string
	for _, g := range globs {
		found, err := filepath.Glob(g)
		if err != nil {
			return "", 0, err
		}
		names = append(names, found...)
	}
	slices.Sort(names)
	h := sha256.New()
	for _, name := range slices.Compact(names) {
		f, err := os.Open(name)
		if err != nil {
			return "", 0, err
		}
		fmt.Fprintf(h, "%s\n", filepath.ToSlash(name))
		_, err = io.Copy(h, f)
		_ = f.Close()
		if err != nil {
			return "", 0, err
		}
		files++
	}
	return hex.EncodeToString(h.Sum(nil)[:12]), files, nil
}
