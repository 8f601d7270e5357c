// Package pinpoint reads Pinpoint boards: one document with every posting and its text in parts.
package pinpoint

import (
	"cmp"
	"context"
	"net/url"

	"rolecall/internal/crawler/source"
)

const (
	vendor = "https://{token}.pinpointhq.com"
	lane   = "pinpointhq.com" // one backend serves every company
)

// Source reads Pinpoint boards. A token is the name before .pinpointhq.com.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "pinpoint",
		Label:   "Pinpoint",
		BaseURL: vendor,
		Domains: []string{"pinpointhq.com"},
		Form:    "company",
		Right:   source.Documented,
		Reads:   "`postings.json` of the career site, one document",
		Proof:   "the document's end",
		Guess:   &source.Guess{Spelling: source.Dashed, Unknown: "404"},
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) { return source.HostToken(raw, 1) }

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) { return source.Subdomain(u, "pinpointhq.com") }

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	return source.PullDocument(ctx, f, source.Request{
		URL:       b.Base(vendor, b.Token) + "/postings.json",
		Format:    source.JSON,
		Validator: b.Validator,
		Lane:      lane,
	}, func(res *source.Response, out *source.Result) (err error) {
		_, out.Rejected, err = source.ReadList(res.Body, "data", func(j job) error { return yield(j.posting()) }, nil)
		return err
	})
}

type job struct {
	ID             source.Text            `json:"id"`
	Title          source.Text            `json:"title"`
	URL            source.Text            `json:"url"`
	Description    source.Text            `json:"description"`
	Tasks          source.Text            `json:"key_responsibilities"`
	TasksHeader    source.Text            `json:"key_responsibilities_header"`
	Profile        source.Text            `json:"skills_knowledge_expertise"`
	ProfileHeader  source.Text            `json:"skills_knowledge_expertise_header"`
	Benefits       source.Text            `json:"benefits"`
	BenefitsHeader source.Text            `json:"benefits_header"`
	EmploymentType source.Text            `json:"employment_type"`
	EmploymentText source.Text            `json:"employment_type_text"`
	Workplace      source.Text            `json:"workplace_type"`
	PayMin         source.Number          `json:"compensation_minimum"`
	PayMax         source.Number          `json:"compensation_maximum"`
	Currency       source.Text            `json:"compensation_currency"`
	Frequency      source.Text            `json:"compensation_frequency"`
	PayVisible     source.Flag            `json:"compensation_visible"`
	Published      source.Text            `json:"first_published_at"`
	Location       source.Loose[location] `json:"location"`
}

type location struct {
	Name     source.Text `json:"name"`
	City     source.Text `json:"city"`
	Province source.Text `json:"province"`
}

func (j job) posting() source.Posting {
	l := j.Location.V
	p := source.Posting{
		NativeID: j.ID.String(),
		Title:    j.Title.String(),
		URL:      j.URL.String(),
		Description: source.JoinSections(
			source.Section{HTML: j.Description.String()},
			source.Section{Title: j.TasksHeader.String(), HTML: j.Tasks.String()},
			source.Section{Title: j.ProfileHeader.String(), HTML: j.Profile.String()},
			source.Section{Title: j.BenefitsHeader.String(), HTML: j.Benefits.String()},
		),
		Workplace:     source.ParseWorkplace(j.Workplace.String()),
		WorkplaceRaw:  j.Workplace.String(),
		Employment:    source.ParseEmployment(j.EmploymentType.String()),
		EmploymentRaw: cmp.Or(j.EmploymentText, j.EmploymentType).String(),
		PostedAt:      source.ParseTime(j.Published.String()),
	}
	// A site's own name ("Harbour Office") is less precise than its city, but may be all there is.
	place := source.Place{City: l.City.String(), Region: l.Province.String(), Primary: true}
	p.Places = []source.Place{place}
	p.Locations = []string{cmp.Or(place.String(), l.Name.String())}
	// The document also has the pay that the employer chose to hide.
	if !j.PayVisible.Set || j.PayVisible.True {
		p.Pay = source.ParsePay(float64(j.PayMin), float64(j.PayMax), j.Currency.String(), j.Frequency.String())
	}
	return p
}
