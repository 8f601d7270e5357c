package teamtailor

import (
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"rolecall/internal/crawler/source"
)

const rssPage = 200

// extra is what only the RSS feed knows of a posting.
type extra struct {
	GUID         string `xml:"guid"`
	RemoteStatus string `xml:"remoteStatus"`
	Department   string `xml:"department"`
	Role         string `xml:"role"`
	Locations    []struct {
		City    string `xml:"city"`
		Country string `xml:"country"`
	} `xml:"locations>location"`
}

func (x extra) places() []source.Place {
	var out []source.Place
	for i, l := range x.Locations {
		place := source.Place{City: strings.TrimSpace(l.City), Country: strings.TrimSpace(l.Country), Primary: i == 0}
		if !place.Blank() {
			out = append(out, place)
		}
	}
	return out
}

// size is what an entry takes until the board is read.
func (x extra) size() int {
	const fixed = 200
	n := fixed + len(x.GUID) + len(x.RemoteStatus) + len(x.Department) + len(x.Role)
	for _, l := range x.Locations {
		n += 32 + len(l.City) + len(l.Country)
	}
	return n
}

// rss reads the second feed without its texts. A board that has none does without; any other
// failure fails the pull, or its postings would lose these facts and win them back next time.
func (p *pull) rss(ctx context.Context) (map[string]extra, error) {
	out := map[string]extra{}
	for page := range maxPages {
		count, fresh, err := p.rssPage(ctx, page, out)
		if page == 0 && source.KindOf(err) == source.NoBoard {
			return out, nil
		}
		if source.KindOf(err) == source.NoBoard {
			return nil, source.Errorf(source.Broken, "a later page of the RSS feed is missing: %w", err)
		}
		if err != nil {
			return nil, err
		}
		// A feed that ignores the offset repeats itself.
		if count < rssPage || fresh == 0 {
			return out, nil
		}
	}
	return nil, source.Errorf(source.Broken, "the RSS feed does not end after %d pages", maxPages)
}

func (p *pull) rssPage(ctx context.Context, page int, out map[string]extra) (count, fresh int, err error) {
	res, err := p.fetcher.Fetch(ctx, source.Request{
		URL:       fmt.Sprintf("%s/jobs.rss?offset=%d&per_page=%d", p.base, page*rssPage, rssPage),
		Format:    source.XML,
		Redirects: source.Anywhere,
		Lane:      lane,
	})
	if err != nil {
		return 0, 0, err
	}
	defer res.Body.Close()
	err = readRSS(source.NewXML(res.Body), func(x extra) error {
		count++
		key := strings.TrimSpace(x.GUID)
		if _, known := out[key]; key != "" && !known {
			x.RemoteStatus, x.Department, x.Role = strings.TrimSpace(x.RemoteStatus), strings.TrimSpace(x.Department), strings.TrimSpace(x.Role)
			out[key] = x
			fresh++
			return p.held.Add(x.size())
		}
		return nil
	})
	return count, fresh, err
}

func readRSS(dec *xml.Decoder, each func(extra) error) error {
	rss := false
	for {
		t, err := dec.Token()
		if err == io.EOF && rss {
			return nil
		}
		if err != nil {
			return source.XMLFault(err)
		}
		start, ok := t.(xml.StartElement)
		if !ok {
			continue
		}
		switch start.Name.Local {
		case "rss":
			rss = true
		case "channel":
		case "item":
			var x extra
			if err := dec.DecodeElement(&x, &start); err != nil {
				return source.XMLFault(err)
			}
			if err := each(x); err != nil {
				return err
			}
		default:
			if !rss {
				return source.Errorf(source.Broken, "a document called %q where the RSS feed was expected", start.Name.Local)
			}
			if err := dec.Skip(); err != nil {
				return source.XMLFault(err)
			}
		}
	}
}
