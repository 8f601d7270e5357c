// Command contracts publishes the service contracts.
//
// The files api/*.yaml are written for people and for the server generator: one shared default error, and a short
// list of titles per operation under x-errors. This command expands each of them into api/published/*.json, a
// self-contained OpenAPI document in which every status an operation can answer is declared. The reference page,
// the web app's types, the response checks of the tests, the fuzzing and the authorisation matrix read those.
//
// It fails when a contract is not valid OpenAPI or breaks our conventions (lint.go).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"rolecall/api"
)

func main() {
	dir := flag.String("dir", "api", "the folder with the contracts")
	flag.Parse()
	if err := run(*dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir string) error {
	// The result is written even when there are complaints, so that it can be looked at while they are repaired.
	published, faults := publishAll(dir)
	target := filepath.Join(dir, "published")
	if err := os.MkdirAll(target, 0o755); err != nil {
		return err
	}
	stale, err := filepath.Glob(filepath.Join(target, "*.json"))
	if err != nil {
		return err
	}
	for _, file := range stale {
		source := strings.TrimSuffix(filepath.Base(file), ".json") + ".yaml"
		if _, err := os.Stat(filepath.Join(dir, source)); errors.Is(err, fs.ErrNotExist) {
			if err := os.Remove(file); err != nil {
				return err
			}
		}
	}
	for name, content := range published {
		if err := os.WriteFile(filepath.Join(target, name+".json"), content, 0o644); err != nil {
			return err
		}
	}
	return faults
}

// publishAll expands every contract of the folder, checks the result and returns all complaints at once.
func publishAll(dir string) (map[string][]byte, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	notContracts := []string{errorsFile, "ogen.yaml"}
	published := map[string][]byte{}
	var faults []error
	for _, file := range files {
		if slices.Contains(notContracts, filepath.Base(file)) {
			continue
		}
		name := strings.TrimSuffix(filepath.Base(file), ".yaml")
		content, err := publish(dir, name)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
			continue
		}
		document, err := valid(name, content)
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", file, err))
			continue
		}
		for _, complaint := range lint(document) {
			faults = append(faults, fmt.Errorf("%s: %s", file, complaint))
		}
		published[name] = content
	}
	return published, errors.Join(faults...)
}

// valid checks a contract, its examples included, and reads it.
func valid(name string, content []byte) (*api.Document, error) {
	document, err := openapi3.NewLoader().LoadFromData(content)
	if err != nil {
		return nil, err
	}
	if err := document.Validate(context.Background(), openapi3.EnableExamplesValidation()); err != nil {
		return nil, err
	}
	return api.Parse(name, content)
}

func publish(dir, name string) ([]byte, error) {
	// errors.yaml is read again for each contract, because expanding moves its parts into the contract.
	shared, err := readYAML(filepath.Join(dir, errorsFile))
	if err != nil {
		return nil, err
	}
	contract, err := readYAML(filepath.Join(dir, name+".yaml"))
	if err != nil {
		return nil, err
	}
	if err := expand(contract, shared); err != nil {
		return nil, err
	}
	return toJSON(contract)
}

func readYAML(file string) (*object, error) {
	source, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return parseYAML(source)
}
