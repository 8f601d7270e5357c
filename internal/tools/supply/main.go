// Command supply tells what the program is made of: `sbom` prints a bill of materials (CycloneDX), `licences` the list
// of docs/licences.md, and `check` compares that page with the truth and refuses a licence that nobody has agreed to.
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
		return fmt.Errorf("say what to do: sbom VERSION, licences or check")
	}
	parts, err := inventory()
	if err != nil {
		return err
	}
	switch {
	case args[0] == "sbom" && len(args) == 2:
		return writeBill(os.Stdout, args[1], parts)
	case args[0] == "licences":
		if err := judge(parts); err != nil {
			return err
		}
		return writePage(os.Stdout, parts)
	case args[0] == "check":
		return check(parts)
	}
	return fmt.Errorf("say what to do: sbom VERSION, licences or check")
}

func check(parts []part) error {
	if err := judge(parts); err != nil {
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
