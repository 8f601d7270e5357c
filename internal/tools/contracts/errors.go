package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// failure is one row of an operation's error table.
type failure struct {
	status int
	title  string
	when   string
	// shared names the component that describes this row once for all operations; a listed row has none.
	shared string
}

const defaultBodyLimit = 1 << 20

// explicit returns the rows that the contract lists.
func explicit(op *object) ([]failure, error) {
	var rows []failure
	for _, e := range op.list("x-errors") {
		row, ok := e.(*object)
		if !ok {
			return nil, fmt.Errorf("x-errors: an entry is not a mapping")
		}
		n, _ := row.get("status")
		number, _ := n.(json.Number)
		status, err := strconv.Atoi(string(number))
		if err != nil || status < 400 || status > 599 {
			return nil, fmt.Errorf("x-errors: %v is not an error status", n)
		}
		f := failure{status: status, title: row.text("title"), when: row.text("when")}
		if f.title == "" || f.when == "" {
			return nil, fmt.Errorf("x-errors: %d lacks a title or a when", status)
		}
		if slices.ContainsFunc(rows, func(r failure) bool { return r.status == f.status && r.title == f.title }) {
			return nil, fmt.Errorf("x-errors: %d %s is listed twice", status, f.title)
		}
		rows = append(rows, f)
	}
	return rows, nil
}

// implicit returns the rows that follow from an operation's shape, so that no contract repeats them.
func implicit(op *object) ([]failure, error) {
	access, err := accessOf(op)
	if err != nil {
		return nil, err
	}
	body := op.child("requestBody")
	inPath, elsewhere := parameterPlaces(op)

	var rows []failure
	add := func(status int, title, when, shared string) {
		rows = append(rows, failure{status, title, when, shared})
	}

	// A malformed id is a resource that cannot exist: 404. Only the other services get a 400.
	if body != nil || elsewhere || (inPath && access.service) {
		add(http.StatusBadRequest, "Validation Error", "a parameter or the body does not follow this contract; `fields` says where",
			"ValidationError")
	}
	switch {
	case access.service:
		add(http.StatusUnauthorized, "Unauthorized", "the service key is missing or wrong", "ServiceKeyRefused")
	case access.bearer:
		add(http.StatusUnauthorized, "Unauthorized", "the token is missing, malformed or expired, or its session has ended", "Unauthorized")
	}
	if len(access.roles) > 0 {
		add(http.StatusForbidden, "Forbidden", "the caller is not in the group `"+strings.Join(access.roles, "`, `")+"`", "Forbidden")
	}
	if inPath && !access.service {
		add(http.StatusNotFound, "Not Found", "there is no such resource, or the id in the path is malformed", "NotFound")
	}
	if body != nil {
		limit, err := bodyLimit(op)
		if err != nil {
			return nil, err
		}
		tooLarge, otherType := "PayloadTooLarge", "UnsupportedMediaType"
		if limit != defaultBodyLimit {
			tooLarge = ""
		}
		types := body.child("content").keysOrNil()
		if !slices.Equal(types, []string{"application/json"}) {
			otherType = ""
		}
		add(http.StatusRequestEntityTooLarge, "Payload Too Large", "the body is larger than "+bytesText(limit), tooLarge)
		add(http.StatusUnsupportedMediaType, "Unsupported Media Type", "the body is not `"+strings.Join(types, "` or `")+"`", otherType)
	}
	if !access.service {
		add(http.StatusTooManyRequests, "Too Many Requests", "there are too many requests from one address; `Retry-After` says how long to wait",
			"TooManyRequests")
	}
	add(http.StatusInternalServerError, "Internal Server Error",
		"something went wrong on the server; the log has the details under `requestId`", "InternalServerError")
	add(http.StatusServiceUnavailable, "Service Unavailable", "the service, or something it needs, is away for the moment",
		"ServiceUnavailable")
	return rows, nil
}

// merge sorts the rows by status; a listed row replaces the implied one with the same status and title.
func merge(listed, implied []failure) []failure {
	rows := slices.Clone(listed)
	for _, f := range implied {
		if !slices.ContainsFunc(listed, func(r failure) bool { return r.status == f.status && r.title == f.title }) {
			rows = append(rows, f)
		}
	}
	slices.SortStableFunc(rows, func(a, b failure) int { return a.status - b.status })
	return rows
}

type access struct {
	bearer, service bool
	roles           []string
}

func accessOf(op *object) (access, error) {
	v, ok := op.get("security")
	requirements, isList := v.([]any)
	if !ok || !isList {
		return access{}, fmt.Errorf("security is not stated")
	}
	var a access
	for _, r := range requirements {
		schemes, _ := r.(*object)
		for name := range schemes.all() {
			switch name {
			case "bearer":
				a.bearer = true
				for _, role := range schemes.list(name) {
					a.roles = append(a.roles, fmt.Sprint(role))
				}
			case "serviceKey":
				a.service = true
			default:
				return access{}, fmt.Errorf("security scheme %q is unknown", name)
			}
		}
	}
	return a, nil
}

func parameterPlaces(op *object) (inPath, elsewhere bool) {
	for _, p := range op.list("parameters") {
		switch p.(*object).text("in") {
		case "path":
			inPath = true
		default:
			elsewhere = true
		}
	}
	return inPath, elsewhere
}

func bodyLimit(op *object) (int64, error) {
	v, ok := op.get("x-body-limit")
	if !ok {
		return defaultBodyLimit, nil
	}
	number, _ := v.(json.Number)
	n, err := number.Int64()
	if err != nil || n < 1 {
		return 0, fmt.Errorf("x-body-limit %v is not a number of bytes", v)
	}
	return n, nil
}

func bytesText(n int64) string {
	if n%(1<<20) == 0 {
		return fmt.Sprintf("%d MiB", n>>20)
	}
	return fmt.Sprintf("%d bytes", n)
}
