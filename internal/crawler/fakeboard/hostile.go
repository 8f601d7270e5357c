package fakeboard

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
)

// Hostile returns boards that try to exhaust the memory of their reader, and the handler that serves them. Answers are
// compressed, so that a few kilobytes become many megabytes.
func Hostile() ([]Employer, http.Handler) {
	attacks := map[string]http.HandlerFunc{}
	var boards []Employer
	for family, list := range hostile() {
		for name, serve := range list {
			attacks[name] = serve
			boards = append(boards, Employer{Family: family, Token: name, Name: "Hostile " + name})
		}
	}
	return boards, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for part := range strings.SplitSeq(r.URL.Path, "/") {
			if serve := attacks[part]; serve != nil {
				serve(w, r)
				return
			}
		}
		http.NotFound(w, r)
	})
}

// HostileRobots returns a server whose robots.txt has 45,000 rules for a sitemap of 5,000 addresses.
func HostileRobots() http.Handler {
	rules := packed("text/plain", once("User-agent: *\n"), many(45_000, func(i int) string { return fmt.Sprintf("Disallow: /*%d*a*b*c$\n", i) }))
	pages := packed("application/xml", once("<urlset>"), many(5000, func(i int) string {
		return fmt.Sprintf("<url><loc>{host}/jobs/%d/%s</loc></url>\n", i, strings.Repeat("abab", 100))
	}), once("</urlset>"))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /robots.txt", rules)
	mux.HandleFunc("GET /jsonld/robots/sitemap.xml", pages)
	return mux
}

const (
	mib       = 1 << 20
	flooded   = 16 * mib // size of one document
	jobFields = `"title":"Stoker","absolute_url":"https://jobs.example/1","hostedUrl":"https://jobs.example/1","text":"Stoker","jobUrl":"https://jobs.example/1","careers_url":"https://jobs.example/1","url":"https://jobs.example/1"`
)

// long returns text without spaces or markup.
func long(n int) string { return strings.Repeat("x", n) }

func hostile() map[string]map[string]http.HandlerFunc {
	return map[string]map[string]http.HandlerFunc{
		"greenhouse": {
			"gh-text": jobs(1, func(int) string { return `{"id":1,` + jobFields + `,"content":"` + long(flooded) + `"}` }),
			"gh-many": jobs(30, func(i int) string { return fmt.Sprintf(`{"id":%d,%s,"content":"%s"}`, i, jobFields, long(600_000)) }),
			"gh-departments": jobs(3, func(i int) string {
				return fmt.Sprintf(`{"id":%d,%s,"departments":[%s0]}`, i, jobFields, strings.Repeat("0,", 3*mib))
			}),
			"gh-labels": jobs(2, func(i int) string {
				return fmt.Sprintf(`{"id":%d,%s,"location":{"name":[%s0]}}`, i, jobFields, strings.Repeat(`{"a":0},`, mib/2))
			}),
			"gh-deep": jobs(2, func(i int) string {
				return fmt.Sprintf(`{"id":%d,%s,"offices":%s%s}`, i, jobFields, strings.Repeat("[", 12_000), strings.Repeat("]", 12_000))
			}),
			"gh-offices": jobs(5, func(i int) string {
				return fmt.Sprintf(`{"id":%d,%s,"offices":[%s{}]}`, i, jobFields, strings.Repeat(`{"location":"Porto"},`, 100_000))
			}),
			"gh-note":    packed("application/json", once(`{"note":"`), many(flooded/mib, func(int) string { return long(mib) }), once(`"}`)),
			"gh-key":     packed("application/json", once(`{"`), many(flooded/mib, func(int) string { return long(mib) }), once(`":0}`)),
			"gh-endless": packed("application/json", once(`{"jobs":[`), many(4*flooded/mib, func(int) string { return strings.Repeat("0,", mib/2) })),
			"gh-metadata": jobs(2, func(i int) string {
				return fmt.Sprintf(`{"id":%d,%s,"metadata":[{"name":"salary","value":[%s""]}]}`, i, jobFields, strings.Repeat(`"a",`, mib))
			}),
		},
		"lever": {
			"lever-pages": packed("application/json", once("["), many(30, func(i int) string {
				return fmt.Sprintf(`{"id":"%d",%s,"description":"%s"},`, i, jobFields, long(600_000))
			}), once(`{"id":"z"}]`)),
			"lever-lists": packed("application/json", once("["), many(6, func(i int) string {
				return fmt.Sprintf(`{"id":"%d",%s,"lists":[%s{}]},`, i, jobFields, strings.Repeat(`{"text":"a"},`, 150_000))
			}), once(`{"id":"z"}]`)),
		},
		"ashby": {
			"ashby-places": jobs(4, func(i int) string {
				return fmt.Sprintf(`{"id":"%d",%s,"secondaryLocations":[%s"Porto"]}`, i, jobFields, strings.Repeat(`"Lisbon",`, 200_000))
			}),
			"ashby-pay": jobs(4, func(i int) string {
				return fmt.Sprintf(`{"id":"%d",%s,"compensation":{"summaryComponents":[%s{}]}}`, i, jobFields, strings.Repeat(`{},`, 600_000))
			}),
		},
		"recruitee": {"offers-bomb": nested()},
		"workable": {
			"workable-held": jobs(1000, func(i int) string {
				return fmt.Sprintf(`{"shortcode":"%d",%s,"description":"%s"}`, i, jobFields, long(60_000))
			}),
			"workable-merged": jobs(20_000, func(i int) string {
				return fmt.Sprintf(`{"shortcode":"1",%s,"city":"City %d"}`, jobFields, i)
			}),
		},
		"teamtailor": {"teamtailor-page": teamtailorFlood()},
		"personio": {
			"personio-bare": packed("application/xml", once("<workzag-jobs>"), many(2000, func(i int) string {
				return fmt.Sprintf("<position><id>%d</id><name>Stoker</name><department>%s</department></position>", i, long(30_000))
			}), once("</workzag-jobs>")),
			"personio-text":    packed("application/xml", once("<workzag-jobs><position><id>1</id><name>"), many(flooded/mib, func(int) string { return long(mib) }), once("</name></position></workzag-jobs>")),
			"personio-offices": packed("application/xml", once("<workzag-jobs><position><id>1</id><name>Stoker</name><additionalOffices>"), many(100, func(int) string { return strings.Repeat("<office>a</office>", 10_000) }), once("</additionalOffices></position></workzag-jobs>")),
			"personio-entity":  packed("application/xml", once(`<!DOCTYPE a [<!ENTITY a "`+long(1000)+`">`+entities()+`]><workzag-jobs><position><id>1</id><name>&j;</name></position></workzag-jobs>`)),
		},
		"smartrecruiters": {"smart-list": packed("application/json", once(`{"totalFound":50000,"content":[`), many(40, func(i int) string {
			return fmt.Sprintf(`{"id":"%d","name":"Stoker","department":"%s"},`, i, long(500_000))
		}), once(`{"id":"z"}]}`))},
		"workday": {"workday-list": packed("application/json", once(`{"total":50000,"jobPostings":[`), many(40, func(i int) string {
			return fmt.Sprintf(`{"title":"Stoker","externalPath":"/job/%d/%s"},`, i, long(500_000))
		}), once(`{"title":"z","externalPath":"/job/z"}]}`))},
		"jsonld": pages(),
	}
}

