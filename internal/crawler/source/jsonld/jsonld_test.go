package jsonld

import (
	"bytes"
	"maps"
	"net/url"
	"strings"
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func file(name string) []sourcetest.Reply { return []sourcetest.Reply{{File: name}} }

func TestGolden(t *testing.T) {
	t.Parallel()
	pages := sourcetest.Site{
		"GET /jobs/gatekeeper": file("gatekeeper.html"), "GET /jobs/keeper?ref=1": file("keeper.html"), "GET /jobs/plumber": file("plumber.html"),
		"GET /careers": file("list.html"), "GET /careers/benefits": file("plain.html"),
	}
	down := []sourcetest.Reply{{Status: 503}}
	for name, tt := range map[string]struct {
		path string
		site sourcetest.Site
	}{
		"board":          {"/careers", sourcetest.Site{"GET /sitemap.xml": file("sitemap.xml")}},
		"robots":         {"/careers", sourcetest.Site{"GET /robots.txt": file("robots.txt"), "GET /map.xml": file("sitemap.xml")}},
		"robots_bar_us":  {"/careers", sourcetest.Site{"GET /robots.txt": file("robots-us.txt"), "GET /sitemap.xml": file("sitemap.xml")}},
		"robots_down":    {"/careers", sourcetest.Site{"GET /robots.txt": down, "GET /sitemap.xml": file("sitemap.xml")}},
		"index":          {"/careers", sourcetest.Site{"GET /sitemap.xml": file("index.xml"), "GET /sitemap-jobs.xml": file("sitemap.xml"), "GET /sitemap-jobs-2.xml": file("no_jobs.xml")}},
		"index_with_gap": {"/careers", sourcetest.Site{"GET /sitemap.xml": file("index.xml"), "GET /sitemap-jobs.xml": file("sitemap.xml"), "GET /sitemap-jobs-2.xml": down}},
		"sitemap_itself": {"/careers/sitemap.xml", sourcetest.Site{"GET /careers/sitemap.xml": file("sitemap.xml")}},
		"empty_sitemap":  {"/jobs.xml", sourcetest.Site{"GET /jobs.xml": file("empty.xml")}},
		"no_sitemap":     {"/careers", sourcetest.Site{}},
		"page_broken":    {"/careers", sourcetest.Site{"GET /sitemap.xml": file("sitemap.xml"), "GET /jobs/plumber": file("broken.html")}},
		"vacant":         {"/careers", sourcetest.Site{"GET /sitemap.xml": file("no_jobs.xml"), "GET /careers": file("plain.html")}},
		"unmapped":       {"/careers", sourcetest.Site{"GET /sitemap.xml": file("no_jobs.xml")}},
		"undescribed":    {"/careers", sourcetest.Site{"GET /sitemap.xml": file("sitemap.xml"), "GET /jobs/gatekeeper": file("plain.html"), "GET /jobs/keeper?ref=1": file("plain.html"), "GET /jobs/plumber": file("plain.html")}},
		"page_sent_on":   {"/careers", sourcetest.Site{"GET /sitemap.xml": file("sitemap.xml"), "GET /jobs/plumber": {{Status: 302, Header: map[string]string{"Location": "/jobs/gatekeeper"}}}}},
		"site_gone":      {"/nowhere", sourcetest.Site{}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			site := sourcetest.Site{}
			maps.Copy(site, pages)
			maps.Copy(site, tt.site)
			host := site.Start(t)
			sourcetest.GoldenAt(t, name, Source{}, host, source.Board{Token: host + tt.path})
		})
	}
}

