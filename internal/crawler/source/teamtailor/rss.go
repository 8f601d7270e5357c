package teamtailor

import (
	"context"
	"fmt"
	"io"
	"strings"

	"rolecall/internal/crawler/source"
)

const rssPage = 200

// extra holds what only the RSS feed states of a posting.
type extra struct {
	GUID         string `xml:"guid"`
	RemoteStatus string `xml:"remoteStatus"`
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

// size returns the memory of an entry until the whole board is read.
func (x extra) size() int {
	const fixed = 200
	n := fixed + len(x.GUID) + len(x.RemoteStatus)
	for _, l := range x.Locations {
		n += 32 + len(l.City) + len(l.Country)
	}
	return n
}

// rss reads the RSS feed without its texts. A board may lack it; any other failure fails the pull,
// because postings would lose these facts and get them back with the next pull.
func (p *pull) rss(ctx context.Context) (map[string]extra, error) {
	out := map[string]extra{}
	for page := range maxPages {
		count, fresh, err := p.rssPage(ctx, page, out)
		if page == 0 && source.KindOf(err) == source.NoBoard {
			return out, nil
		}
		if err != nil {
			return nil, source.LaterPage(err)
		}
		// A feed that ignores the offset repeats itself.
		if count < rssPage || fresh == 0 {
			return out, nil
		}
	}
	return nil, source.Errorf(source.Broken, "the RSS feed has more than %d pages", maxPages)
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
	err = readRSS(res.Body, func(x extra) error {
		count++
		key := strings.TrimSpace(x.GUID)
		if _, known := out[key]; key != "" && !known {
			x.RemoteStatus = strings.TrimSpace(x.RemoteStatus)
			out[key] = x
			fresh++
			return p.memory.Add(x.size())
		}
		return nil
	})
	return count, fresh, err
}

func readRSS(body io.Reader, each func(extra) error) error {
	return source.ReadElements(body, []string{"rss"}, "item", each)
}
