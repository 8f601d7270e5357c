package api

import (
	"slices"
	"strings"
)

// DefaultBodyLimit is the size limit of a request body in bytes, unless the operation sets its own.
const DefaultBodyLimit = 1 << 20

// Operation is one thing a service does for a caller.
type Operation struct {
	Service string `json:"-"`
	Method  string `json:"-"`
	// Path is the template, with its parameters in braces.
	Path string `json:"-"`

	ID          string         `json:"operationId"`
	Summary     string         `json:"summary"`
	Tags        []string       `json:"tags"`
	Security    []Requirement  `json:"security"`
	Parameters  []Parameter    `json:"parameters"`
	RequestBody *Body          `json:"requestBody"`
	Responses   Map[*Response] `json:"responses"`
	// Errors is the whole table: what the contract lists and what follows from the operation's shape.
	Errors []Error `json:"x-errors"`
	// BodyLimit is in bytes; zero where no body is expected.
	BodyLimit int64  `json:"x-body-limit"`
	Status    string `json:"x-implementation-status"`

	template []string // Path by segment
}

// Requirement is one way to authenticate: all its schemes, each with the groups it requires. An empty one admits any
// caller.
type Requirement map[string][]string

// Error is one way an operation can fail.
type Error struct {
	Status int    `json:"status"`
	Title  string `json:"title"`
	When   string `json:"when"`
}

// Public reports whether the operation serves a caller without any credentials.
func (o Operation) Public() bool {
	return len(o.Security) == 0 || slices.ContainsFunc(o.Security, func(r Requirement) bool { return len(r) == 0 })
}

// Bearer reports whether the operation reads a user's token.
func (o Operation) Bearer() bool { return o.takes("bearer") }

// Internal reports whether the operation is for other services only.
func (o Operation) Internal() bool { return o.takes("serviceKey") }

// Roles returns the groups a user must be in.
func (o Operation) Roles() []string {
	var roles []string
	for _, r := range o.Security {
		roles = append(roles, r["bearer"]...)
	}
	return roles
}

func (o Operation) takes(scheme string) bool {
	return slices.ContainsFunc(o.Security, func(r Requirement) bool {
		_, ok := r[scheme]
		return ok
	})
}

// Titles returns the error titles with which the operation may answer under a status.
func (o Operation) Titles(status int) []string {
	var titles []string
	for _, e := range o.Errors {
		if e.Status == status {
			titles = append(titles, e.Title)
		}
	}
	return titles
}

// Match finds the operation that a request to the service is for. The path is the decoded one, without the query.
//
// The most specific path is meant, whether or not it has the method: to DELETE /jobs/saved is not to delete the job
// "saved". When no operation has the path, known is false; when it has it but not with this method, known is true and
// op nil.
func (d *Document) Match(method, path string) (op *Operation, known bool) {
	segments := strings.Split(path, "/")
	var best []string
	for i := range d.Operations {
		candidate := &d.Operations[i]
		if !fits(candidate.template, segments) {
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

// Values returns the path parameters of a path that fits the operation.
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

func fits(template, segments []string) bool {
	return slices.EqualFunc(template, segments, func(part, segment string) bool {
		if isParameter(part) {
			return segment != ""
		}
		return part == segment
	})
}

// moreSpecific: /jobs/saved before /jobs/{id}, decided at the first difference.
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