func TestRobots(t *testing.T) {
	t.Parallel()
	const text = "\uFEFFSitemap: https://ferrouszoo.example/a.xml\n" +
		"User-agent: *\nDisallow: /search\nAllow: /search/jobs$\nDisallow: /*.pdf$\nDisallow: /tie\nAllow: /tie\nDisallow: /caf\u00e9\nCrawl-delay: 2.5\n\n" +
		"User-agent: fieldmousebot\nUser-Agent: RoleCall # us\nDisallow: /internal/\n\nDisallow: /after-a-gap/\n" +
		"User-agent: rolecall/2\nDisallow: /merged/\nCrawl-delay: 900\nsitemap:https://ferrouszoo.example/b.xml\nnonsense\nDisallow\n"
	tests := []struct {
		agent, path string
		want        bool
	}{
		{"other", "/", true}, {"other", "/search", false}, {"other", "/searching", false}, {"other", "/search/jobs", true}, {"other", "/search/jobs/1", false},
		{"other", "/a/b.pdf", false}, {"other", "/a/b.pdf?x=1", true}, {"other", "/a/b.pdfx", true}, {"other", "/tie", true}, {"other", "/caf%C3%A9", false}, {"other", "/caf%c3%a9/x", false},
		{"other", "/internal/", true},
		{"Rolecall", "/search", true}, {"Rolecall", "/internal/x", false}, {"Rolecall", "/after-a-gap/", false}, {"Rolecall", "/merged/", false},
		{"role", "/internal/x", true}, {"rolecaller", "/internal/x", true},
	}
	for _, tt := range tests {
		u, err := url.Parse("https://ferrouszoo.example" + tt.path)
		if err != nil {
			t.Fatal(err)
		}
		r := parseRobots(strings.NewReader(text), tt.agent)
		if got := r.allowed(u); got != tt.want {
			t.Errorf("%s at %s: allowed %v, want %v", tt.agent, tt.path, got, tt.want)
		}
		if len(r.sitemaps) != 2 {
			t.Errorf("sitemaps %v", r.sitemaps)
		}
	}
	if d := parseRobots(strings.NewReader(text), "other").delay; d.Seconds() != 2.5 {
		t.Errorf("delay %v", d)
	}
	if d := parseRobots(strings.NewReader(text), "rolecall").delay; d != maxCrawlDelay {
		t.Errorf("a delay of 900 seconds became %v, want %v", d, maxCrawlDelay)
	}
}

func TestRobotsPatterns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		pattern, path string
		want          bool
	}{
		{"/", "/x", true}, {"/*", "/", true}, {"/a*b", "/axxb/c", true}, {"/a*b$", "/axxb/c", false}, {"/a*b$", "/axxbyb", true}, {"/a$", "/a", true}, {"/a$", "/ab", false},
		{"/a*$", "/abc", true}, {"*/jobs", "/en/jobs", true}, {"/a**b", "/ab", true}, {"$", "/", false}, {"/ab*ba$", "/aba", false},
	} {
		if got := newRule(tt.pattern, true).match(tt.path); got != tt.want {
			t.Errorf("match(%q, %q) = %v, want %v", tt.pattern, tt.path, got, tt.want)
		}
	}
}

func TestProductToken(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"Rolecall/1.2 (+https://jobs.example)": "Rolecall", "rolecall": "rolecall", "*": "", "": ""} {
		if got := productToken(in); got != want {
			t.Errorf("productToken(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzPage(f *testing.F) {
	sourcetest.Seeds(f, "*.html")
	from, err := url.Parse("https://ferrouszoo.example/jobs/gatekeeper")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		pg := readPage(data, from)
		for _, n := range pg.nodes {
			_ = n.posting(pg, from.String())
		}
	})
}

func FuzzSitemap(f *testing.F) {
	sourcetest.Seeds(f, "*.xml")
	from, err := url.Parse("https://ferrouszoo.example/careers")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c := newCandidates(from, true, &source.Memory{})
		if readSitemap(bytes.NewReader(data), c.add, func(string) error { return nil }) != nil {
			return
		}
		for _, g := range c.inOrder() {
			for _, l := range g.locations {
				if u, err := url.Parse(l.URL); err != nil || !sameSite(u, from) {
					t.Errorf("%q is not on the site", l.URL)
				}
			}
		}
	})
}

func FuzzRobots(f *testing.F) {
	sourcetest.Seeds(f, "*.txt")
	from, err := url.Parse("https://ferrouszoo.example/jobs/1?x=y")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := parseRobots(bytes.NewReader(data), "rolecall")
		if r.delay < 0 || r.delay > maxCrawlDelay {
			t.Errorf("delay %v", r.delay)
		}
		_ = r.allowed(from)
	})
}

func FuzzRepair(f *testing.F) {
	for _, seed := range []string{`{"a":"b" "c":1}`, `[1,2,]`, "{\"a\":\"x\ny\"}", `{"a":"\$5"}`, `{"a":{} {}}`, `"`, `\`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) { _ = repair(s) })
}
