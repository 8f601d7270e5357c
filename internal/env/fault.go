package env

import (
	"fmt"
	"net/url"
)

// Faults collects what is wrong with a configuration. Its elements may be nil.
type Faults []error

// Check adds a fault unless ok.
func (f *Faults) Check(ok bool, format string, args ...any) {
	if !ok {
		*f = append(*f, fmt.Errorf(format, args...))
	}
}

// CheckAddress adds a fault unless the value is an http or https address.
func (f *Faults) CheckAddress(key, value string) {
	u, err := url.Parse(value)
	f.Check(err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "", "%s must be an http or https address", key)
}
