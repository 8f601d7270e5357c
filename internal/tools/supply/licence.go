package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

var (
	// agreed are licences that require only their text and the copyright notice.
	agreed = []string{"MIT", "BSD-2-Clause", "BSD-3-Clause", "ISC", "Apache-2.0", "0BSD", "CC0-1.0", "Unlicense", "Zlib", "BlueOak-1.0.0",
		"Python-2.0",
		"OFL-1.1"} // a typeface: its terms are about fonts alone
	// agreedForTools are also allowed for building and testing, because we do not distribute those parts.
	agreedForTools = []string{"MPL-2.0", "CC-BY-4.0"}
	// exceptions are allowed one by one, with the reason.
	exceptions = map[string]string{
		"github.com/hashicorp/golang-lru/v2": "MPL-2.0 covers its own files alone; they are used unchanged and their source is public",
	}
)

// stated are the licences of npm packages whose package.json names none or an inexact one, as their LICENSE file says.
var stated = map[string]string{"decko": "MIT", "stickyfill": "MIT", "url-template": "BSD-3-Clause"}

// checkLicences returns an error for each licence that is not agreed.
func checkLicences(parts []part) error {
	var faults []error
	for _, p := range parts {
		allowed := agreed
		if !p.Shipped {
			allowed = append(slices.Clone(agreed), agreedForTools...)
		}
		if _, ok := exceptions[p.Name]; !ok && !permits(p.Licence, allowed) {
			faults = append(faults, fmt.Errorf("%s %s has the licence %q, which is not agreed: replace it, or agree in "+
				"internal/tools/supply/licence.go", p.Name, p.Version, p.Licence))
		}
	}
	return errors.Join(faults...)
}

// permits reports whether an SPDX expression is allowed: one operand of OR is enough, AND needs all.
func permits(expression string, allowed []string) bool {
	for choice := range strings.SplitSeq(strings.Trim(expression, "()"), " OR ") {
		all := true
		for term := range strings.SplitSeq(choice, " AND ") {
			all = all && slices.Contains(allowed, strings.Trim(term, "() "))
		}
		if all {
			return true
		}
	}
	return false
}

// known recognises licences by phrases that no other licence has. The order matters: MPL mentions the GNU licences, and some
// files contain the BSD text after another one.
var known = []struct {
	spdx    string
	phrases []string
}{
	{"MPL-2.0", []string{"mozilla public license", "2.0"}},
	{"AGPL", []string{"gnu affero general public license"}},
	{"LGPL", []string{"gnu lesser general public license"}},
	{"GPL", []string{"gnu general public license"}},
	{"Apache-2.0", []string{"apache license", "version 2.0"}},
	{"BSD-3-Clause", []string{"redistribution and use in source and binary forms", "may be used to endorse or promote"}},
	{"BSD-2-Clause", []string{"redistribution and use in source and binary forms"}},
	{"MIT", []string{"permission is hereby granted, free of charge", "the software is provided \"as is\""}},
	{"ISC", []string{"permission to use, copy, modify, and", "distribute this software for any purpose"}},
	{"Unlicense", []string{"released into the public domain", "unlicense"}},
}

// licenceOf returns the SPDX id of the licence file in a folder.
func licenceOf(dir string) (string, error) {
	for _, pattern := range []string{"LICENSE*", "LICENCE*", "License*", "license*", "COPYING*", "UNLICENSE*"} {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return "", err
		}
		for _, f := range files {
			b, err := os.ReadFile(f)
			if err != nil {
				continue // a folder of that name
			}
			if spdx := recognise(string(b)); spdx != "" {
				return spdx, nil
			}
		}
	}
	return "unknown", nil
}

func recognise(text string) string {
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	text = strings.NewReplacer("“", `"`, "”", `"`, "``", `"`, "''", `"`).Replace(text)
	for _, k := range known {
		if !slices.ContainsFunc(k.phrases, func(p string) bool { return !strings.Contains(text, p) }) {
			return k.spdx
		}
	}
	return ""
}

func writePage(w io.Writer, parts []part) error {
	var b strings.Builder
	b.WriteString("# Licences\n\nAll dependencies and their licences. `make licences` writes this page and `make lint` checks it. A " +
		"licence that is unknown, or\n" +
		"requires more than its text and a copyright notice, fails the check until it is agreed in internal/tools/supply/licence.go.\n")
	section := func(title, kind string, shipped bool) {
		fmt.Fprintf(&b, "\n## %s\n\n| name | version | licence |\n|---|---|---|\n", title)
		for _, p := range parts {
			if p.Kind == kind && p.Shipped == shipped {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", p.Name, p.Version, p.Licence)
			}
		}
	}
	section("In the binary", "go", true)
	section("In the web app", "npm", true)
	section("Only for Go tests", "go", false)
	section("Only for building and testing the web app", "npm", false)
	b.WriteString("\n## Agreed one by one\n\n")
	for _, name := range slices.Sorted(maps.Keys(exceptions)) {
		fmt.Fprintf(&b, "- %s: %s.\n", name, exceptions[name])
	}
	_, err := io.WriteString(w, b.String())
	return err
}
