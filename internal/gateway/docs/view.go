package docs

import (
	"slices"
	"strings"

	"rolecall/api"
)

// overview is the first page.
type overview struct {
	Service  string // none: the first page belongs to no service
	Services []serviceLink
}

type serviceLink struct {
	Service    string
	Title      string
	Lead       string
	Operations int
}

// servicePage is everything about one contract.
type servicePage struct {
	Service     string
	Services    []serviceLink
	Title       string
	Version     string
	Description string
	Chapters    []chapter
	Schemas     []schema
}

type chapter struct {
	Name, Anchor, Description string
	Operations                []operation
}

type operation struct {
	api.Operation
	Segments []segment // of the path
	Access   string
	Fields   []field
	Bodies   []body
	Answers  []answer
}

// segment is a piece of a path; a parameter stands out.
type segment struct {
	Text      string
	Parameter bool
}

type answer struct {
	Status, Description string
	Headers             []field
	Bodies              []body
}

// body is what a request or an answer carries, in one content type.
type body struct {
	Kind    string
	Shape   shape
	Example string
}

func newOverview() overview { return overview{Services: serviceLinks()} }

// order is the way through the platform that a newcomer takes; the front door's own answers come last.
var order = []string{"identity", "jobs", "applications", "notifications"}

func serviceLinks() []serviceLink {
	var links []serviceLink
	for _, d := range api.Documents() {
		paragraph, _, _ := strings.Cut(d.Info.Description, "\n\n")
		sentence, _, _ := strings.Cut(strings.ReplaceAll(paragraph, "\n", " "), ". ")
		links = append(links, serviceLink{
			Service: d.Service, Title: shortTitle(d), Lead: strings.TrimSuffix(sentence, ".") + ".", Operations: len(d.Operations),
		})
	}
	place := func(l serviceLink) int {
		if i := slices.Index(order, l.Service); i >= 0 {
			return i
		}
		return len(order)
	}
	slices.SortStableFunc(links, func(a, b serviceLink) int { return place(a) - place(b) })
	return links
}

func shortTitle(d *api.Document) string {
	title := strings.TrimPrefix(d.Info.Title, "Rolecall ")
	return strings.ToUpper(title[:1]) + title[1:]
}

func newServicePage(d *api.Document) servicePage {
	page := servicePage{
		Service: d.Service, Services: serviceLinks(), Title: shortTitle(d), Version: d.Info.Version, Description: d.Info.Description,
	}
	for _, tag := range d.Tags {
		c := chapter{Name: tag.Name, Anchor: "chapter-" + strings.ReplaceAll(tag.Name, " ", "-"), Description: tag.Description}
		for _, op := range d.Operations {
			if slices.Index(op.Tags, tag.Name) == 0 {
				c.Operations = append(c.Operations, newOperation(d, op))
			}
		}
		if len(c.Operations) > 0 {
			page.Chapters = append(page.Chapters, c)
		}
	}
	for _, e := range d.Components.Schemas {
		page.Schemas = append(page.Schemas, newSchema(d, e.Name, e.Value))
	}
	return page
}

func newOperation(d *api.Document, op api.Operation) operation {
	o := operation{Operation: op, Segments: segments(op.Path), Access: access(op)}
	for _, p := range op.Parameters {
		f := newField(d, p.Name, p.Schema, p.Required)
		f.In = p.In
		if p.Description != "" {
			f.Description = p.Description
		}
		o.Fields = append(o.Fields, f)
	}
	if op.RequestBody != nil {
		o.Bodies = bodies(d, op.RequestBody.Content)
	}
	for _, r := range op.Responses {
		if r.Name >= "400" {
			continue
		}
		response := d.Response(r.Value)
		a := answer{Status: r.Name, Description: response.Description, Bodies: bodies(d, response.Content)}
		for _, h := range response.Headers {
			if h.Value.Schema != nil {
				f := newField(d, h.Name, h.Value.Schema, h.Value.Required)
				f.Description = h.Value.Description
				a.Headers = append(a.Headers, f)
			}
		}
		o.Answers = append(o.Answers, a)
	}
	return o
}

func access(op api.Operation) string {
	switch {
	case op.Internal():
		return "service key"
	case len(op.Roles()) > 0:
		return strings.Join(op.Roles(), ", ")
	case op.Bearer() && op.Public():
		return "token optional"
	case op.Bearer():
		return "signed in"
	default:
		return "public"
	}
}

func segments(path string) []segment {
	var out []segment
	for part := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		out = append(out, segment{Text: part, Parameter: strings.HasPrefix(part, "{")})
	}
	return out
}

func bodies(d *api.Document, content api.Map[api.MediaType]) []body {
	var out []body
	for _, m := range content {
		b := body{Kind: m.Name, Shape: shapeOf(m.Value.Schema)}
		example := m.Value.Example
		if len(example) == 0 && len(m.Value.Examples) > 0 {
			example = d.Example(m.Value.Examples[0].Value).Value
		}
		if len(example) == 0 && m.Name == "application/json" {
			example = sample(d, m.Value.Schema, 0)
		}
		b.Example = pretty(example)
		out = append(out, b)
	}
	return out
}
