package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
)

// part is one dependency.
type part struct {
	Kind    string // go or npm
	Name    string
	Version string
	Licence string // SPDX
	Shipped bool   // in the binary or the web app; else only for tests and builds
	Hash    string // as the lock file has it
	Needs   []string
}

func (p part) purl() string {
	if p.Kind == "npm" {
		return "pkg:npm/" + strings.Replace(p.Name, "@", "%40", 1) + "@" + p.Version
	}
	return "pkg:golang/" + p.Name + "@" + p.Version
}

func inventory() ([]part, error) {
	modules, err := goParts()
	if err != nil {
		return nil, err
	}
	packages, err := npmParts("web/package-lock.json")
	if err != nil {
		return nil, err
	}
	all := append(modules, packages...)
	slices.SortFunc(all, func(a, b part) int { return strings.Compare(a.Kind+a.Name+" "+a.Version, b.Kind+b.Name+" "+b.Version) })
	return slices.CompactFunc(all, func(a, b part) bool { return a.purl() == b.purl() }), nil
}

// goParts lists the modules in the binary and those that only the tests use.
func goParts() ([]part, error) {
	shipped, err := modules("./cmd/rolecall")
	if err != nil {
		return nil, err
	}
	all, err := modules("-test", "./...")
	if err != nil {
		return nil, err
	}
	sums, err := goSums("go.sum")
	if err != nil {
		return nil, err
	}
	needs, err := moduleGraph()
	if err != nil {
		return nil, err
	}
	maps.Copy(all, shipped)
	versions := map[string]string{}
	for name, m := range all {
		versions[name] = m.Version
	}
	var out []part
	for name, m := range all {
		licence, err := licenceOf(m.Dir)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		_, ships := shipped[name]
		p := part{Kind: "go", Name: name, Version: m.Version, Licence: licence, Shipped: ships, Hash: sums[name+" "+m.Version]}
		for _, other := range needs[name+"@"+m.Version] {
			if v, used := versions[other]; used {
				p.Needs = append(p.Needs, "pkg:golang/"+other+"@"+v)
			}
		}
		slices.Sort(p.Needs)
		p.Needs = slices.Compact(p.Needs)
		out = append(out, p)
	}
	return out, nil
}

type module struct {
	Path, Version, Dir string
	Main               bool
}

func modules(args ...string) (map[string]module, error) {
	cmd := exec.Command("go", append([]string{"list", "-deps", "-json=Module"}, args...)...)
	cmd.Stderr = os.Stderr
	text, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	out := map[string]module{}
	for dec := json.NewDecoder(bytes.NewReader(text)); ; {
		var p struct{ Module *module }
		switch err := dec.Decode(&p); {
		case err == io.EOF:
			return out, nil
		case err != nil:
			return nil, err
		}
		if p.Module != nil && !p.Module.Main {
			out[p.Module.Path] = *p.Module
		}
	}
}

// moduleGraph returns the requirements in the go.mod of each module.
func moduleGraph() (map[string][]string, error) {
	text, err := exec.Command("go", "mod", "graph").Output()
	if err != nil {
		return nil, fmt.Errorf("go mod graph: %w", err)
	}
	out := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		from, to, _ := strings.Cut(strings.TrimSpace(line), " ")
		name, _, _ := strings.Cut(to, "@")
		out[from] = append(out[from], name)
	}
	return out, nil
}

func goSums(file string) (map[string]string, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for line := range strings.Lines(string(b)) {
		if f := strings.Fields(line); len(f) == 3 && !strings.HasSuffix(f[1], "/go.mod") {
			out[f[0]+" "+f[1]] = f[2]
		}
	}
	return out, nil
}

type lockedPackage struct {
	Version, License, Integrity string
	Dev, DevOptional, Optional  bool
	Dependencies                map[string]string
}

// npmParts lists the packages in the lock file of the web app.
func npmParts(file string) ([]part, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var lock struct{ Packages map[string]lockedPackage }
	if err := json.Unmarshal(b, &lock); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var out []part
	for at, p := range lock.Packages {
		if at == "" {
			continue
		}
		out = append(out, part{
			Kind: "npm", Name: npmName(at), Version: p.Version, Licence: cmp.Or(stated[npmName(at)], p.License),
			Shipped: !p.Dev && !p.DevOptional, Hash: p.Integrity, Needs: npmNeeds(lock.Packages, at),
		})
	}
	return out, nil
}

const nodeModules = "node_modules/"

func npmName(at string) string { return at[strings.LastIndex(at, nodeModules)+len(nodeModules):] }

// npmNeeds resolves a package's dependencies as node does: in its own folder, then in the folders above.
func npmNeeds(all map[string]lockedPackage, at string) (needs []string) {
	for name := range all[at].Dependencies {
		for dir := at; ; dir = strings.TrimSuffix(dir[:max(strings.LastIndex(dir, nodeModules), 0)], "/") {
			if p, ok := all[path.Join(dir, nodeModules+name)]; ok {
				needs = append(needs, part{Kind: "npm", Name: name, Version: p.Version}.purl())
				break
			}
			if dir == "" {
				break
			}
		}
	}
	slices.Sort(needs)
	return needs
}
