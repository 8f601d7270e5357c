package jobs

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

// feedEntry is a posting as both formats show it.
type feedEntry struct {
	ID        string // stays the same
	Title     string
	URL       string // address of the posting on the platform
	Source    string // address of the posting at the employer
	Company   string
	Summary   string
	Skills    []string
	Published time.Time
	Updated   time.Time
}

func (c *FeedContent) entries(home string) []feedEntry {
	out := make([]feedEntry, len(c.Postings))
	for i, p := range c.Postings {
		e := feedEntry{ID: "urn:uuid:" + p.ID.String(), Title: p.Title, URL: home + "/find?job=" + p.ID.String(), Source: p.URL,
			Company: p.TargetName, Skills: p.Skills, Published: p.FirstSeenAt.UTC(), Updated: p.FirstSeenAt.UTC()}
		if p.CompanyName != nil {
			e.Company = *p.CompanyName
		}
		if p.PostedAt != nil {
			e.Published = p.PostedAt.UTC()
		}
		e.Summary = strings.Join(summaryOf(p, e.Company), " · ")
		out[i] = e
	}
	return out
}

// summaryOf describes a posting in a few words.
func summaryOf(p store.Posting, company string) []string {
	parts := []string{company}
	switch {
	case p.Location != nil && strings.TrimSpace(*p.Location) != "":
		parts = append(parts, strings.TrimSpace(*p.Location))
	case len(p.Places) > 0:
		parts = append(parts, strings.Trim(p.Places[0].City+", "+p.Places[0].Country, ", "))
	}
	for _, word := range []*string{p.WorkplaceType, p.EmploymentType} {
		if word != nil {
			parts = append(parts, *word)
		}
	}
	lo, hi := cmp.Or(p.CompensationMin, p.CompensationMax), cmp.Or(p.CompensationMax, p.CompensationMin)
	if p.CompensationPeriod != nil && lo != nil {
		pay := fmt.Sprintf("%d–%d", *lo, *hi)
		if *lo == *hi {
			pay = fmt.Sprint(*lo)
		}
		if p.CompensationCurrency != nil {
			pay += " " + *p.CompensationCurrency
		}
		parts = append(parts, pay+" per "+*p.CompensationPeriod)
	}
	return parts
}

type (
	atomFeed struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string      `xml:"id"`
		Title   string      `xml:"title"`
		Updated string      `xml:"updated"`
		Author  atomAuthor  `xml:"author"`
		Links   []atomLink  `xml:"link"`
		Entries []atomEntry `xml:"entry"`
	}
	atomAuthor struct {
		Name string `xml:"name"`
	}
	atomLink struct {
		Rel  string `xml:"rel,attr"`
		Href string `xml:"href,attr"`
	}
	atomEntry struct {
		ID         string         `xml:"id"`
		Title      string         `xml:"title"`
		Published  string         `xml:"published"`
		Updated    string         `xml:"updated"`
		Author     atomAuthor     `xml:"author"`
		Links      []atomLink     `xml:"link"`
		Summary    string         `xml:"summary"`
		Categories []atomCategory `xml:"category"`
	}
	atomCategory struct {
		Term string `xml:"term,attr"`
	}
)

// atom writes the feed as Atom (RFC 4287).
func (c *FeedContent) atom(home string) ([]byte, error) {
	feed := atomFeed{
		ID: "urn:uuid:" + c.ID.String(), Title: c.title(), Updated: instant(c.Changed), Author: atomAuthor{"Rolecall"},
		Links: []atomLink{{"self", feedAddress(home, "atom", c.Token)}, {"alternate", c.page(home)}},
	}
	for _, e := range c.entries(home) {
		entry := atomEntry{
			ID: e.ID, Title: e.Title, Published: instant(e.Published), Updated: instant(e.Updated), Author: atomAuthor{e.Company},
			Links: []atomLink{{"alternate", e.URL}, {"via", e.Source}}, Summary: e.Summary,
		}
		for _, s := range e.Skills {
			entry.Categories = append(entry.Categories, atomCategory{s})
		}
		feed.Entries = append(feed.Entries, entry)
	}
	var out bytes.Buffer
	out.WriteString(xml.Header)
	err := xml.NewEncoder(&out).Encode(feed)
	return out.Bytes(), err
}

// json returns the feed as JSON Feed 1.1.
func (c *FeedContent) json(home string) oas.JsonFeed {
	feed := oas.JsonFeed{Version: "https://jsonfeed.org/version/1.1", Title: c.title(), HomePageURL: c.page(home),
		FeedURL: feedAddress(home, "json", c.Token), Items: []oas.JsonFeedItem{}}
	for _, e := range c.entries(home) {
		feed.Items = append(feed.Items, oas.JsonFeedItem{
			ID: e.ID, URL: e.URL, ExternalURL: e.Source, Title: e.Title, ContentText: e.Summary, DatePublished: e.Published,
			DateModified: e.Updated, Authors: []oas.JsonFeedAuthor{{Name: e.Company}}, Tags: present(e.Skills),
		})
	}
	return feed
}

func (c *FeedContent) title() string { return c.Name + " · Rolecall" }

// page returns the address of the search in the web app, which uses the API's parameters.
func (c *FeedContent) page(home string) string {
	text, err := c.Filters.MarshalJSON()
	var set map[string]any
	if err != nil || json.Unmarshal(text, &set) != nil {
		return home + "/find"
	}
	query := url.Values{}
	for name, v := range set {
		list, several := v.([]any)
		if !several {
			list = []any{v}
		}
		for _, one := range list {
			if number, ok := one.(float64); ok {
				one = int64(number)
			}
			query.Add(name, fmt.Sprint(one))
		}
	}
	return strings.TrimSuffix(home+"/find?"+query.Encode(), "?")
}

// etag identifies the content in one format.
func (c *FeedContent) etag(format string) string {
	return `"` + hex.EncodeToString(c.Hash[:16]) + "-" + format + `"`
}

// unchanged reports whether a client that sent these headers has the content already (RFC 9110, 13.2.2).
func (c *FeedContent) unchanged(format, ifNoneMatch, ifModifiedSince string) bool {
	if ifNoneMatch != "" {
		for tag := range strings.SplitSeq(ifNoneMatch, ",") {
			if tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/"); tag == "*" || tag == c.etag(format) {
				return true
			}
		}
		return false
	}
	since, err := http.ParseTime(ifModifiedSince)
	return err == nil && !c.Changed.Truncate(time.Second).After(since)
}

func feedAddress(home, format, token string) string {
	return home + "/jobs/feed." + format + "?token=" + token
}

func instant(t time.Time) string { return t.UTC().Truncate(time.Second).Format(time.RFC3339) }
