package main

import (
	"fmt"
	"reflect"
	"strings"
)

// inline copies every component of errors.yaml that the contract reaches into the contract and points the
// references there.
func inline(contract, shared *object) error {
	in := inliner{shared: shared, components: section(contract, "components"), done: map[string]bool{}}
	in.rewrite(contract, false)
	return in.err
}

type inliner struct {
	shared     *object
	components *object
	done       map[string]bool
	err        error
}

// rewrite follows the references of a tree; inShared says that its local ones are local to errors.yaml.
func (in *inliner) rewrite(v any, inShared bool) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			in.rewrite(e, inShared)
		}
	case *object:
		if ref := v.text("$ref"); ref != "" {
			in.follow(v, ref, inShared)
			return
		}
		for _, k := range append([]string(nil), v.keys...) {
			in.rewrite(v.values[k], inShared)
		}
	}
}

func (in *inliner) follow(holder *object, ref string, inShared bool) {
	fragment, foreign := strings.CutPrefix(ref, errorsFile)
	switch {
	case !foreign && !inShared:
		if !strings.HasPrefix(ref, "#/components/") {
			in.fail("%s: only components of this file and of %s may be referred to", ref, errorsFile)
			return
		}
		if in.lookup(in.components, ref) == nil && !strings.HasPrefix(ref, "#/components/responses/") {
			in.fail("%s is not declared", ref)
		}
		return
	case !foreign:
		fragment = ref
	}
	holder.set("$ref", fragment)
	if in.done[fragment] {
		return
	}
	in.done[fragment] = true

	source := in.lookup(section(in.shared, "components"), fragment)
	if source == nil {
		in.fail("%s has no %s", errorsFile, fragment)
		return
	}
	parts := strings.Split(strings.TrimPrefix(fragment, "#/components/"), "/")
	group := section(in.components, parts[0])
	// A copy, because one errors.yaml serves several contracts.
	component := clone(source)
	if own := group.child(parts[1]); own != nil && !reflect.DeepEqual(any(own), component) {
		in.fail("%s is declared here and, differently, in %s", fragment, errorsFile)
		return
	}
	group.set(parts[1], component)
	in.rewrite(component, true)
}

func (in *inliner) lookup(components *object, fragment string) *object {
	parts := strings.Split(strings.TrimPrefix(fragment, "#/components/"), "/")
	if len(parts) != 2 {
		return nil
	}
	return components.child(parts[0]).child(parts[1])
}

func (in *inliner) fail(format string, args ...any) {
	if in.err == nil {
		in.err = fmt.Errorf(format, args...)
	}
}

func clone(v any) any {
	switch v := v.(type) {
	case *object:
		c := newObject()
		for k, e := range v.all() {
			c.set(k, clone(e))
		}
		return c
	case []any:
		c := make([]any, len(v))
		for i, e := range v {
			c[i] = clone(e)
		}
		return c
	}
	return v
}
