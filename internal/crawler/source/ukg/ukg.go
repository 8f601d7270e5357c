// Package ukg reads UKG Pro boards (formerly UltiPro): pages of fifty entries with a total, and one page per posting
// whose script holds its text.
package ukg

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"rolecall/internal/crawler/source"
)

var (
	domains   = []string{"ultipro.com", "ultipro.ca", "rec.pro.ukg.net"}
	boardForm = regexp.MustCompile(`^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$`)
)

// Source reads UKG boards. A token is HOST/TENANT/BOARD, as in https://HOST/TENANT/JobBoard/BOARD.
type Source struct{}

// Family implements [source.Source].
func (Source) Family() source.Family {
	return source.Family{
		Name:    "ukg",
		Label:   "UKG Pro",
		BaseURL: "https://{token}",
		Domains: domains,
		Form:    "host/tenant/board",
		Right:   source.Reachable,
		Reads:   "the lists of the career site, pages of 50, and a page per posting",
		Proof:   "the total on every page",
	}
}

// Token implements [source.Source].
func (Source) Token(raw string) (string, error) {
	parts := strings.Split(strings.TrimSpace(raw), "/")
	if len(parts) != 3 {
		return "", source.Errorf(source.Refused, "%q is not host/tenant/board", raw)
	}
	host, err := source.VendorHost(parts[0], domains...)
	if err != nil {
		return "", err
	}
	tenant, err := source.PathToken(parts[1])
	if err != nil {
		return "", err
	}
	board := strings.ToLower(parts[2])
	if !boardForm.MatchString(board) {
		return "", source.Errorf(source.Refused, "%q is not the id of a board", parts[2])
	}
	return host + "/" + tenant + "/" + board, nil
}

// Detect implements [source.Source].
func (Source) Detect(u *url.URL) (string, bool) {
	parts := source.Segments(u)
	if _, err := source.VendorHost(u.Hostname(), domains...); err != nil || len(parts) < 3 || !strings.EqualFold(parts[1], "JobBoard") {
		return "", false
	}
	return u.Hostname() + "/" + parts[0] + "/" + parts[2], true
}

// Pull implements [source.Source].
func (Source) Pull(ctx context.Context, f *source.Fetcher, b source.Board, yield func(source.Posting) error) (source.Result, error) {
	parts := strings.Split(b.Token, "/")
	path := "/" + url.PathEscape(parts[1]) + "/JobBoard/" + parts[2]
	base, public := b.Base("https://{token}", parts[0])+path, "https://"+parts[0]+path
	entries := source.NewEntries[entry](b)
	res, err := source.Pages[entry]{
		Request: func(_, received int) source.Request {
			// Every tenant, existing or not, answers a shorter question with an empty list.
			body := fmt.Sprintf(`{"opportunitySearch":{"Top":50,"Skip":%d,"QueryString":"","OrderBy":[],"Filters":[]}}`, received)
			return source.Request{Method: http.MethodPost, URL: base + "/JobBoardView/LoadSearchResults", Body: []byte(body), Format: source.JSON}
		},
		Read: func(res *source.Response, row func(entry) error) (source.Page, error) {
			return source.ReadRows(res.Body, "opportunities", "totalCount", row, nil)
		},
		ID:  entry.Key,
		Row: entries.Add,
	}.Pull(ctx, f, b)
	if err != nil {
		return res, err
	}
	err = entries.Pull(ctx, b, func(ctx context.Context, e entry) (source.Posting, error) {
		page := "/OpportunityDetail?opportunityId=" + url.QueryEscape(e.Key())
		var d detail
		err := source.FetchEmbedded(ctx, f, b.Memory, source.Request{URL: base + page}, "CandidateOpportunityDetail(", &d)
		if err != nil {
			return source.Posting{}, err
		}
		return e.posting(d, public+page), nil
	}, yield, &res)
	return res, err
}

type entry struct {
	ID           source.Text           `json:"Id"`
	Title        source.Text           `json:"Title"`
	Requisition  source.Text           `json:"RequisitionNumber"`
	Posted       source.Text           `json:"PostedDate"`
	Brief        source.Text           `json:"BriefDescription"`
	Category     source.Text           `json:"JobCategoryName"`
	LocationType source.Text           `json:"JobLocationType"`
	FullTime     source.Flag           `json:"FullTime"`
	Locations    source.List[location] `json:"Locations"`
}

type location struct {
	Name    source.Text `json:"LocalizedName"`
	Address source.Loose[struct {
		City    source.Text `json:"City"`
		State   source.Text `json:"State"`   // an object with a name
		Country source.Text `json:"Country"` // the same; its code has three letters
	}] `json:"Address"`
}

type detail struct {
	Description source.Text `json:"Description"`
	FullTime    source.Flag `json:"FullTime"`
}

// Key implements [source.Listed].
func (e entry) Key() string { return e.ID.String() }

// Fields implements [source.Listed].
func (e entry) Fields() []string {
	fields := []string{e.Title.String(), e.Requisition.String(), e.Posted.String(), e.Brief.String(), e.Category.String()}
	for _, l := range e.Locations {
		fields = append(fields, l.Name.String(), l.Address.V.City.String())
	}
	return fields
}

func (e entry) posting(d detail, address string) source.Posting {
	p := source.Posting{
		NativeID:    e.Key(),
		Title:       e.Title.String(),
		URL:         address,
		Description: d.Description.String(),
		PostedAt:    source.ParseTime(e.Posted.String()),
	}
	if p.Description == "" {
		p.Description = source.PlainHTML(e.Brief.String())
	}
	if full := e.FullTime; full.Set || d.FullTime.Set {
		p.Employment, p.EmploymentRaw = source.PartTime, "FullTime: false"
		if full.True || d.FullTime.True {
			p.Employment, p.EmploymentRaw = source.FullTime, "FullTime: true"
		}
	}
	// A number here is the vendor's own code, which it does not explain.
	p.Workplace, p.WorkplaceRaw = source.ParseWorkplace(e.LocationType.String()), e.LocationType.String()
	for i, l := range e.Locations {
		a := l.Address.V
		place := source.Place{City: a.City.String(), Region: a.State.String(), Country: a.Country.String(), Primary: i == 0}
		p.Places = append(p.Places, place)
		if text := place.String(); text != "" {
			p.Locations = append(p.Locations, text)
		} else {
			p.Locations = append(p.Locations, l.Name.String())
		}
	}
	return p
}
