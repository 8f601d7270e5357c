package jobs_test

import (
	"encoding/json"
	"encoding/xml"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/jobs"
	"rolecall/internal/jobs/oas"
)

// withClock lets a test move the time.
func withClock(at *time.Time) option {
	return func(_ *jobs.Config, d *jobs.Deps) { d.Now = func() time.Time { return *at } }
}

func addFeed(c *apitest.Client, body string) (f oas.Feed) {
	c.Do(http.MethodPost, "/jobs/feeds", body).Want(http.StatusOK).JSON(&f)
	return f
}

// local returns the path of a feed's address.
func local(t *testing.T, address url.URL) string {
	t.Helper()
	if got := address.Scheme + "://" + address.Host; got != "https://jobs.example.org" {
		t.Errorf("address %s is not the platform's", &address)
	}
	return address.RequestURI()
}

// atom is a strict reading of RFC 4287: an element or attribute that is not here fails.
type atom struct {
	XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
	ID      string   `xml:"http://www.w3.org/2005/Atom id"`
	Title   string   `xml:"http://www.w3.org/2005/Atom title"`
	Updated string   `xml:"http://www.w3.org/2005/Atom updated"`
	Author  string   `xml:"http://www.w3.org/2005/Atom author>name"`
	Links   []link   `xml:"http://www.w3.org/2005/Atom link"`
	Entries []struct {
		ID         string `xml:"http://www.w3.org/2005/Atom id"`
		Title      string `xml:"http://www.w3.org/2005/Atom title"`
		Published  string `xml:"http://www.w3.org/2005/Atom published"`
		Updated    string `xml:"http://www.w3.org/2005/Atom updated"`
		Author     string `xml:"http://www.w3.org/2005/Atom author>name"`
		Links      []link `xml:"http://www.w3.org/2005/Atom link"`
		Summary    string `xml:"http://www.w3.org/2005/Atom summary"`
		Categories []struct {
			Term string `xml:"term,attr"`
		} `xml:"http://www.w3.org/2005/Atom category"`
		Rest []any `xml:",any"`
	} `xml:"http://www.w3.org/2005/Atom entry"`
	Rest []any `xml:",any"`
}

type link struct {
	Rel  string `xml:"rel,attr"`
	Href string `xml:"href,attr"`
}

// jsonFeed has the properties of JSON Feed 1.1 that are used.
type jsonFeed struct {
	Version string `json:"version"`
	Title   string `json:"title"`
	Home    string `json:"home_page_url"`
	Feed    string `json:"feed_url"`
	Items   []struct {
		ID        string              `json:"id"`
		URL       string              `json:"url"`
		External  string              `json:"external_url"`
		Title     string              `json:"title"`
		Text      string              `json:"content_text"`
		Published time.Time           `json:"date_published"`
		Modified  time.Time           `json:"date_modified"`
		Authors   []map[string]string `json:"authors"`
		Tags      []string            `json:"tags"`
	} `json:"items"`
}

