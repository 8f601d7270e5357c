package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/api"
)

const shelf = `
openapi: 3.0.3
info: {title: Shelf, version: 1.0.0, description: Books.}
tags: [{name: books, description: What is read.}]
paths:
  /books/{id}:
    parameters: [{$ref: '#/components/parameters/BookId'}]
    get:
      operationId: getBook
      summary: Read a book
      tags: [books]
      x-implementation-status: existing
      security: []
      responses:
        200: {description: The book., content: {application/json: {schema: {$ref: '#/components/schemas/Book'}, example: {title: Ada}}}}
        default: {$ref: 'errors.yaml#/components/responses/Error'}
    put:
      operationId: putBook
      summary: Replace a book
      tags: [books]
      x-implementation-status: planned
      security: [{bearer: [admin]}]
      x-body-limit: 2097152
      x-errors:
        - {status: 404, title: Not Found, when: the shelf is empty}
        - {status: 403, title: Shelf Closed, when: it is night}
        - {status: 409, title: Book In Use, when: somebody reads it}
      requestBody: {content: {application/json: {schema: {$ref: '#/components/schemas/Book'}}}}
      responses:
        '204': {description: Done.}
        default: {$ref: 'errors.yaml#/components/responses/Error'}
  /internal/books/{id}:
    delete:
      operationId: deleteBook
      summary: Remove a book
      tags: [books]
      x-implementation-status: existing
      security: [{serviceKey: []}]
      parameters: [{$ref: '#/components/parameters/BookId'}]
      responses:
        '204': {description: Done.}
        default: {$ref: 'errors.yaml#/components/responses/Error'}
components:
  securitySchemes:
    bearer: {type: http, scheme: bearer}
    serviceKey: {type: apiKey, in: header, name: X-Service-Key}
  parameters:
    BookId: {name: id, in: path, required: true, schema: {type: string, format: uuid}}
  schemas:
    Book: {type: object, required: [title], properties: {title: {type: string, example: 2026-01-02}}}
`

const sharedErrors = `
components:
  responses:
    Error: {description: Any error., content: {application/json: {schema: {$ref: '#/components/schemas/Error'}}}}
  schemas:
    Error:
      type: object
      required: [error]
      properties: {error: {type: string}, fields: {type: array, items: {$ref: '#/components/schemas/Field'}}}
    Field: {type: object, properties: {name: {type: string}}}
    Unused: {type: object}
`

// fixture writes a folder with one contract and publishes it.
func fixture(t *testing.T, contract string) (*api.Document, error) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range map[string]string{"shelf.yaml": contract, errorsFile: sharedErrors} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(dir); err != nil {
		return nil, err
	}
	content, err := os.ReadFile(filepath.Join(dir, "published", "shelf.json"))
	if err != nil {
		t.Fatal(err)
	}
	return api.Parse("shelf", content)
}

func TestExpandDeclaresEveryError(t *testing.T) {
	t.Parallel()
	d, err := fixture(t, shelf)
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Status int
		Title  string
	}
	want := map[string][]row{
		"getBook": {
			{404, "Not Found"}, {429, "Too Many Requests"}, {500, "Internal Server Error"}, {503, "Service Unavailable"},
		},
		"putBook": {
			{400, "Validation Error"}, {401, "Unauthorized"}, {403, "Shelf Closed"}, {403, "Forbidden"},
			{404, "Not Found"}, {409, "Book In Use"}, {413, "Payload Too Large"}, {415, "Unsupported Media Type"},
			{429, "Too Many Requests"}, {500, "Internal Server Error"}, {503, "Service Unavailable"},
		},
		"deleteBook": {
			{400, "Validation Error"}, {401, "Unauthorized"}, {500, "Internal Server Error"}, {503, "Service Unavailable"},
		},
	}
	got := map[string][]row{}
	for _, op := range d.Operations {
		for _, e := range op.Errors {
			got[op.ID] = append(got[op.ID], row{e.Status, e.Title})
			if op.ID == "putBook" && e.Status == 404 && e.When != "the shelf is empty" {
				t.Errorf("a listed row was overruled: %q", e.When)
			}
			if op.ID == "putBook" && e.Status == 413 && e.When != "the body is larger than 2 MiB" {
				t.Errorf("the body limit is not stated: %q", e.When)
			}
		}
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("error tables (-got +want):\n%s", diff)
	}
}

