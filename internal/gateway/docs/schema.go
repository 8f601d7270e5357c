package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rolecall/api"
)

// schema is a named shape with its members.
type schema struct {
	Name, Description, Status string
	Shape                     shape
	Limits                    []string
	Extends                   []shape
	Fields                    []field
}

// field is a parameter, a header or a property.
type field struct {
	Name, In, Description, Status string
	Required, Nullable            bool
	Shape                         shape
	Limits                        []string
}

// shape is a type in words: "list of" and a name that may be a link.
type shape struct {
	Prefix, Name string
	Link         bool
}

func newSchema(d *api.Document, name string, s *api.Schema) schema {
	out := schema{Name: name, Description: s.Description, Status: s.Status, Shape: shapeOf(s), Limits: limits(s)}
	add := func(part *api.Schema) {
		for _, p := range part.Properties {
			out.Fields = append(out.Fields, newField(d, p.Name, p.Value, slices.Contains(part.Required, p.Name)))
		}
	}
	add(s)
	for _, part := range s.AllOf {
		if part.Ref != "" {
			out.Extends = append(out.Extends, shapeOf(part))
			continue
		}
		add(part)
	}
	return out
}

func newField(d *api.Document, name string, s *api.Schema, required bool) field {
	f := field{
		Name: name, Required: required, Nullable: s.Nullable,
		Description: s.Description, Status: s.Status, Shape: shapeOf(s), Limits: limits(s),
	}
	if s.Items != nil {
		f.Limits = append(f.Limits, limits(s.Items)...)
	}
	return f
}

func shapeOf(s *api.Schema) shape {
	switch {
	case s == nil:
		return shape{Name: "anything"}
	case s.Ref != "":
		return shape{Name: s.Ref[strings.LastIndex(s.Ref, "/")+1:], Link: true}
	case s.Type == "array":
		of := shapeOf(s.Items)
		return shape{Prefix: "list of " + of.Prefix, Name: of.Name, Link: of.Link}
	case len(s.AllOf) == 1 && s.AllOf[0].Ref != "":
		return shapeOf(s.AllOf[0])
	case s.AdditionalProperties != nil && s.AdditionalProperties.Schema != nil:
		of := shapeOf(s.AdditionalProperties.Schema)
		return shape{Prefix: "map of name to " + of.Prefix, Name: of.Name, Link: of.Link}
	case s.Type == "" || len(s.AllOf) > 0:
		return shape{Name: "object"}
	case s.Format != "":
		return shape{Name: s.Type + " (" + s.Format + ")"}
	}
	return shape{Name: s.Type}
}

// limits puts the rules of a schema into words.
func limits(s *api.Schema) []string {
	var out []string
	if len(s.Enum) > 0 {
		values := make([]string, 0, len(s.Enum))
		for _, v := range s.Enum {
			if v != nil {
				values = append(values, fmt.Sprintf("`%v`", v))
			}
		}
		out = append(out, "one of "+strings.Join(values, ", "))
	}
	out = append(out, span(s.MinLength, s.MaxLength, " characters")...)
	out = append(out, span(s.Minimum, s.Maximum, "")...)
	out = append(out, span(s.MinItems, s.MaxItems, " items")...)
	if s.UniqueItems {
		out = append(out, "no repeats")
	}
	if s.Pattern != "" {
		out = append(out, "matches `"+s.Pattern+"`")
	}
	if len(s.Default) > 0 {
		out = append(out, "default `"+strings.Trim(string(s.Default), `"`)+"`")
	}
	return out
}

func span(low, high *json.Number, unit string) []string {
	switch {
	case low != nil && high != nil && *low == *high:
		return []string{"exactly " + low.String() + unit}
	case low != nil && high != nil:
		return []string{low.String() + " to " + high.String() + unit}
	case low != nil:
		return []string{"at least " + low.String() + unit}
	case high != nil:
		return []string{"at most " + high.String() + unit}
	}
	return nil
}

// maxDepth ends the sample of a schema that contains itself.
const maxDepth = 6

// sample makes an example of a schema that has none.
func sample(d *api.Document, s *api.Schema, depth int) json.RawMessage {
	_, s = d.Schema(s)
	switch {
	case s == nil || depth > maxDepth:
		return json.RawMessage("null")
	case len(s.Example) > 0:
		return s.Example
	case len(s.Default) > 0:
		return s.Default
	case len(s.Enum) > 0:
		return encode(s.Enum[0])
	case s.Type == "array":
		return slices.Concat(json.RawMessage("["), sample(d, s.Items, depth+1), json.RawMessage("]"))
	case s.Type == "object" || len(s.AllOf) > 0:
		return sampleObject(d, s, depth)
	case s.Type == "integer" || s.Type == "number":
		if s.Minimum != nil {
			return json.RawMessage(s.Minimum.String())
		}
		return json.RawMessage("1")
	case s.Type == "boolean":
		return json.RawMessage("true")
	}
	formats := map[string]string{
		"uuid": "0198c0de-7a11-7000-8000-00000000c0de", "date": "2026-05-20", "date-time": "2026-05-20T09:30:00Z", "uri": "https://example.com/",
	}
	if example, ok := formats[s.Format]; ok {
		return encode(example)
	}
	return encode("string")
}

func sampleObject(d *api.Document, s *api.Schema, depth int) json.RawMessage {
	var members []json.RawMessage
	var collect func(s *api.Schema)
	collect = func(s *api.Schema) {
		for _, part := range s.AllOf {
			if _, resolved := d.Schema(part); resolved != nil {
				collect(resolved)
			}
		}
		for _, p := range s.Properties {
			members = append(members, slices.Concat(encode(p.Name), json.RawMessage(":"), sample(d, p.Value, depth+1)))
		}
	}
	collect(s)
	return slices.Concat(json.RawMessage("{"), bytes.Join(toBytes(members), []byte(",")), json.RawMessage("}"))
}

func toBytes(in []json.RawMessage) [][]byte {
	out := make([][]byte, len(in))
	for i, m := range in {
		out[i] = m
	}
	return out
}

func encode(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null") // values of a contract come from JSON and go back to it
	}
	return b
}

// pretty indents JSON; an example that is text (a CSV, a calendar) is shown as the text it is.
func pretty(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return ""
	}
	return b.String()
}
