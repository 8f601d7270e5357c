package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"rolecall/api"
)

var (
	camelCase  = regexp.MustCompile(`^[a-z][a-zA-Z0-9]*$`)
	pascalCase = regexp.MustCompile(`^[A-Z][a-zA-Z0-9]*$`)
	constant   = regexp.MustCompile(`^[A-Z]+(_[A-Z]+)*$`)
)

// lint checks what OpenAPI leaves open (valid checks the rest) and returns what breaks our conventions. Those depend on our
// extensions, such as x-implementation-status, and on how a schema is used: a general linter would need as many lines of
// configuration and plug-ins.
func lint(d *api.Document) []string {
	l := linter{document: d}
	if d.Info.Description == "" {
		l.complain("info", "there is no description")
	}
	for _, op := range d.Operations {
		l.operation(op)
	}
	responses, requests := reach(d)
	for _, e := range d.Components.Schemas {
		if !pascalCase.MatchString(e.Name) {
			l.complain("schema "+e.Name, "the name is not in PascalCase")
		}
		l.named(e.Name, e.Value, responses[e.Name] && !requests[e.Name])
	}
	return l.complaints
}

type linter struct {
	document   *api.Document
	complaints []string
}

func (l *linter) complain(where, format string, args ...any) {
	l.complaints = append(l.complaints, where+": "+fmt.Sprintf(format, args...))
}

func (l *linter) operation(op api.Operation) {
	at := op.Method + " " + op.Path
	check := func(ok bool, complaint string) {
		if !ok {
			l.complain(at, "%s", complaint)
		}
	}
	check(camelCase.MatchString(op.ID), "the operationId is missing or not in camelCase")
	check(op.Summary != "", "there is no summary")
	check(len(op.Tags) > 0, "there is no tag")
	check(op.Status == "existing" || op.Status == "planned", "x-implementation-status is neither existing nor planned")
	check(op.Internal() == strings.Contains(op.Path+"/", "/internal/"), "paths under internal, and only they, take the service key")
	for _, tag := range op.Tags {
		if !slices.ContainsFunc(l.document.Tags, func(t api.Tag) bool { return t.Name == tag }) {
			l.complain(at, "the tag %s is not described", tag)
		}
	}
	l.parameters(at, op)
	if op.RequestBody != nil {
		l.content(at, op.RequestBody.Content)
	}
	succeeds := false
	for _, r := range op.Responses {
		response := l.document.Response(r.Value)
		l.content(at, response.Content)
		if r.Name >= "400" {
			continue
		}
		succeeds = true
		for _, m := range response.Content {
			if len(m.Value.Example) == 0 && len(m.Value.Examples) == 0 {
				l.complain(at, "response %s has no example of %s", r.Name, m.Name)
			}
		}
		for _, h := range response.Headers {
			if h.Value.Ref == "" && !h.Value.Required {
				l.complain(at, "header %s of response %s is not required, so nobody can rely on it", h.Name, r.Name)
			}
		}
	}
	check(succeeds, "no response is a success")
}

func (l *linter) parameters(at string, op api.Operation) {
	for _, p := range op.Parameters {
		l.schema(at+" "+p.Name, p.Schema)
		if p.In == "query" && (p.Name == "page" || p.Name == "size") {
			if p.Schema.Minimum == nil || p.Schema.Maximum == nil || len(p.Schema.Default) == 0 {
				l.complain(at, "parameter %s lacks a minimum, maximum or default", p.Name)
			}
		}
	}
}

func (l *linter) content(at string, content api.Map[api.MediaType]) {
	for _, m := range content {
		if m.Value.Schema == nil {
			l.complain(at, "%s has no schema", m.Name)
			continue
		}
		l.schema(at+" "+m.Name, m.Value.Schema)
	}
}

// named checks a schema under components; only there may properties be listed.
func (l *linter) named(name string, s *api.Schema, onlyInResponses bool) {
	at := "schema " + name
	for _, required := range s.Required {
		if _, ok := s.Properties.Get(required); !ok {
			l.complain(at, "requires %s, which it does not have", required)
		}
	}
	for _, p := range s.Properties {
		// A constant as a name is a count per status and the like; the other exceptions are RFC 8058's and JSON Feed's.
		if !camelCase.MatchString(p.Name) && !constant.MatchString(p.Name) && p.Name != "List-Unsubscribe" &&
			!strings.HasPrefix(name, "JsonFeed") {
			l.complain(at, "property %s is not in camelCase", p.Name)
		}
		if onlyInResponses && p.Value.Nullable && !slices.Contains(s.Required, p.Name) {
			l.complain(at, "property %s may be null in a response, so it must be present: list it as required", p.Name)
		}
		l.schema(at+"."+p.Name, p.Value)
	}
	// A named schema may extend another; what it adds is checked like properties of its own.
	for _, part := range s.AllOf {
		if part.Ref == "" {
			l.named(name, part, onlyInResponses)
		}
	}
	l.parts(at, s)
}

// schema checks a schema anywhere else.
func (l *linter) schema(at string, s *api.Schema) {
	if s.Ref != "" {
		return
	}
	inPlace := func(s *api.Schema) bool { return s.Ref == "" && len(s.Properties) > 0 }
	if inPlace(s) || slices.ContainsFunc(s.AllOf, inPlace) {
		l.complain(at, "an object is described in place; give it a name under components")
	}
	l.parts(at, s)
}

func (l *linter) parts(at string, s *api.Schema) {
	if len(s.OneOf) > 0 || len(s.AnyOf) > 0 {
		l.complain(at, "oneOf and anyOf make poor types")
	}
	if s.Nullable && s.Type == "" {
		l.complain(at, "nullable has no effect without a type beside it")
	}
	if a := s.AdditionalProperties; a != nil {
		if !a.Allowed {
			l.complain(at, "unknown properties are ignored, never refused: remove additionalProperties: false")
		}
		if a.Schema != nil {
			l.schema(at+".*", a.Schema)
		}
	}
	if s.Items != nil {
		l.schema(at+"[]", s.Items)
	}
	for _, part := range s.AllOf {
		if part.Ref != "" {
			l.schema(at, part)
		}
	}
}

// reach returns which named schemas occur in responses and which in requests.
func reach(d *api.Document) (responses, requests map[string]bool) {
	responses, requests = map[string]bool{}, map[string]bool{}
	for _, op := range d.Operations {
		if op.RequestBody != nil {
			for _, m := range op.RequestBody.Content {
				walk(d, m.Value.Schema, requests)
			}
		}
		for _, r := range op.Responses {
			if response := d.Response(r.Value); response != nil {
				for _, m := range response.Content {
					walk(d, m.Value.Schema, responses)
				}
			}
		}
	}
	return responses, requests
}

func walk(d *api.Document, s *api.Schema, seen map[string]bool) {
	if s == nil {
		return
	}
	name, resolved := d.Schema(s)
	if resolved == nil || name != "" && seen[name] {
		return
	}
	if name != "" {
		seen[name] = true
	}
	walk(d, resolved.Items, seen)
	for _, part := range resolved.AllOf {
		walk(d, part, seen)
	}
	for _, p := range resolved.Properties {
		walk(d, p.Value, seen)
	}
	if resolved.AdditionalProperties != nil {
		walk(d, resolved.AdditionalProperties.Schema, seen)
	}
}
