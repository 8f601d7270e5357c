package source

import (
	"slices"
	"strings"
)

// Family describes the boards of one vendor. Everything that names families is made from it: configuration keys, the
// names in the web app, the tables in the documentation.
type Family struct {
	Name  string // name in configuration, the API and the database: lower-case letters and digits
	Label string // the vendor's public name
	// BaseURL is the public address that the vendor's paths are appended to; {token} is replaced by the board's name, or
	// by its host where the token contains one. It is empty where tokens are addresses.
	BaseURL string
	// Domains belong to the vendor: an address there is never a careers page of an employer's own.
	Domains []string
	Form    string // form of a token
	Right   Right
	Reads   string // documents that are read
	Proof   string // what makes a pull complete
	Guess   *Guess // how a board is found by its employer's name; nil means by links alone
}

// Right is the ground on which the boards of a family are read.
type Right int

// The rights.
const (
	// Documented means that the vendor describes what is read as public, or that it is made for machines to read.
	Documented Right = iota + 1
	// Reachable means that anyone can read it, without a key, but that the vendor does not describe it as public.
	Reachable
)

func (r Right) String() string {
	return [...]string{"unknown", "documented", "reachable"}[r]
}

// owns reports whether the host belongs to the vendor.
func (f Family) owns(host string) bool {
	return slices.ContainsFunc(f.Domains, func(d string) bool { return host == d || strings.HasSuffix(host, "."+d) })
}
