// Package env reads configuration from the environment, once, at start.
//
// A service declares a Config struct whose fields carry their key, default and meaning as tags:
//
//	Cron background.Schedule `key:"notification.digest.cron" default:"0 0 8 ? * MON" help:"when the weekly digest goes out"`
//
// The environment variable of a key is the key in upper case with every other character as an underscore
// (NOTIFICATION_DIGEST_CRON). A secret may instead be given as NAME_FILE, the path of a file that holds it. All faults
// are reported together, one line each, naming the key and never the value of a secret.
package env

import (
	"cmp"
	"encoding"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Name returns the environment variable of a key.
func Name(key string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, key)
}

// Load fills each config (a pointer to a struct) from the environment and reports all faults at once. If a config, or a
// struct in it, has a Validate method, Load calls it once every field of the config is set.
func Load(getenv func(string) string, configs ...any) error {
	var faults []error
	for _, cfg := range configs {
		var own []error
		for _, f := range fields(cfg) {
			if err := f.load(getenv); err != nil {
				own = append(own, err)
			}
		}
		if len(own) == 0 {
			own = validate(reflect.ValueOf(cfg).Elem())
		}
		faults = append(faults, own...)
	}
	return errors.Join(distinct(faults)...)
}

// validate calls Validate on the struct and the structs in it, innermost first.
func validate(v reflect.Value) (faults []error) {
	for i := range v.NumField() {
		if sf := v.Type().Field(i); sf.Type.Kind() == reflect.Struct && sf.IsExported() && sf.Tag.Get("key") == "" {
			faults = append(faults, validate(v.Field(i))...)
		}
	}
	if c, ok := v.Addr().Interface().(interface{ Validate() error }); ok {
		if err := c.Validate(); err != nil {
			faults = append(faults, err)
		}
	}
	return faults
}

// distinct drops repeats: in one process several services declare the same shared key.
func distinct(errs []error) []error {
	seen := map[string]bool{}
	out := errs[:0]
	for _, err := range errs {
		if !seen[err.Error()] {
			seen[err.Error()] = true
			out = append(out, err)
		}
	}
	return out
}

// SameZone returns an error if a service's own zone differs from the deployment's; nil means not set.
func SameZone(key string, own, deployment *time.Location) error {
	if own == nil || deployment == nil || own.String() == deployment.String() {
		return nil
	}
	return fmt.Errorf("%s is %s but platform.timezone is %s: a deployment has one time zone, so set only platform.timezone",
		key, own, deployment)
}

type field struct {
	tag   reflect.StructTag
	key   string
	value reflect.Value
}

// Declared is a setting of a [Declarer].
type Declared struct {
	Key, Help string
	Value     *string
}

// Declarer is a field whose keys are known only at run time, such as one for each board family.
type Declarer interface{ Declare() []Declared }

// fields returns the fields with a key, including those of nested structs, in order of declaration.
func fields(cfg any) []field {
	v := reflect.ValueOf(cfg)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		panic(fmt.Sprintf("env: %T is not a pointer to a struct", cfg))
	}
	return walk(v.Elem())
}

func walk(v reflect.Value) []field {
	var out []field
	for i := range v.NumField() {
		sf := v.Type().Field(i)
		if !sf.IsExported() {
			continue
		}
		if d, ok := v.Field(i).Addr().Interface().(Declarer); ok {
			for _, s := range d.Declare() {
				tag := reflect.StructTag("help:" + strconv.Quote(s.Help))
				out = append(out, field{tag: tag, key: s.Key, value: reflect.ValueOf(s.Value).Elem()})
			}
		} else if key := sf.Tag.Get("key"); key != "" {
			out = append(out, field{tag: sf.Tag, key: key, value: v.Field(i)})
		} else if sf.Type.Kind() == reflect.Struct {
			out = append(out, walk(v.Field(i))...)
		}
	}
	return out
}

func (f field) load(getenv func(string) string) error {
	text, source, err := f.given(getenv)
	if err != nil {
		return err
	}
	if text = cmp.Or(text, f.tag.Get("default")); text == "" {
		if f.tag.Get("required") == "true" {
			return fmt.Errorf("%s (%s) is missing: %s", f.key, source, f.tag.Get("help"))
		}
		return nil
	}
	if err := set(f.value, text); err != nil {
		if f.secret() {
			return fmt.Errorf("%s (%s) has a value that cannot be used: %w", f.key, source, err)
		}
		return fmt.Errorf("%s (%s) is %q: %w", f.key, source, text, err)
	}
	return nil
}

// given returns the value in the environment, or "", and the variable it came from: the key's own, or the
// one of the key in the "or" tag.
func (f field) given(getenv func(string) string) (text, source string, err error) {
	for _, key := range []string{f.key, f.tag.Get("or")} {
		if key == "" {
			continue
		}
		if text, source, err = f.read(getenv, key); text != "" || err != nil {
			return text, source, err
		}
	}
	return "", Name(f.key), nil
}

// read reads the variable of a key, or the file that its _FILE variable names.
func (f field) read(getenv func(string) string, key string) (text, source string, err error) {
	name := Name(key)
	text = strings.TrimSpace(getenv(name))
	if f.secret() {
		if path := getenv(name + "_FILE"); path != "" {
			if text != "" {
				return "", name, fmt.Errorf("%s is set twice: %s and %s_FILE", key, name, name)
			}
			b, err := os.ReadFile(path)
			if err != nil {
				return "", name, fmt.Errorf("%s (%s_FILE): %w", key, name, err)
			}
			return strings.TrimSpace(string(b)), name + "_FILE", nil
		}
	}
	return text, name, nil
}

var secretType = reflect.TypeFor[Secret]()

func (f field) secret() bool { return f.value.Type() == secretType }

func set(v reflect.Value, text string) error {
	if u, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok {
		return u.UnmarshalText([]byte(text))
	}
	switch p := v.Addr().Interface().(type) {
	case *string:
		*p = text
	case *Secret:
		*p = NewSecret(text)
	case *bool:
		b, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("must be true or false")
		}
		*p = b
	case *time.Duration:
		d, err := time.ParseDuration(text)
		if err != nil || d < 0 {
			return errors.New("must be a duration such as 25s, 15m or 2h")
		}
		*p = d
	case **time.Location:
		loc, err := time.LoadLocation(text)
		if err != nil {
			return errors.New("must be a time zone such as UTC or Europe/Madrid")
		}
		*p = loc
	case *[]string:
		*p = nil
		for part := range strings.SplitSeq(text, ",") {
			if part = strings.TrimSpace(part); part != "" {
				*p = append(*p, part)
			}
		}
	default:
		return setNumber(v, text)
	}
	return nil
}

func setNumber(v reflect.Value, text string) error {
	switch {
	case v.CanInt():
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		if err != nil {
			return errors.New("must be a whole number")
		}
		v.SetInt(n)
	case v.CanFloat():
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return errors.New("must be a number")
		}
		v.SetFloat(n)
	default:
		panic(fmt.Sprintf("env: no way to read a %s", v.Type()))
	}
	return nil
}
