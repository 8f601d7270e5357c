package main

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	errorsFile   = "errors.yaml"
	defaultError = errorsFile + "#/components/responses/Error"
	errorSchema  = errorsFile + "#/components/schemas/Error"
)

var methods = []string{"get", "head", "post", "put", "patch", "delete"}

// expand turns a contract as written into the contract as published: every error an operation can answer is a
// response of its own, and nothing refers to another file.
func expand(contract, shared *object) error {
	for path, item := range contract.child("paths").all() {
		operations := item.(*object)
		common := operations.list("parameters")
		operations.remove("parameters")
		for method := range operations.all() {
			if !slices.Contains(methods, method) {
				return fmt.Errorf("%s: %q is not a method we use", path, method)
			}
			op := operations.child(method)
			if err := expandOperation(contract, method, op, common); err != nil {
				return fmt.Errorf("%s %s: %w", strings.ToUpper(method), path, err)
			}
		}
	}
	// Every operation now has its parameters; the shared ones are no longer referred to.
	section(contract, "components").remove("parameters")
	return inline(contract, shared)
}

func expandOperation(contract *object, method string, op *object, common []any) error {
	if err := resolveParameters(contract, op, common); err != nil {
		return err
	}
	listed, err := explicit(op)
	if err != nil {
		return err
	}
	implied, err := implicit(op)
	if err != nil {
		return err
	}
	responses := op.child("responses")
	if responses.child("default").text("$ref") != defaultError {
		return fmt.Errorf("the default response is not %s", defaultError)
	}
	responses.remove("default")

	rows := merge(listed, implied)
	table := make([]any, 0, len(rows))
	for _, f := range rows {
		table = append(table, newObject("status", f.status, "title", f.title, "when", f.when))
	}
	op.set("x-errors", table)

	for status, group := range groupByStatus(rows) {
		key := strconv.Itoa(status)
		if _, declared := responses.get(key); declared {
			// The answer to a HEAD has no body, so the shared error cannot describe it.
			if method == "head" {
				continue
			}
			return fmt.Errorf("response %s is declared although x-errors is where errors are listed", key)
		}
		responses.set(key, errorResponse(contract, status, group))
	}
	return nil
}

// resolveParameters gives each operation the whole list of its parameters.
func resolveParameters(contract, op *object, common []any) error {
	own := op.list("parameters")
	all := make([]any, 0, len(common)+len(own))
	for _, p := range slices.Concat(common, own) {
		parameter, ok := p.(*object)
		if !ok {
			return fmt.Errorf("a parameter is not a mapping")
		}
		if ref := parameter.text("$ref"); ref != "" {
			name, local := strings.CutPrefix(ref, "#/components/parameters/")
			parameter = contract.child("components").child("parameters").child(name)
			if !local || parameter == nil {
				return fmt.Errorf("parameter %s is not declared", ref)
			}
		}
		all = append(all, parameter)
	}
	if len(all) > 0 {
		op.set("parameters", all)
	}
	return nil
}

func groupByStatus(rows []failure) func(func(int, []failure) bool) {
	return func(yield func(int, []failure) bool) {
		for start := 0; start < len(rows); {
			end := start
			for end < len(rows) && rows[end].status == rows[start].status {
				end++
			}
			if !yield(rows[start].status, rows[start:end]) {
				return
			}
			start = end
		}
	}
}

// errorResponse describes one status. What many operations share is kept once, under components.
func errorResponse(contract *object, status int, rows []failure) *object {
	response := newObject("description", describe(rows))
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		response.set("headers", newObject("Retry-After", newObject(
			"description", "Whole seconds to wait.",
			"required", status == http.StatusTooManyRequests,
			"schema", newObject("type", "integer", "minimum", 0),
		)))
	}
	examples := newObject()
	for _, f := range rows {
		examples.set(componentName(f.title), newObject("summary", f.title, "value", exampleOf(f)))
	}
	response.set("content", newObject("application/json", newObject(
		"schema", newObject("$ref", errorSchema),
		"examples", examples,
	)))
	if len(rows) > 1 || rows[0].shared == "" {
		return response
	}
	section(section(contract, "components"), "responses").set(rows[0].shared, response)
	return newObject("$ref", "#/components/responses/"+rows[0].shared)
}

func describe(rows []failure) string {
	lines := make([]string, 0, len(rows))
	for _, f := range rows {
		lines = append(lines, "`"+f.title+"`: "+strings.TrimSuffix(f.when, ".")+".")
	}
	return strings.Join(lines, "\n\n")
}

func exampleOf(f failure) *object {
	example := newObject("error", f.title, "message", sentence(f.when))
	switch {
	case f.title == "Validation Error":
		example.set("message", "The request is not valid.")
		example.set("fields", []any{newObject("name", "size", "message", "must be between 1 and 100")})
	case f.status == http.StatusInternalServerError:
		example.set("message", "Something went wrong on our side. Please try again.")
		example.set("requestId", "0198c0de-7a11-7000-8000-00000000c0de")
	}
	return example
}

// sentence turns the clause of a when into a sentence.
func sentence(clause string) string {
	r, size := utf8.DecodeRuneInString(clause)
	return string(unicode.ToUpper(r)) + strings.TrimSuffix(clause[size:], ".") + "."
}

// componentName makes an identifier of a title: "Two-Factor Challenge Invalid" is TwoFactorChallengeInvalid.
func componentName(title string) string {
	words := strings.FieldsFunc(title, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9')
	})
	return strings.Join(words, "")
}

// section is the mapping under the key, made when it is missing.
func section(o *object, key string) *object {
	if o.child(key) == nil {
		o.set(key, newObject())
	}
	return o.child(key)
}

func (o *object) keysOrNil() []string {
	if o == nil {
		return nil
	}
	return o.keys
}
