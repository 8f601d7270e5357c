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
		var walk func(path string, s *api.Schema)
		walk = func(path string, s *api.Schema) {
			_, s = d.Schema(s)
			if s == nil {
				return
			}
			for _, p := range s.Properties {
				if !slices.Contains(s.Required, p.Name) && !p.Value.Nullable {
					if _, resolved := d.Schema(p.Value); resolved == nil || !resolved.Nullable {
						t.Errorf("%s %s: %s%s is optional but not nullable", op.Method, op.Path, path, p.Name)
					}
				}
				walk(path+p.Name+".", p.Value)
			}
		}
		walk("", media.Schema)
	}
}
