package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"strings"
)

// The parts of CycloneDX 1.5 that we use. There is no serial number and no time, so the same source gives the same bill.
type (
	bill struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type       string          `json:"type"`
		Ref        string          `json:"bom-ref"`
		Name       string          `json:"name"`
		Version    string          `json:"version"`
		Scope      string          `json:"scope,omitempty"` // required: shipped; excluded: tests and builds
		PURL       string          `json:"purl,omitempty"`
		Hashes     []digest        `json:"hashes,omitempty"`
		Licences   []licenceChoice `json:"licenses,omitempty"`
		Properties []property      `json:"properties,omitempty"`
	}
	digest struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	licenceChoice struct {
		Expression string `json:"expression"`
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref string   `json:"ref"`
		On  []string `json:"dependsOn,omitempty"`
	}
)

func writeBill(w io.Writer, version string, parts []part) error {
	root := component{Type: "application", Ref: "rolecall", Name: "rolecall", Version: version}
	b := bill{Format: "CycloneDX", Spec: "1.5", Version: 1, Metadata: metadata{root}}
	needed := map[string]bool{}
	for _, p := range parts {
		c := component{
			Type: "library", Ref: p.purl(), Name: p.Name, Version: p.Version, Scope: "required", PURL: p.purl(),
			Licences: []licenceChoice{{p.Licence}},
		}
		if !p.Shipped {
			c.Scope = "excluded"
		}
		if sum, ok := strings.CutPrefix(p.Hash, "sha512-"); ok {
			if raw, err := base64.StdEncoding.DecodeString(sum); err == nil {
				c.Hashes = []digest{{"SHA-512", hex.EncodeToString(raw)}}
			}
		} else if p.Hash != "" {
			c.Properties = []property{{"go:sum", p.Hash}}
		}
		b.Components = append(b.Components, c)
		b.Dependencies = append(b.Dependencies, dependency{p.purl(), p.Needs})
		for _, n := range p.Needs {
			needed[n] = true
		}
	}
	// The program itself depends on every module that no other module needs.
	own := dependency{Ref: root.Ref}
	for _, p := range parts {
		if !needed[p.purl()] {
			own.On = append(own.On, p.purl())
		}
	}
	b.Dependencies = append([]dependency{own}, b.Dependencies...)
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(b)
}
