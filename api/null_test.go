package api_test

import (
	"slices"
	"testing"

	"rolecall/api"
)

// TestOptionalPropertiesOfPostBodiesMayBeNull checks that the contract declares optional properties of POST bodies
// nullable, because the server treats null as absent.
func TestOptionalPropertiesOfPostBodiesMayBeNull(t *testing.T) {
	t.Parallel()
	for _, op := range api.Operations() {
		if op.Method != "POST" || op.RequestBody == nil {
			continue
		}
		d, _ := api.Find(op.Service)
		media, ok := op.RequestBody.Content.Get("application/json")
		if !ok {
			continue
		}
		walkProperties(d, media.Schema, "", func(path string, p *api.Schema, required bool) {
			_, resolved := d.Schema(p)
			if !required && !p.Nullable && (resolved == nil || !resolved.Nullable) {
				t.Errorf("%s %s: %s is optional but not nullable", op.Method, op.Path, path)
			}
		})
	}
}

// walkProperties visits the properties of a schema, of its lists and of the schemas it is composed of, at any depth.
func walkProperties(d *api.Document, s *api.Schema, path string, visit func(path string, p *api.Schema, required bool)) {
	_, s = d.Schema(s)
	if s == nil {
		return
	}
	for _, p := range s.Properties {
		visit(path+p.Name, p.Value, slices.Contains(s.Required, p.Name))
		walkProperties(d, p.Value, path+p.Name+".", visit)
	}
	if s.Items != nil {
		walkProperties(d, s.Items, path+"[].", visit)
	}
	for _, part := range slices.Concat(s.AllOf, s.OneOf, s.AnyOf) {
		walkProperties(d, part, path, visit)
	}
}