// jobs serves the document of the vendors that send all postings at once.
func jobs(n int, one func(int) string) http.HandlerFunc {
	return packed("application/json", once(`{"jobs":[`), many(n, func(i int) string {
		if i > 0 {
			return "," + one(i)
		}
		return one(i)
	}), once(fmt.Sprintf(`],"meta":{"total":%d}}`, n)))
}

func entities() string {
	var b strings.Builder
	for c := 'b'; c <= 'j'; c++ {
		fmt.Fprintf(&b, `<!ENTITY %c "%s">`, c, strings.Repeat(fmt.Sprintf("&%c;", c-1), 10))
	}
	return b.String()
}

// nested serves a gzip bomb in a gzip bomb.
func nested() http.HandlerFunc {
	inner := packed("application/json", once(`{"offers":[],"note":"`), many(70, func(int) string { return long(mib) }))
	return func(w http.ResponseWriter, r *http.Request) {
		rec := httptest.NewRecorder()
		inner(rec, r)
		w.Header().Set("Content-Encoding", "gzip")
		zw := gzip.NewWriter(w)
		_, _ = zw.Write(rec.Body.Bytes())
		_ = zw.Close()
	}
}

func teamtailorFlood() http.HandlerFunc {
	items := packed("application/json", once(`{"items":[`), many(60, func(i int) string {
		return fmt.Sprintf(`{"id":"%d",%s,"content_html":"%s"},`, i, jobFields, long(600_000))
	}), once(`{"id":"z"}]}`))
	rss := packed("application/xml", once("<rss><channel>"), many(200, func(i int) string {
		return fmt.Sprintf("<item><guid>%d</guid><department>%s</department></item>", i, long(300_000))
	}), once("</channel></rss>"))
	return func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, ".rss") {
			rss(w, r)
			return
		}
		items(w, r)
	}
}

// piece is a repeated part of a document.
type piece struct {
	times int
	text  func(int) string
}

func once(s string) piece                     { return piece{1, func(int) string { return s }} }
func many(n int, text func(int) string) piece { return piece{n, text} }

// packed serves a compressed document, which is made for the first request. {host} is replaced by the server's address.
func packed(media string, pieces ...piece) http.HandlerFunc {
	var mu sync.Mutex
	made := map[string][]byte{}
	return func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		body, ok := made[r.Host]
		if !ok {
			var b bytes.Buffer
			zw, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
			out := bufio.NewWriterSize(zw, 64<<10)
			for _, p := range pieces {
				for i := range p.times {
					_, _ = out.WriteString(strings.ReplaceAll(p.text(i), "{host}", "http://"+r.Host))
				}
			}
			_ = out.Flush()
			_ = zw.Close()
			body = b.Bytes()
			made[r.Host] = body
		}
		mu.Unlock()
		w.Header().Set("Content-Type", media)
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(body)
	}
}
