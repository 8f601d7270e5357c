package api

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// Document is the part of an OpenAPI document that the project uses.
type Document struct {
	Service string `json:"-"`
	Info    struct {
		Description string `json:"description"`
	} `json:"info"`
	Tags       []Tag         `json:"tags"`
	Paths      Map[pathItem] `json:"paths"`
	Components struct {
		Schemas   Map[*Schema]   `json:"schemas"`
		Responses Map[*Response] `json:"responses"`
		Examples  Map[Example]   `json:"examples"`
	} `json:"components"`

	// Operations lists the operations of Paths, in order.
	Operations []Operation `json:"-"`
}

// Tag is a chapter of the contract.
type Tag struct {
	Name string `json:"name"`
}

type pathItem struct {
	Get    *Operation `json:"get"`
	Head   *Operation `json:"head"`
	Post   *Operation `json:"post"`
	Put    *Operation `json:"put"`
	Patch  *Operation `json:"patch"`
	Delete *Operation `json:"delete"`
}

// Parameter is a value taken from the path, the query or a header.
type Parameter struct {
	Name   string  `json:"name"`
	In     string  `json:"in"`
	Schema *Schema `json:"schema"`
}

// Body is the body of a request.
type Body struct {
	Content Map[MediaType] `json:"content"`
}

// Response describes one response of an operation.
type Response struct {
	Ref         string         `json:"$ref"`
	Description string         `json:"description"`
	Headers     Map[Header]    `json:"headers"`
	Content     Map[MediaType] `json:"content"`
}

// Header is a header of a response.
type Header struct {
	Ref      string `json:"$ref"`
	Required bool   `json:"required"`
}

// MediaType is a body in one content type.
type MediaType struct {
	Schema   *Schema         `json:"schema"`
	Example  json.RawMessage `json:"example"`
	Examples Map[Example]    `json:"examples"`
}

// Example is a body as it may occur.
type Example struct {
	Ref   string          `json:"$ref"`
	Value json.RawMessage `json:"value"`
}

// Schema is the shape of a value.
type Schema struct {
	Ref                  string          `json:"$ref"`
	Type                 string          `json:"type"`
	Nullable             bool            `json:"nullable"`
	Default              json.RawMessage `json:"default"`
	MaxLength            *json.Number    `json:"maxLength"`
	Minimum              *json.Number    `json:"minimum"`
	Maximum              *json.Number    `json:"maximum"`
	Items                *Schema         `json:"items"`
	Required             []string        `json:"required"`
	Properties           Map[*Schema]    `json:"properties"`
	AdditionalProperties *Additional     `json:"additionalProperties"`
	AllOf                []*Schema       `json:"allOf"`
	OneOf                []*Schema       `json:"oneOf"`
	AnyOf                []*Schema       `json:"anyOf"`
}

// Additional holds the additionalProperties of a schema: allowed or not, or their schema.
type Additional struct {
	Allowed bool
	Schema  *Schema
}

// UnmarshalJSON reads either form.
func (a *Additional) UnmarshalJSON(b []byte) error {
	if json.Unmarshal(b, &a.Allowed) == nil {
		return nil
	}
	a.Allowed = true
	return json.Unmarshal(b, &a.Schema)
}

// Parse reads a published contract.
func Parse(service string, content []byte) (*Document, error) {
	d := &Document{Service: service}
	if err := json.Unmarshal(content, d); err != nil {
		return nil, fmt.Errorf("contract of %s: %w", service, err)
	}
	for _, item := range d.Paths {
		for method, op := range item.Value.operations() {
			op.Service, op.Method, op.Path = service, method, item.Name
			op.template = strings.Split(item.Name, "/")
			if op.BodyLimit == 0 && op.RequestBody != nil {
				op.BodyLimit = DefaultBodyLimit
			}
			d.Operations = append(d.Operations, *op)
		}
	}
	return d, nil
}

func (p pathItem) operations() func(func(string, *Operation) bool) {
	return func(yield func(string, *Operation) bool) {
		for _, m := range []struct {
			name string
			op   *Operation
		}{{"GET", p.Get}, {"HEAD", p.Head}, {"POST", p.Post}, {"PUT", p.Put}, {"PATCH", p.Patch}, {"DELETE", p.Delete}} {
			if m.op != nil && !yield(m.name, m.op) {
				return
			}
		}
	}
}

// Response follows a reference to a shared response.
func (d *Document) Response(r *Response) *Response {
	if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
		shared, _ := d.Components.Responses.Get(name)
		return shared
	}
	return r
}

// Schema follows a reference to a named schema; the name is empty for a schema written in place.
func (d *Document) Schema(s *Schema) (name string, resolved *Schema) {
	if name, ok := strings.CutPrefix(s.Ref, "#/components/schemas/"); ok {
		named, _ := d.Components.Schemas.Get(name)
		return name, named
	}
	return "", s
}

// Map is a JSON object in the order of its source.
type Map[T any] []Entry[T]

// Entry is one member of a Map.
type Entry[T any] struct {
	Name  string
	Value T
}

// Get finds a member by name.
func (m Map[T]) Get(name string) (value T, ok bool) {
	for _, e := range m {
		if e.Name == name {
			return e.Value, true
		}
	}
	return value, false
}

// UnmarshalJSON reads the members in the order of the source.
func (m *Map[T]) UnmarshalJSON(b []byte) error {
	dec := json.NewDecoder(bytes.NewReader(b))
	t, err := dec.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return fmt.Errorf("want an object, got %v", t)
	}
	for dec.More() {
		t, err := dec.Token()
		if err != nil {
			return err
		}
		e := Entry[T]{Name: t.(string)}
		if err := dec.Decode(&e.Value); err != nil {
			return fmt.Errorf("%s: %w", e.Name, err)
		}
		*m = append(*m, e)
	}
	return nil
}
