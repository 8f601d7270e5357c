package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"iter"

	"github.com/go-faster/yaml"
)

// object is a mapping that keeps the order of its source, so that the published files read like the contracts and do not
// change with the random order of a Go map.
type object struct {
	keys   []string
	values map[string]any
}

func newObject(members ...any) *object {
	o := &object{values: map[string]any{}}
	for i := 0; i < len(members); i += 2 {
		o.set(members[i].(string), members[i+1])
	}
	return o
}

func (o *object) get(key string) (any, bool) {
	if o == nil {
		return nil, false
	}
	v, ok := o.values[key]
	return v, ok
}

// child is the mapping under the key, or nil.
func (o *object) child(key string) *object {
	v, _ := o.get(key)
	c, _ := v.(*object)
	return c
}

// list is the sequence under the key, or nil.
func (o *object) list(key string) []any {
	v, _ := o.get(key)
	l, _ := v.([]any)
	return l
}

// text is the string under the key, or "".
func (o *object) text(key string) string {
	v, _ := o.get(key)
	s, _ := v.(string)
	return s
}

func (o *object) set(key string, value any) {
	if _, ok := o.values[key]; !ok {
		o.keys = append(o.keys, key)
	}
	o.values[key] = value
}

func (o *object) remove(key string) {
	if _, ok := o.values[key]; !ok {
		return
	}
	delete(o.values, key)
	for i, k := range o.keys {
		if k == key {
			o.keys = append(o.keys[:i], o.keys[i+1:]...)
			return
		}
	}
}

func (o *object) all() iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		if o == nil {
			return
		}
		for _, k := range o.keys {
			if !yield(k, o.values[k]) {
				return
			}
		}
	}
}

// parseYAML reads one document whose root is a mapping.
func parseYAML(source []byte) (*object, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(source, &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) == 0 {
		return nil, fmt.Errorf("the file is empty")
	}
	v, err := fromNode(doc.Content[0])
	if err != nil {
		return nil, err
	}
	root, ok := v.(*object)
	if !ok {
		return nil, fmt.Errorf("the root is not a mapping")
	}
	return root, nil
}

func fromNode(n *yaml.Node) (any, error) {
	switch n.Kind {
	case yaml.AliasNode:
		return fromNode(n.Alias)
	case yaml.SequenceNode:
		list := make([]any, 0, len(n.Content))
		for _, c := range n.Content {
			v, err := fromNode(c)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		return list, nil
	case yaml.MappingNode:
		o := newObject()
		for i := 0; i < len(n.Content); i += 2 {
			key := n.Content[i].Value
			if key == "<<" {
				return nil, fmt.Errorf("line %d: merge keys are not part of OpenAPI", n.Line)
			}
			if _, twice := o.get(key); twice {
				return nil, fmt.Errorf("line %d: %q appears twice", n.Content[i].Line, key)
			}
			v, err := fromNode(n.Content[i+1])
			if err != nil {
				return nil, err
			}
			o.set(key, v)
		}
		return o, nil
	case yaml.ScalarNode:
		return fromScalar(n)
	}
	return nil, fmt.Errorf("line %d: unexpected YAML", n.Line)
}

func fromScalar(n *yaml.Node) (any, error) {
	switch n.ShortTag() {
	case "!!null":
		return nil, nil
	case "!!bool":
		var b bool
		err := n.Decode(&b)
		return b, err
	case "!!int", "!!float":
		// The digits stay as written; only what is not JSON (hex, underscores, .5) is refused.
		if !json.Valid([]byte(n.Value)) {
			return nil, fmt.Errorf("line %d: %q is not a JSON number", n.Line, n.Value)
		}
		return json.Number(n.Value), nil
	default:
		// An unquoted date is a YAML timestamp; in JSON it is the string that was written.
		return n.Value, nil
	}
}

// MarshalJSON writes the members in their order.
func (o *object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	enc := newEncoder(&b)
	b.WriteByte('{')
	for i, k := range o.keys {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := enc.Encode(k); err != nil {
			return nil, err
		}
		b.WriteByte(':')
		if err := enc.Encode(o.values[k]); err != nil {
			return nil, err
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// toJSON writes a tree with two-space indentation and a final newline.
func toJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := newEncoder(&b)
	enc.SetIndent("", "  ")
	err := enc.Encode(v)
	return b.Bytes(), err
}

func newEncoder(b *bytes.Buffer) *json.Encoder {
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	return enc
}
