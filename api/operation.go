package api

import (
	"slices"
	"strings"
)

// DefaultBodyLimit is the size limit of a request body in bytes, unless the operation sets its own.
const DefaultBodyLimit = 1 << 20

// Operation is one operation of a service's contract: a method on a path.
type Operation struct {
	Service string `json:"-"`
	Method  string `json:"-"`
	// Path is the path template, with its parameters in braces.
	Path string `json:"-"`

	ID          string         `json:"operationId"`
	Summary     string         `json:"summary"`
	Tags        []string       `json:"tags"`
	Security    []Requirement  `json:"security"`
	Parameters  []Parameter    `json:"parameters"`
	RequestBody *Body          `json:"requestBody"`
	Responses   Map[*Response] `json:"responses"`
	// Errors lists the errors that the contract states and those that every operation of this shape can return.
	Errors []Error `json:"x-errors"`
	// BodyLimit is in bytes; zero where no body is expected.
	BodyLimit int64  `json:"x-body-limit"`
	Status    string `json:"x-implementation-status"`

	template []string // segments of Path
}

// Requirement is one way to authenticate: a caller must satisfy every scheme and be in all of its groups. An empty one
// admits any caller.
type Requirement map[string][]string

// Error is an error response of an operation.
type Error struct {
	Status int    `json:"status"`
	Title  string `json:"title"`
	When   string `json:"when"`
}

// Public reports whether the operation serves a caller without any credentials.
func (o Operation) Public() bool {
	return len(o.Security) == 0 || slices.ContainsFunc(o.Security, func(r Requirement) bool { return len(r) == 0 })
}

// Bearer reports whether the operation accepts a user's token.
func (o Operation) Bearer() bool { return o.accepts("bearer") }

// Internal reports whether the operation is for other services only.
func (o Operation) Internal() bool { return o.accepts("serviceKey") }

// Roles returns the groups a user must be in.
func (o Operation) Roles() []string {
	var roles []string
	for _, r := range o.Security {
		roles = append(roles, r["bearer"]...)
	}
	return roles
}

// accepts reports whether a requirement has the scheme.
func (o Operation) accepts(scheme string) bool {
	return slices.ContainsFunc(o.Security, func(r Requirement) bool {
		_, ok := r[scheme]
		return ok
	})
}

// Titles returns the titles of the operation's errors with a status.
func (o Operation) Titles(status int) []string {
	var titles []string
	for _, e := range o.Errors {
		if e.Status == status {
			titles = append(titles, e.Title)
		}
	}
	return titles
}

// Match returns the operation for a request to the service. path is decoded and without the query.
//
// The most specific template wins even if it lacks the method: DELETE /jobs/saved does not delete the job "saved". known
// reports whether any template matches the path; op is nil unless the winning template has the method.
func (d *Document) Match(method, path string) (op *Operation, known bool) {
	segments := strings.Split(path, "/")
	var best []string
	for i := range d.Operations {
		candidate := &d.Operations[i]
		if !matches(candidate.template, segments) {
			continue
		}
		if !known || moreSpecific(candidate.template, best) {
			best, known, op = candidate.template, true, nil
		}
		if candidate.Method == method && slices.Equal(candidate.template, best) {
			op = candidate
		}
	}
	return op, known
}

// Values returns the path parameters of a path that matches the operation's template.
func (o Operation) Values(path string) map[string]string {
	segments := strings.Split(path, "/")
	values := map[string]string{}
	for i, part := range o.template {
		if isParameter(part) && i < len(segments) {
			values[part[1:len(part)-1]] = segments[i]
		}
	}
	return values
}

func matches(template, segments []string) bool {
	return slices.EqualFunc(template, segments, func(part, segment string) bool {
		if isParameter(part) {
			return segment != ""
		}
		return part == segment
	})
}

// moreSpecific reports whether template a is more specific than b of the same length: /jobs/saved is more specific than
// /jobs/{id}. The first segment where only one is a parameter decides.
func moreSpecific(a, b []string) bool {
	for i := range a {
		if pa, pb := isParameter(a[i]), isParameter(b[i]); pa != pb {
			return pb
		}
	}
	return false
}

func isParameter(part string) bool {
	return strings.HasPrefix(part, "{") && strings.HasSuffix(part, "}")
}
