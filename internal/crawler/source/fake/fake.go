// Package fake is what the fake boards of all families are made of: fictional postings, and the requests that a family
// answers with them. Each family has its own fake in its folder; package fakeboard serves them all, for tests,
// benchmarks and the demo.
package fake

import "strings"

// Fake describes how the fake boards of one family are served.
type Fake struct {
	// Path follows the family's name in the addresses of its boards: empty, or /{token} where the vendor has a host for
	// each board.
	Path string
	// Address is the public address of a board, which the employer's site links to; {token} is replaced by the board's
	// name, {target} by the token of its pull target.
	Address string
	// Target returns the token of a pull target for a board on a server; nil means the board's own name.
	Target func(server, name string) string
	Routes []Route
}

// Route answers one kind of request. The pattern is that of [http.ServeMux], relative to the family's address, and
// contains {token}.
type Route struct {
	Pattern string
	Serve   func(Call)
	Unknown func(Call) // answers for a board that does not exist
	Detail  bool       // the request is for one posting
}

// Base returns the base URL of a family on a server.
func (f Fake) Base(server, family string) string {
	return strings.TrimRight(server, "/") + "/" + family + f.Path
}
