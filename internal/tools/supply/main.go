// Command supply lists our dependencies: `sbom` prints a bill of materials (CycloneDX), `licences` prints
// docs/licences.md, and `check` fails when that page is stale or a licence is not on the list of agreed ones.
//
// cyclonedx-gomod and go-licenses cover Go only, so the web app's packages would need a second tool, a second file and a
// second list of licences. cyclonedx-gomod 1.7 also writes the time and its own checksum into the bill, while a release must
// come out the same twice, and found no licence for goose and ghodss/yaml. go-licenses 2.0.1 listed nothing for our module.
package main

import (
	"bytes"
	"fmt"
	"os"
)

const page = "docs/licences.md"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "supply:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("usage: supply sbom VERSION | licences | check")
	}
	parts, err := inventory()
	if err != nil {
		return err
	}
	switch {
	case args[0] == "sbom" && len(args) == 2:
		return writeBill(os.Stdout, args[1], parts)
	case args[0] == "licences":
		if err := checkLicences(parts); err != nil {
			return err
		}
		return writePage(os.Stdout, parts)
	case args[0] == "check":
		return check(parts)
	}
	return fmt.Errorf("usage: supply sbom VERSION | licences | check")
}

func check(parts []part) error {
	if err := checkLicences(parts); err != nil {
		return err
	}
	var want bytes.Buffer
	if err := writePage(&want, parts); err != nil {
		return err
	}
	got, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	if !bytes.Equal(got, want.Bytes()) {
		return fmt.Errorf("%s is stale: run `make licences`", page)
	}
	return nil
}