func TestFeedOfASearch(t *testing.T) {
	t.Parallel()
	at := now
	w := newWorld(t, withClock(&at))
	me := w.as(uuid.New())
	b := w.board(func(b *board) { b.Name = "R&D <Works>" })
	odd := w.post(func(p *post) {
		p.Board, p.Title, p.Skills, p.PostedAt = b, "Cook & <b>Chef</b> \x01 \U0001F35D", []string{"Go"}, new(now.Add(-48*time.Hour))
		p.Places, p.Workplace = []place{{"Lisbon", "Portugal"}}, new("hybrid")
		p.PayMin, p.PayMax, p.Currency, p.Period = new(int64(40000)), new(int64(50000)), new("EUR"), new("year")
	})
	hidden := w.post(func(p *post) { p.Board, p.Title = b, "Cook by night" })
	w.post(func(p *post) { p.Board, p.Title, p.ClosedAt = b, "Cook that was", &now })
	w.post(func(p *post) { p.Board, p.Title = b, "Nurse" })
	addRule(me, `{"list":"NEVER","kind":"TITLE_WORD","value":"night"}`)

	f := addFeed(me, `{"name":"Cooks & more","filters":{"keyword":"cook","compensationMin":null}}`)
	res := w.Do(http.MethodGet, local(t, f.AtomUrl), nil).Want(http.StatusOK)
	var a atom
	if err := xml.Unmarshal(res.Body, &a); err != nil {
		t.Fatalf("%v:\n%s", err, res.Body)
	}
	if len(a.Entries) != 1 || len(a.Rest) != 0 {
		t.Fatalf("entries: %s", res.Body)
	}
	e := a.Entries[0]
	want := []string{"urn:uuid:" + odd.String(), "Cook & <b>Chef</b> \uFFFD \U0001F35D", "R&D <Works>",
		"R&D <Works> · Lisbon, Portugal · hybrid · 40000–50000 EUR per year", "2026-02-28T12:00:00Z", "2026-03-02T11:00:00Z", "Go",
		"https://jobs.example.org/find?job=" + odd.String()}
	if diff := cmp.Diff([]string{e.ID, e.Title, e.Author, e.Summary, e.Published, e.Updated, e.Categories[0].Term, e.Links[0].Href},
		want); diff != "" || len(e.Rest) != 0 {
		t.Errorf("entry: (-got +want)\n%s", diff)
	}
	if a.ID != "urn:uuid:"+f.ID.String() || a.Title != "Cooks & more · Rolecall" || a.Updated != "2026-03-02T12:00:00Z" || a.Author == "" ||
		a.Links[0] != (link{"self", f.AtomUrl.String()}) || a.Links[1] != (link{"alternate", "https://jobs.example.org/find?keyword=cook"}) {
		t.Errorf("feed: %+v", a)
	}

	var j jsonFeed
	strict := json.NewDecoder(strings.NewReader(string(w.Do(http.MethodGet, local(t, f.JsonUrl), nil).Want(http.StatusOK).Body)))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&j); err != nil {
		t.Fatal(err)
	}
	if j.Version != "https://jsonfeed.org/version/1.1" || j.Feed != f.JsonUrl.String() || j.Home != a.Links[1].Href || len(j.Items) != 1 ||
		j.Items[0].ID != e.ID || j.Items[0].Text != e.Summary || !j.Items[0].Published.Equal(now.Add(-48*time.Hour)) ||
		j.Items[0].Authors[0]["name"] != "R&D <Works>" || j.Items[0].Tags[0] != "Go" || j.Items[0].External == "" {
		t.Errorf("JSON feed: %+v", j)
	}

	// Nothing is sent again until something changes; each format has its own tag.
	get := func(headers ...string) *apitest.Response {
		c := w.With()
		for i := 0; i < len(headers); i += 2 {
			c = c.With(apitest.Header(headers[i], headers[i+1]))
		}
		return c.Do(http.MethodGet, local(t, f.AtomUrl), nil)
	}
	tag, modified := res.Header.Get("ETag"), res.Header.Get("Last-Modified")
	if got := res.Header.Get("Cache-Control"); got != "private, max-age=300" {
		t.Errorf("Cache-Control: %s, want %s", got, "private, max-age=300")
	}
	get("If-None-Match", `"x", W/`+tag).Want(http.StatusNotModified)
	get("If-Modified-Since", modified).Want(http.StatusNotModified)
	get("If-None-Match", `"x"`, "If-Modified-Since", modified).Want(http.StatusOK)
	get("If-Modified-Since", "yesterday").Want(http.StatusOK)
	at = at.Add(time.Hour)
	get("If-None-Match", tag).Want(http.StatusNotModified)
	w.exec("UPDATE crawler.job_post SET closed_at = now() WHERE id = $1", odd)
	res = get("If-None-Match", tag).Want(http.StatusOK)
	if get("If-Modified-Since", modified).Want(http.StatusOK); strings.Contains(string(res.Body), odd.String()) {
		t.Error("a closed posting is still in the feed")
	}
	if got := res.Header.Get("Last-Modified"); got != "Mon, 02 Mar 2026 13:00:00 GMT" {
		t.Errorf("Last-Modified %s, want the time of the change", got)
	}
	w.exec("DELETE FROM job.rule")
	if !strings.Contains(string(get().Body), hidden.String()) {
		t.Error("a posting that is no longer hidden is not in the feed")
	}
}

