package main

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// questionKinds are the 2,000 questions. Of those with words every second one is asked as the web app asks it: best
// match first, words interpreted and corrected, with highlights; so are all typos. The others are asked for the newest,
// as the interface does by default.
var questionKinds = []struct {
	name   string
	number int
	make   func(d *draw, i int) url.Values
}{
	{"one common word", 300, commonWord}, // 40 with a typo
	{"one rare word", 200, rareWord},
	{"two words", 500, twoWords}, // 60 in quotes
	{"word, place and remote", 300, wordAndPlace},
	{"filters only", 250, filtersOnly},
	{"company", 150, oneCompany}, // a third with a word
	{"page 50 and deeper", 150, deepPage},
	{"newest", 150, newestOnly},
}

const (
	typos   = 40
	phrases = 60
)

// question is what somebody asks.
type question struct {
	kind   string
	params url.Values
}

func (q question) page() string { return "/jobs?" + q.params.Encode() }

func (q question) facets() string {
	p := maps.Clone(q.params)
	for _, name := range []string{"sort", "highlight", "page"} {
		p.Del(name)
	}
	return "/jobs/facets?" + p.Encode()
}

// draw makes questions from a vocabulary, the same ones in every run.
type draw struct {
	*vocabulary
	r   *rand.Rand
	try int
}

// questions returns the 2,000 in random order. No two are alike, not even as facets, where page and order do not count.
func (v *vocabulary) questions() ([]question, error) {
	d := &draw{vocabulary: v, r: rand.New(rand.NewPCG(3, 4))}
	seen := map[string]bool{}
	var out []question
	for _, k := range questionKinds {
		made := 0
		for d.try = 0; made < k.number && d.try < 200*k.number; d.try++ {
			q := question{k.name, k.make(d, made)}
			if key := q.facets(); !seen[key] {
				seen[key] = true
				out = append(out, q)
				made++
			}
		}
		if made < k.number {
			return nil, fmt.Errorf("only %d of %d different questions for %s", made, k.number, k.name)
		}
	}
	d.r.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out, nil
}

// often picks from a list, the first entries more often.
func (d *draw) often(list []string) string {
	return list[int(float64(len(list))*d.r.Float64()*d.r.Float64())]
}

func (d *draw) any(list ...string) string { return list[d.r.IntN(len(list))] }

// one reports true once in n times.
func (d *draw) one(n int) bool { return d.r.IntN(n) == 0 }

// words asks for words; every second time as the web app does.
func (d *draw) words(i int, text string) url.Values {
	p := url.Values{"keyword": {text}}
	if i%2 == 0 {
		asApp(p)
	}
	return p
}

func asApp(p url.Values) {
	for name, value := range map[string]string{"sort": "relevance", "highlight": "true", "interpret": "true", "correct": "true"} {
		p.Set(name, value)
	}
}

func commonWord(d *draw, i int) url.Values {
	if i >= typos {
		return d.words(i, d.common[d.try%len(d.common)])
	}
	w := []rune(d.any(d.titles...))
	if len(w) > 5 {
		at := 1 + d.r.IntN(len(w)-2)
		w = slices.Delete(w, at, at+1)
	}
	p := d.words(i, string(w))
	asApp(p)
	return p
}

func rareWord(d *draw, i int) url.Values { return d.words(i, d.any(d.rare...)) }

func twoWords(d *draw, i int) url.Values {
	if i < phrases {
		return d.words(i, `"`+d.any(d.pairs...)+`"`)
	}
	switch d.r.IntN(5) {
	case 0:
		return d.words(i, d.often(d.pairs))
	case 1:
		return d.words(i, d.often(d.titles)+" "+d.often(d.common))
	case 2:
		return d.words(i, d.often(d.titles)+" "+d.any(d.rare...))
	}
	return d.words(i, d.often(d.titles)+" "+d.often(d.skills))
}

func (d *draw) place() string {
	switch d.r.IntN(4) {
	case 0:
		return d.often(d.countries)
	case 1:
		city, _, _ := strings.Cut(d.often(d.cities), ",")
		return city
	}
	return d.often(d.cities)
}

func wordAndPlace(d *draw, i int) url.Values {
	p := d.words(i, d.any(d.often(d.titles), d.often(d.skills), d.often(d.pairs)))
	p.Set("location", d.place())
	if d.one(2) {
		p.Add("location", "Remote")
	} else {
		p["workplaceType"] = []string{"remote", "hybrid"}
	}
	return p
}

func filtersOnly(d *draw, _ int) url.Values {
	p := url.Values{}
	set := func(in int, name string, value func() string) {
		if d.one(in) {
			p.Set(name, value())
		}
	}
	set(2, "workplaceType", d.workplace)
	set(2, "employmentType", func() string { return d.any("full-time", "part-time", "contract") })
	set(3, "careerLevel", func() string { return d.any("mid", "senior", "junior", "lead") })
	set(3, "language", d.language)
	set(3, "skill", func() string { return d.often(d.skills) })
	set(3, "location", d.place)
	set(4, "experienceMax", func() string { return strconv.Itoa(1 + d.r.IntN(9)) })
	set(4, "postedWithin", d.within)
	if d.one(3) {
		p.Set("compensationMin", strconv.Itoa(1000*(30+5*d.r.IntN(15))))
		p.Set("compensationCurrency", d.any("EUR", "USD", "GBP", "CHF"))
	}
	return p
}

func (d *draw) workplace() string { return d.any("remote", "hybrid", "onsite") }
func (d *draw) language() string  { return d.any("en", "de", "fr", "es", "nl", "pl") }
func (d *draw) within() string    { return d.any("today", "3d", "week", "month") }

func oneCompany(d *draw, i int) url.Values {
	p := url.Values{}
	if i%3 == 0 {
		p = d.words(i, d.often(d.titles))
	}
	p.Set("company", d.often(d.companies))
	return p
}

func deepPage(d *draw, i int) url.Values {
	p := url.Values{}
	if i%2 == 0 {
		p = d.words(i/2, d.often(d.titles))
	} else {
		p.Set("language", d.language())
	}
	p.Set("workplaceType", d.workplace())
	if d.one(2) {
		p.Set("employmentType", d.any("full-time", "part-time", "contract"))
	}
	if d.one(2) {
		p.Set("postedWithin", d.any("week", "month"))
	}
	p.Set("page", strconv.Itoa(50+d.r.IntN(50)))
	return p
}

func newestOnly(d *draw, i int) url.Values {
	p := url.Values{}
	if i > 0 {
		p.Set("location", d.place())
	}
	if d.one(2) {
		p.Set("postedWithin", d.within())
	}
	return p
}
