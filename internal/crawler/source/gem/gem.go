// Package gem reads Gem boards: one document with every posting and its text.
package gem

import (
	"context"
	"net/url"

	"rolecall/internal/crawler/source"
)

const vendor = "https://api.gem.com"

// Source reads Gem boards. A token is the name in jobs.gem.com/NAME; it is case-sensitive.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "gem",
		Label:   "Gem",
		BaseURL: vendor,
		Domains: []string{"gem.com"},
		Form:    "name",
		Right:   source.Documented,
		Reads:   "the job board API, one document",
		Proof:   "the document's end",
		Guess:   &source.Guess{Spelling: source.Dashed, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.PathToken(raw) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	switch u.Hostname() {
	case "jobs.gem.com":
		name, ok := source.After(u)
		return name, ok && name != "api"
	case "api.gem.com":
		return source.After(u, "job_board", "v0")
	}
	return "", false
}

// Pull implements [source.Source]. The slash at the end of the address is required.
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	return source.PullDocument(ctx, f, source.Request{
		URL:       b.Base(vendor, b.Token) + "/job_board/v0/" + url.PathEscape(b.Token) + "/job_posts/",
		Format:    source.JSON,
		Validator: b.Validator,
	}, func(res *source.Response, out *source.Result) (err error) {
		_, out.Rejected, err = source.ReadArray(res.Body, func(j job) error { return yield(j.posting()) })
		return err
	})
}

type job struct {
	ID             source.Text         `json:"id"`
	Title          source.Text         `json:"title"`
	URL            source.Text         `json:"absolute_url"`
	Content        source.Text         `json:"content"`
	Plain          source.Text         `json:"content_plain"`
	Location       source.Text         `json:"location"`
	LocationType   source.Text         `json:"location_type"`
	Offices        source.List[office] `json:"offices"`
	EmploymentType source.Text         `json:"employment_type"`
	Published      source.Text         `json:"first_published_at"`
	Created        source.Text         `json:"created_at"`
}

type office struct {
	Name     source.Text `json:"name"`
	Location source.Text `json:"location"` // an object with a name
}

func (j job) posting() source.Posting {
	p := source.Posting{
		NativeID:      j.ID.String(),
		Title:         j.Title.String(),
		URL:           j.URL.String(),
		Description:   source.UnescapeHTML(j.Content.String()),
		Locations:     []string{j.Location.String()},
		Workplace:     source.ParseWorkplace(j.LocationType.String()),
		WorkplaceRaw:  j.LocationType.String(),
		Employment:    source.ParseEmployment(j.EmploymentType.String()),
		EmploymentRaw: j.EmploymentType.String(),
		PostedAt:      source.ParseTime(j.Published.String()),
	}
	if p.PostedAt.IsZero() {
		p.PostedAt = source.ParseTime(j.Created.String())
	}
	if p.Description == "" {
		p.Description = source.PlainHTML(j.Plain.String())
	}
	for _, o := range j.Offices {
		p.Locations = append(p.Locations, o.Location.String())
	}
	return p
}
