package find

import (
	"bytes"
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/publicsuffix"
)

const (
	maxAddresses = 5000 // addresses of one page
	maxNameRunes = 80
)

var (
	// addressForm finds absolute addresses, including those in scripts and in attributes of any name.
	addressForm = regexp.MustCompile(`(?:https?:)?//[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+(?::[0-9]+)?[^\s"'<>()\\` + "`" + `]*`)
	// careersWord matches what employers call the pages with their postings, in addresses and in links.
	careersWord = regexp.MustCompile(`(?i)\b(?:careers?|jobs?|join[-_ ]?us|work[-_ ](?:with|for|at)|vacanc(?:y|ies)|openings|open[-_ ]positions|hiring|` +
		`karriere|stellen(?:angebote)?|emplois?|carri[eè]res?|recrutement|nous[-_ ]rejoindre|empleos?|trabaja|carreras?|vacantes|` +
		`lavora|posizioni|vagas|vacatures?|werken[-_ ]bij|kariera|praca|jobb|karriär|stillinger)\b`)
	titleParts = regexp.MustCompile(`\s+[-–—|·:]\s+|\s*[|·]\s*|:\s+`)
)

// page holds what is read of a page of a site.
type page struct {
	url       *url.URL
	name      string // name that it gives the site
	logo      string
	careers   []*url.URL // links to careers pages of the same employer, best first
	addresses []string   // all absolute addresses
}

// readPage reads a page at an address.
func readPage(doc []byte, at *url.URL) page {
	p := page{url: at}
	r := pageReader{page: &p, seen: map[string]bool{}, icons: map[string]string{}}
	r.read(doc)
	plain := strings.NewReplacer(`\/`, "/", `\u002F`, "/", `\u002f`, "/", "&amp;", "&").Replace(string(doc))
	for _, a := range addressForm.FindAllString(plain, maxAddresses) {
		if strings.HasPrefix(a, "//") {
			a = at.Scheme + ":" + a
		}
		p.addresses = append(p.addresses, a)
	}
	p.name = r.called()
	p.logo = cmp.Or(r.icons["apple-touch-icon"], r.icons["icon"])
	slices.SortStableFunc(p.careers, func(a, b *url.URL) int { return cmp.Compare(depth(a), depth(b)) })
	return p
}

// depth orders careers pages: a shorter path is nearer to the list of all postings.
func depth(u *url.URL) int { return strings.Count(strings.Trim(u.Path, "/"), "/") }

// pageReader walks through the tags of a page.
type pageReader struct {
	*page
	seen     map[string]bool
	siteName string
	title    string
	icons    map[string]string // icons by rel
}

func (r *pageReader) read(doc []byte) {
	z := html.NewTokenizer(bytes.NewReader(doc))
	var inTitle bool
	var link string
	var words strings.Builder
	for {
		switch z.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken, html.SelfClosingTagToken:
			t := z.Token()
			switch t.Data {
			case "title":
				inTitle = r.title == ""
			case "meta":
				r.meta(attributes(t))
			case "link":
				r.icon(attributes(t))
			case "a":
				link = attributes(t)["href"]
				words.Reset()
			}
		case html.TextToken:
			if inTitle {
				r.title += string(z.Text())
			} else if link != "" && words.Len() < 200 {
				words.Write(z.Text())
			}
		case html.EndTagToken:
			switch name, _ := z.TagName(); string(name) {
			case "title":
				inTitle = false
			case "a":
				r.link(link, words.String())
				link = ""
			}
		default: // comments and the like
		}
	}
}

func attributes(t html.Token) map[string]string {
	out := make(map[string]string, len(t.Attr))
	for _, a := range t.Attr {
		out[a.Key] = a.Val
	}
	return out
}

func (r *pageReader) meta(a map[string]string) {
	if name := cmp.Or(a["property"], a["name"]); r.siteName == "" && (name == "og:site_name" || name == "application-name") {
		r.siteName = a["content"]
	}
}

func (r *pageReader) icon(a map[string]string) {
	for rel := range strings.FieldsSeq(strings.ToLower(a["rel"])) {
		u, err := r.url.Parse(a["href"])
		if err == nil && a["href"] != "" && (u.Scheme == "http" || u.Scheme == "https") && len(u.String()) <= 500 && r.icons[rel] == "" {
			r.icons[rel] = u.String()
		}
	}
}

// link keeps a link that leads to a careers page of the same employer.
func (r *pageReader) link(href, words string) {
	u, err := r.url.Parse(strings.TrimSpace(href))
	if href == "" || err != nil || u.Scheme != "http" && u.Scheme != "https" || !related(u, r.url) {
		return
	}
	u.Fragment = ""
	first, _, _ := strings.Cut(u.Hostname(), ".")
	named := careersWord.MatchString(u.Path) || careersWord.MatchString(words) || u.Host != r.url.Host && careersWord.MatchString(first)
	if !named || u.String() == r.url.String() || r.seen[u.String()] {
		return
	}
	r.seen[u.String()] = true
	r.careers = append(r.careers, u)
}

// related reports whether an address belongs to the same employer: it is below the same domain, or its domain contains
// the name of the other, as acme-careers.example does for acme.example.
func related(u, site *url.URL) bool {
	if u.Host == site.Host {
		return true
	}
	one, err := publicsuffix.EffectiveTLDPlusOne(u.Hostname())
	other, failed := publicsuffix.EffectiveTLDPlusOne(site.Hostname())
	if err != nil || failed != nil {
		return false
	}
	name, _, _ := strings.Cut(other, ".")
	return one == other || len(name) > 3 && strings.Contains(one, name)
}

// called returns what the page calls its site: the name that it states, else the part of its title that the domain
// repeats.
func (r *pageReader) called() string {
	if name := tidy(r.siteName); name != "" {
		return name
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(r.url.Hostname())
	if err != nil {
		return ""
	}
	label, _, _ := strings.Cut(domain, ".")
	for _, part := range titleParts.Split(r.title, -1) {
		if name := tidy(part); name != "" && letters(name) == letters(label) {
			return name
		}
	}
	return ""
}

// tidy returns a name on one line, or nothing if it is too long for one.
func tidy(s string) string {
	s = oneLine(s)
	if len([]rune(s)) > maxNameRunes {
		return ""
	}
	return s
}

// letters returns the letters and digits of a name in lower case.
func letters(s string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c > 127 {
			return c
		}
		return -1
	}, strings.ToLower(s))
}
