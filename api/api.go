// Package api holds the contracts of the services.
//
// The yaml files are the source: a change to an interface starts there. The published folder is made from them by
// `make generate` (see internal/tools/contracts) and is what this package offers: self-contained OpenAPI documents
// with every error declared, and the same as Go values for the gateway, the reference page and the tests.
package api

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"
)

//go:generate go run rolecall/internal/tools/contracts -dir .

//go:embed published/*.json
var published embed.FS

// Published returns the OpenAPI document of a service as JSON.
func Published(service string) ([]byte, error) {
	b, err := published.ReadFile("published/" + service + ".json")
	if err != nil {
		return nil, fmt.Errorf("contract of %q: %w", service, err)
	}
	return b, nil
}

// Documents returns all published contracts, sorted by name.
//
// They are parsed once and shared: callers must not change them.
func Documents() []*Document { return loaded().documents }

// Find returns the contract of a service.
func Find(service string) (*Document, bool) {
	for _, d := range Documents() {
		if d.Service == service {
			return d, true
		}
	}
	return nil, false
}

// Operations returns the operations of all services, in the order of their contracts.
func Operations() []Operation { return loaded().operations }

type contracts struct {
	documents  []*Document
	operations []Operation
}

// loaded panics on a contract that cannot be read: the files are part of the binary, and a test reads them all.
var loaded = sync.OnceValue(func() contracts {
	files, err := fs.Glob(published, "published/*.json")
	if err != nil {
		panic(err)
	}
	var c contracts
	for _, file := range files {
		content, err := published.ReadFile(file)
		if err != nil {
			panic(err)
		}
		document, err := Parse(strings.TrimSuffix(path.Base(file), ".json"), content)
		if err != nil {
			panic(err)
		}
		c.documents = append(c.documents, document)
		c.operations = append(c.operations, document.Operations...)
	}
	return c
})