// TestFeedAddresses checks that a search gets one feed address, which can be shown again, replaced and ended, and gives
// access to nothing else.
func TestFeedAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := uuid.New()
	me, other := w.as(owner), w.as(uuid.New())
	var saved oas.SavedFilter
	me.Do(http.MethodPost, "/jobs/filters/saved", `{"name":"Cooks","filters":{"keyword":"cook"}}`).Want(http.StatusCreated).JSON(&saved)

	f := addFeed(me, `{"savedFilterId":"`+saved.ID.String()+`"}`)
	adhoc := addFeed(me, `{"filters":{"keyword":"cook"}}`)
	if f.Name != "Cooks" || f.SavedFilterId.Or(uuid.Nil) != saved.ID || f.Filters.Keyword.Or("") != "cook" || adhoc.Name != "cook" ||
		adhoc.ID == f.ID {
		t.Errorf("feeds: %+v %+v", f, adhoc)
	}
	for body, want := range map[string]oas.Feed{`{"savedFilterId":"` + saved.ID.String() + `"}`: f, `{"filters":{"keyword":"cook"}}`: adhoc} {
		if diff := cmp.Diff(addFeed(me, body), want); diff != "" {
			t.Errorf("made again: (-got +want)\n%s", diff)
		}
	}
	token := f.AtomUrl.Query().Get("token")
	if n := scan[int](w, "SELECT count(*) FROM job.search_feed f WHERE f::text LIKE '%' || $1 || '%'", token); n != 0 {
		t.Error("the table has the token")
	}
	other.Do(http.MethodPost, "/jobs/feeds", `{"savedFilterId":"`+saved.ID.String()+`"}`).WantError(http.StatusNotFound, "Not Found")
	me.Do(http.MethodPost, "/jobs/feeds", `{}`).WantError(http.StatusBadRequest, "Validation Error")
	for _, path := range []string{"/reset", ""} {
		method := map[string]string{"/reset": http.MethodPost, "": http.MethodDelete}[path]
		other.Do(method, "/jobs/feeds/"+f.ID.String()+path, nil).WantError(http.StatusNotFound, "Not Found")
	}

	// The feed follows the saved search.
	me.Do(http.MethodPatch, "/jobs/filters/saved/"+saved.ID.String(), `{"name":"Nurses","filters":{"keyword":"nurse"}}`).Want(http.StatusOK)
	nurse := w.post(func(p *post) { p.Title = "Nurse" })
	if body := string(w.Do(http.MethodGet, local(t, f.JsonUrl), nil).Want(http.StatusOK).Body); !strings.Contains(body, nurse.String()) ||
		!strings.Contains(body, "Nurses") {
		t.Errorf("after the search changed: %s", body)
	}

	var reset oas.Feed
	me.Do(http.MethodPost, "/jobs/feeds/"+f.ID.String()+"/reset", nil).Want(http.StatusOK).JSON(&reset)
	w.Do(http.MethodGet, local(t, f.AtomUrl), nil).WantError(http.StatusNotFound, "Not Found")
	w.Do(http.MethodGet, local(t, reset.AtomUrl), nil).Want(http.StatusOK)
	me.Do(http.MethodDelete, "/jobs/filters/saved/"+saved.ID.String(), nil).Want(http.StatusNoContent)
	w.Do(http.MethodGet, local(t, reset.AtomUrl), nil).WantError(http.StatusNotFound, "Not Found")
	me.Do(http.MethodDelete, "/jobs/feeds/"+adhoc.ID.String(), nil).Want(http.StatusNoContent)
	w.Do(http.MethodGet, local(t, adhoc.JsonUrl), nil).WantError(http.StatusNotFound, "Not Found")
	var list oas.FeedList
	me.Do(http.MethodGet, "/jobs/feeds", nil).Want(http.StatusOK).JSON(&list)
	if len(list.Items) != 0 {
		t.Errorf("left: %+v", list.Items)
	}
}

func TestFeedLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	w.exec(`INSERT INTO job.search_feed (id, user_id, name, filters, nonce, token_hash, changed_at, created_at)
		SELECT gen_random_uuid(), $1, 'x', jsonb_build_object('keyword', n::text), '\x00', n::text::bytea, now(), now()
		FROM generate_series(1, 49) n`, me)
	got := map[int]int{}
	for _, word := range []string{"a", "b", "a"} {
		got[w.as(me).Do(http.MethodPost, "/jobs/feeds", `{"filters":{"keyword":"`+word+`"}}`).Status]++
	}
	if diff := cmp.Diff(got, map[int]int{http.StatusOK: 2, http.StatusConflict: 1}); diff != "" {
		t.Errorf("answers: (-got +want)\n%s", diff)
	}
}
