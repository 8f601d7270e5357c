package catalogue

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/go-faster/yaml"
)

func readJSON(data []byte) ([]Entry, error) {
	var tree any
	if err := json.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("read JSON: %w", err)
	}
	return lists(tree)
}

func readYAML(data []byte) ([]Entry, error) {
	if len(data) > maxYAML {
		return nil, fmt.Errorf("a YAML catalogue must not be larger than %d MiB; split it, or use CSV or JSON", maxYAML>>20)
	}
	var tree any
	if err := yaml.Unmarshal(data, &tree); err != nil {
		return nil, fmt.Errorf("read YAML: %w", err)
	}
	return lists(tree)
}

// lists reads a list, or several lists under the names of their families. A key that is not a family, such as "companies",
// does no harm: it is used only for boards that do not name their family.
func lists(tree any) (entries []Entry, err error) {
	switch tree := tree.(type) {
	case []any:
		return list(tree, ""), nil
	case map[string]any:
		for _, key := range slices.Sorted(maps.Keys(tree)) {
			if items, ok := tree[key].([]any); ok {
				entries = append(entries, list(items, key)...)
			}
		}
		return entries, nil
	}
	return nil, errors.New("the catalogue is neither a list of boards nor lists by family")
}

func list(items []any, key string) []Entry {
	entries := make([]Entry, len(items))
	for i, item := range items {
		e := &entries[i]
		switch item := item.(type) {
		case map[string]any:
			for _, word := range slices.Sorted(maps.Keys(item)) {
				e.set(fieldOf(word), scalar(item[word]))
			}
		case []any:
			e.Fault = "it is a list"
		default:
			e.Token = scalar(item)
		}
		e.Family = cmp.Or(e.Family, key)
	}
	return entries
}

// scalar returns a text or a number as text, and nothing for other values. YAML reads a token of digits as a number.
func scalar(value any) string {
	switch value := value.(type) {
	case string:
		return value
	case int, int64, uint64:
		return fmt.Sprint(value)
	}
	return ""
}
