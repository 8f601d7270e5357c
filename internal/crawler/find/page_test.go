package find

import (
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func read(t *testing.T, at, doc string) page {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	return readPage([]byte(doc), u)
}

func TestCareersLinks(t *testing.T) {
	t.Parallel()
	p := read(t, "https://www.saltcedar.example/en/", `<html><body>
		<a href="/en/about/people/work-with-us/now">Teams</a> <a href="/en/karriere">Über uns</a> <a href="/en/about"><b>Open</b> jobs</a>
		<a href="https://careers.saltcedar.example/">More</a> <a href="https://saltcedar-careers.example/">All jobs</a>
		<a href="/en/karriere#top">Again</a> <a href="/en/products">Products</a> <a href="mailto:jobs@saltcedar.example">Jobs</a>
		<a href="https://elsewhere.example/jobs">Jobs elsewhere</a> <a href="javascript:jobs()">Jobs</a></body></html>`)
	var got []string
	for _, u := range p.careers {
		got = append(got, u.String())
	}
	want := []string{"https://careers.saltcedar.example/", "https://saltcedar-careers.example/", "https://www.saltcedar.example/en/karriere",
		"https://www.saltcedar.example/en/about", "https://www.saltcedar.example/en/about/people/work-with-us/now"}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}
}

func TestAddressesInAttributesAndScripts(t *testing.T) {
	t.Parallel()
	p := read(t, "http://saltcedar.example/", `<script src="//boards.greenhouse.io/embed/job_board/js?for=saltcedar"></script>
		<div data-board='https://jobs.lever.co/saltcedar?a=1&amp;b=2'></div><script>x = {"u":"https:\/\/apply.workable.com\/salt\/"}</script>`)
	want := []string{"http://boards.greenhouse.io/embed/job_board/js?for=saltcedar", "https://jobs.lever.co/saltcedar?a=1&b=2",
		"https://apply.workable.com/salt/"}
	if diff := cmp.Diff(p.addresses, want); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}
}

func TestNameOfASite(t *testing.T) {
	t.Parallel()
	for doc, want := range map[string]string{
		`<meta property="og:site_name" content=" Salt &amp; Cedar "><title>Home</title>`: "Salt & Cedar",
		`<title>Kitchens that last | Salt Cedar</title>`:                                 "Salt Cedar",
		`<title>Salt Cedar - Home</title>`:                                               "Salt Cedar",
		"<meta name=application-name content='Salt\x01\nCedar'>":                         "Salt Cedar",
		`<title>Kitchens that last</title>`:                                              "",
		`<svg><title>logo</title></svg>`:                                                 "",
	} {
		if got := read(t, "https://www.saltcedar.example/", doc).name; got != want {
			t.Errorf("%s: got %q, want %q", doc, got, want)
		}
	}
}

func TestQueryIsAnAddressOrAName(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]string{
		"saltcedar.example": "https://saltcedar.example", " HTTPS://Saltcedar.Example/Jobs#x ": "https://saltcedar.example/Jobs",
		"saltcedar.example/jobs": "https://saltcedar.example/jobs", "http://127.0.0.1:8090/x": "http://127.0.0.1:8090/x",
		"Salt & Cedar": "", "Salt.": "", "Dr. Oetker": "", "Acme Inc.": "", "ftp://saltcedar.example": "", "https://a:b@saltcedar.example": "", "https://": "",
	} {
		got := ""
		if u := address(query); u != nil {
			got = u.String()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", query, got, want)
		}
	}
}

func FuzzPage(f *testing.F) {
	f.Add(`<a href="/jobs">Jobs</a><title>x</title><link rel=icon href=x.png><meta name=application-name content=y>`)
	f.Add(`<a href="https://[::1"><title>`)
	at, err := url.Parse("https://saltcedar.example/")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		p := readPage([]byte(doc), at)
		for _, u := range p.careers {
			if !related(u, at) {
				t.Errorf("%s is not of the same employer", u)
			}
		}
	})
}