func TestExpandIsSelfContained(t *testing.T) {
	t.Parallel()
	d, err := fixture(t, shelf)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, s := range d.Components.Schemas {
		names = append(names, s.Name)
	}
	if diff := cmp.Diff(names, []string{"Book", "Error", "Field"}); diff != "" {
		t.Errorf("schemas (-got +want):\n%s", diff)
	}
	for _, op := range d.Operations {
		if _, ok := op.Responses.Get("default"); ok {
			t.Errorf("%s still has a default response", op.ID)
		}
		for _, r := range op.Responses {
			response := d.Response(r.Value)
			if response == nil || response.Description == "" {
				t.Errorf("%s: response %s says nothing", op.ID, r.Name)
				continue
			}
			if r.Name < "400" {
				continue
			}
			body, ok := response.Content.Get("application/json")
			if _, schema := d.Schema(body.Schema); !ok || schema == nil {
				t.Errorf("%s: response %s has no error schema", op.ID, r.Name)
			}
			for _, e := range body.Examples {
				var example struct{ Error, Message string }
				if err := json.Unmarshal(e.Value.Value, &example); err != nil || example.Error == "" || example.Message == "" {
					t.Errorf("%s: response %s has the example %s", op.ID, r.Name, e.Value.Value)
				}
			}
			if _, waits := response.Headers.Get("Retry-After"); waits != (r.Name == "429" || r.Name == "503") {
				t.Errorf("%s: response %s and Retry-After: %v", op.ID, r.Name, waits)
			}
		}
	}
}

func TestExpandRefuses(t *testing.T) {
	t.Parallel()
	tests := map[string]struct{ old, new, want string }{
		"no default":        {"        default: {$ref: 'errors.yaml#/components/responses/Error'}\n    put:", "    put:", "default response"},
		"no security":       {"      security: []\n", "", "security is not stated"},
		"unknown scheme":    {"security: []", "security: [{cookie: []}]", "cookie"},
		"no such reference": {"schemas/Book'}}}}\n      responses", "schemas/Bok'}}}}\n      responses", "Bok"},
		"no such parameter": {"parameters: [{$ref: '#/components/parameters/BookId'}]\n    get",
			"parameters: [{$ref: '#/components/parameters/Id'}]\n    get", "Id"},
		"title without when": {", when: it is night", "", "lacks a title or a when"},
		"not an error":       {"status: 409", "status: 209", "not an error status"},
		"listed twice":       {"title: Book In Use", "title: Book In Use, when: a}\n        - {status: 409, title: Book In Use", "listed twice"},
		"declared error": {"'204': {description: Done.}\n        default: {$ref: 'errors.yaml#/components/responses/Error'}\n  /internal",
			"'204': {description: Done.}\n        '409': {description: Mine.}\n        default: {$ref: " +
				"'errors.yaml#/components/responses/Error'}\n  /internal", "409 is declared"},
		"a key twice":     {"summary: Read a book", "summary: Read a book\n      summary: Again", "twice"},
		"no id":           {"operationId: getBook", "operationId: get_book", "camelCase"},
		"an id twice":     {"operationId: putBook", "operationId: getBook", "same operation id"},
		"no summary":      {"summary: Read a book", "description: Read a book", "no summary"},
		"no status":       {"x-implementation-status: planned", "x-implementation-status: soon", "x-implementation-status"},
		"unknown tag":     {"tags: [books]", "tags: [films]", "films"},
		"no example":      {", example: {title: Ada}", "", "no example"},
		"inline object":   {"{type: string, example: 2026-01-02}", "{allOf: [{properties: {a: {type: string}}}]}", "in place"},
		"refusing object": {"required: [title], properties", "additionalProperties: false, required: [title], properties", "never refused"},
		"no such property": {"required: [title], properties: {", "required: [title], properties: {isbn: {$ref: '#/components/schemas/Isbn'}, ",
			"Isbn"},
		"one of":            {"{type: string, example: 2026-01-02}", "{oneOf: [{type: string}]}", "oneOf"},
		"null of no type":   {"{type: string, example: 2026-01-02}", "{nullable: true, example: 2026-01-02}", "without a type"},
		"internal and open": {"security: [{serviceKey: []}]", "security: []", "service key"},
		"unlisted parameter": {"      parameters: [{$ref: '#/components/parameters/BookId'}]\n      responses", "      responses",
			"missing: [id]"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			broken := strings.Replace(shelf, test.old, test.new, 1)
			if broken == shelf {
				t.Fatal("the fixture no longer contains what this case breaks")
			}
			_, err := fixture(t, broken)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want a complaint about %q", err, test.want)
			}
		})
	}
}

func TestNullableResponsePropertyMustBeRequired(t *testing.T) {
	t.Parallel()
	// Book is also used in a request, where absent and null may differ, so the test needs a schema of its own.
	contract := strings.Replace(shelf, "schema: {$ref: '#/components/schemas/Book'}, example",
		"schema: {$ref: '#/components/schemas/Card'}, example", 1)
	contract += "    Card: {type: object, properties: {title: {type: string, nullable: true}}}\n"
	_, err := fixture(t, contract)
	if err == nil || !strings.Contains(err.Error(), "title may be null") {
		t.Errorf("got %v, want a complaint about title", err)
	}
}

// TestPublishedContractsAreFresh checks that the committed files match their sources. If it fails, run `make generate`.
func TestPublishedContractsAreFresh(t *testing.T) {
	t.Parallel()
	want, err := publishAll("../../../api")
	if err != nil {
		t.Fatal(err)
	}
	if got := len(api.Documents()); got != len(want) {
		t.Errorf("%d contracts are published, want %d", got, len(want))
	}
	for name, content := range want {
		got, err := api.Published(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if string(got) != string(content) {
			t.Errorf("api/published/%s.json is stale; run make generate", name)
		}
	}
}
