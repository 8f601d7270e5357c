package jsonld

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func parse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestMicrodata(t *testing.T) {
	t.Parallel()
	const item = `<DIV itemscope itemtype="https://schema.org/JobPosting">`
	for name, tt := range map[string]struct {
		html string
		want []node
	}{
		"all": {
			`<body>` + item + `<h1 itemprop=title>Stoker <b>II</b> &amp; Raker</h1><div itemprop="description"><div>a<br>b</div><p>c</div>
			<meta itemprop="datePosted" content="2026-03-02"><time itemprop='validThrough' datetime="2026-04-01">April</time>
			<div itemprop="hiringOrganization"><span itemprop="name">Tarn</span></div><span itemprop="name">not this</span>
			<span itemprop="addressLocality">Porto</span><meta itemprop="addressCountry" content="PT"></div><h1 itemprop="title">outside</h1>`,
			[]node{{"title": "Stoker II & Raker", "description": "<div>a<br>b</div><p>c", "datePosted": "2026-03-02", "validThrough": "2026-04-01",
				"hiringOrganization": "Tarn", "jobLocation": map[string]any{"address": map[string]any{"addressLocality": "Porto", "addressCountry": "PT"}}}},
		},
		"first counts":    {item + `<p itemprop="title">one<p itemprop="title">two</div>`, []node{{"title": "one"}}},
		"items in a list": {item + `<i itemprop=title>a</i></div>` + item + `<i itemprop=title>b</i></div>`, []node{{"title": "a"}, {"title": "b"}}},
		"nested":          {item + item + `<i itemprop=title>a</i></div></div>`, []node{{"title": "a"}}},
		"not closed":      {item + `<i itemprop=title>a`, []node{{"title": "a"}}},
		"in a script":     {`<script>var a = '` + item + `<i itemprop=title>a</i></div>'</script>`, nil},
		"in a comment":    {`<!-- ` + item + `<i itemprop=title>a</i></div> -->`, nil},
		"other things":    {`<div itemtype="https://schema.org/Organization"><i itemprop=title>a</i></div>`, nil},
	} {
		pg := readPage([]byte(tt.html), parse(t, "https://ferrouszoo.example/jobs/1"))
		if diff := cmp.Diff(pg.nodes, tt.want); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestLinksOfAPage(t *testing.T) {
	t.Parallel()
	const html = `<a href="/a">x</a><A class=b HREF='b?c&amp;d'>y</a><a href=https://other.example/e>z<a href="mailto:f"><a name="g">
		<style>a > b { } </style><script>"<a href='/no'>"</script><textarea><a href="/no"></textarea><!-- <a href="/no"> --><a href = "/h" href="/i"/>< a href="/no">`
	want := []string{"https://ferrouszoo.example/a", "https://ferrouszoo.example/jobs/b?c&d", "https://other.example/e", "https://ferrouszoo.example/h"}
	if diff := cmp.Diff(readPage([]byte(html), parse(t, "https://ferrouszoo.example/jobs/1")).links, want); diff != "" {
		t.Error(diff)
	}
}

// TestPagesAreReadInLinearTime checks that the time to read a page is proportional to its length, whatever it contains.
func TestPagesAreReadInLinearTime(t *testing.T) {
	t.Parallel()
	for _, part := range []string{
		"<", "</", "<!--", "<a", "<a ", "<a href=", `<a b="`, "<script>", "<script></", "<b a>", "<p>", `<p itemprop="title">`, "&amp", "<![CDATA[",
		`<div itemtype="schema.org/JobPosting">`, `<div itemtype="schema.org/JobPosting"><div itemprop="description">`, `<script type="application/ld+json">{"a":[`, `<script type="application/ld+json">"a" `,
	} {
		for _, before := range []string{"", "<h1>", "<title>", `<div class="job-description">`} {
			began := time.Now()
			doc := []byte(before + strings.Repeat(part, source.MaxPage/4/len(part)))
			readPage(doc, parse(t, "https://ferrouszoo.example/jobs/1"))
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("%q after %q: %v", part, before, took)
			}
		}
	}
}

func TestOversizedPagesSayWhy(t *testing.T) {
	t.Parallel()
	const open, end = `<script type="application/ld+json">`, `</script>`
	for want, html := range map[string]string{
		"the page has more than 500 postings":                   strings.Repeat(open+`{"@type":"JobPosting"}`+end, source.MaxNodes+1),
		"the page has more than 10000 values of JSON-LD":        open + `{"@type":"JobPosting","a":[` + strings.Repeat("[],", source.MaxValues) + "0]}" + end,
		"the page has a block of JSON-LD of more than 1024 KiB": open + `{"@type":"JobPosting","a":"` + strings.Repeat("x", source.MaxBlock) + `"}` + end,
		"its JSON-LD cannot be read":                            open + `{"@type":"JobPosting"` + end,
	} {
		pg := readPage([]byte(html), parse(t, "https://ferrouszoo.example/jobs/1"))
		if _, err := pg.posting(); source.KindOf(err) != source.Broken || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

func TestRobotsWithManyRules(t *testing.T) {
	t.Parallel()
	var file strings.Builder
	file.WriteString("User-agent: *\n")
	for i := range source.MaxRules {
		fmt.Fprintf(&file, "Disallow: /*%d*a*b*c$\n", i)
	}
	r := parseRobots(strings.NewReader(file.String()), "rolecall")
	began := time.Now()
	for i := range 500 {
		if u := parse(t, fmt.Sprintf("https://ferrouszoo.example/jobs/%d/%s", i, strings.Repeat("abab", 100))); !r.allowed(u) {
			t.Fatalf("%s is disallowed", u)
		}
	}
	if took := time.Since(began); r.tooMany || took > 10*time.Second {
		t.Errorf("%d rules took %v for 500 addresses", len(r.list), took)
	}
	file.WriteString("Disallow: /secret\n")
	if r := parseRobots(strings.NewReader(file.String()), "rolecall"); !r.tooMany || len(r.list) != source.MaxRules {
		t.Errorf("%d rules, more: %v", len(r.list), r.tooMany)
	}
}

// TestRobotsThatIsCutOff checks that a robots.txt that was not received to its end allows nothing.
func TestRobotsThatIsCutOff(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Length", "5000")
		_, _ = w.Write([]byte("User-agent: *\n" + strings.Repeat("# Welcome.\n", 200)))
	}))
	t.Cleanup(srv.Close)
	memory := &source.Memory{}
	defer memory.Release()
	r, err := newRobots(sourcetest.Fetcher(t), memory).rules(t.Context(), parse(t, srv.URL+"/jobs/1"))
	if source.KindOf(err) != source.Broken {
		t.Errorf("got %+v, %v, want a broken answer", r, err)
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	memory := &source.Memory{}
	defer memory.Release()
	c := newCandidates(parse(t, "https://ferrouszoo.example/sitemap.xml"), true, memory)
	add := func(format string, n int) {
		for i := range n {
			if err := c.add(location{URL: fmt.Sprintf(format, i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	add("https://ferrouszoo.example/news/%d", 3)
	add("https://ferrouszoo.example/news/1?utm_source=%d", 3)
	add("https://elsewhere.example/jobs/%d", 3)
	add("https://ferrouszoo.example/"+strings.Repeat("x", source.MaxURL)+"%d", 1)
	add("https://ferrouszoo.example/jobs/%d", source.MaxPages+10)
	groups := c.inOrder()
	if len(groups) != 2 || c.full() {
		t.Fatalf("got %d groups, full: %v, want 2 and false", len(groups), c.full())
	}
	jobs, news := groups[0], groups[1]
	if jobs.pattern != "/jobs/*" || !jobs.likely || len(jobs.locations) != source.MaxPages || jobs.dropped != 10 {
		t.Errorf("jobs: %s with %d addresses, %d dropped", jobs.pattern, len(jobs.locations), jobs.dropped)
	}
	if news.pattern != "/news/*" || news.likely || len(news.locations) != 3 || news.dropped != 0 {
		t.Errorf("news: %s with %d addresses, %d dropped", news.pattern, len(news.locations), news.dropped)
	}
	add("https://ferrouszoo.example/shop/%d", source.MaxPages)
	if !c.full() {
		t.Error("not full")
	}
}

// TestCandidatesBeyondTheLimit checks that addresses beyond the limit take no memory, whatever their patterns, and that an
// open posting among them is noticed.
func TestCandidatesBeyondTheLimit(t *testing.T) {
	t.Parallel()
	memory := &source.Memory{}
	defer memory.Release()
	c := newCandidates(parse(t, "https://ferrouszoo.example/sitemap.xml"), true, memory)
	c.isOpen = func(address string) bool { return address == "https://ferrouszoo.example/part-7/keeper" }
	add := func(format string, n int) {
		for i := range n {
			if err := c.add(location{URL: fmt.Sprintf(format, i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	add("https://ferrouszoo.example/shop/%d", source.MaxPages)
	add("https://ferrouszoo.example/part-%d/keeper", 7)
	if c.lost {
		t.Error("a posting that is not open was taken for one")
	}
	add("https://ferrouszoo.example/part-%d/keeper", 8)
	if len(c.groups) != 1 || len(c.seen) != source.MaxPages || !c.lost {
		t.Errorf("got %d groups of %d addresses, lost: %v, want 1 of %d, true", len(c.groups), len(c.seen), c.lost, source.MaxPages)
	}
}

func TestPattern(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"/": "", "/about": "/*", "/offer/stoker-12": "/offer/*", "/offer/raker": "/offer/*", "/de/stellen/7/heizer": "/de/stellen/*/*",
		"/vacature/porto/9": "/vacature/*/*", "/post/12.html": "/post/*.html", "/job?id=3&lang=en": "/*?id&lang", "/en": "/*", "/de-CH/x": "/de-CH/*",
	} {
		if got := pattern(parse(t, "https://ferrouszoo.example"+address)); got != want {
			t.Errorf("pattern(%s) = %s, want %s", address, got, want)
		}
	}
}
