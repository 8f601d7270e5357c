package env

import (
	"fmt"
	"reflect"
	"strings"
)

// Setting describes one key to an operator.
type Setting struct {
	Key      string
	Variable string
	Value    string // a secret shows only that it is set
	Default  string
	Help     string
	Required bool
	Secret   bool
}

// Settings returns every key of the configs once, with its current value.
func Settings(configs ...any) []Setting {
	var out []Setting
	seen := map[string]bool{}
	for _, cfg := range configs {
		for _, f := range fields(cfg) {
			if seen[f.key] {
				continue
			}
			seen[f.key] = true
			out = append(out, Setting{
				Key:      f.key,
				Variable: Name(f.key),
				Value:    f.shown(),
				Default:  f.tag.Get("default"),
				Help:     f.tag.Get("help"),
				Required: f.tag.Get("required") == "true",
				Secret:   f.secret(),
			})
		}
	}
	return out
}

// Origins returns where the value of each key comes from: the variable or file variable that sets it, "default", or ""
// if it has no value.
func Origins(getenv func(string) string, configs ...any) map[string]string {
	out := map[string]string{}
	for _, cfg := range configs {
		for _, f := range fields(cfg) {
			text, source, err := f.given(getenv)
			switch {
			case err == nil && text != "":
				out[f.key] = source
			case err == nil && f.tag.Get("default") != "":
				out[f.key] = "default"
			default:
				out[f.key] = ""
			}
		}
	}
	return out
}

func (f field) shown() string {
	switch v := f.value.Interface().(type) {
	case []string:
		return strings.Join(v, ",")
	case fmt.Stringer:
		if rv := reflect.ValueOf(v); rv.Kind() == reflect.Pointer && rv.IsNil() {
			return ""
		}
		return v.String()
	default:
		return fmt.Sprint(v)
	}
}
