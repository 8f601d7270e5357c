package fakeboard

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
)

// cycle is the number of days after which a posting is published again, so that a demo that runs for
// months still has recent postings.
const cycle = 45

// job is one generated posting, from which each family makes its answer.
type job struct {
	index      int
	id         int64  // a number unique on its board
	uuid       string // the same as a UUID
	company    string
	title      string
	slug       string
	language   string
	department string
	team       string
	places     []city
	workplace  string // remote, hybrid, onsite or unknown
	employment string // full, part, contract, intern
	level      string
	reference  string
	pay        pay
	posted     time.Time
	updated    time.Time
	sections   []section
}

type pay struct {
	min, max int // 0 if not stated
	currency string
	period   string // hour, month, year
}

type section struct{ title, html string }

func makeJob(b *board, r ref, at time.Time) job {
	rng := rand.New(rand.NewPCG(b.seed, uint64(r.index)))
	lang := b.Languages[rng.IntN(len(b.Languages))]
	words := vocabularies[lang]
	ro := roles[rng.IntN(len(roles))]
	lv := pick(rng, levels)
	j := job{
		index:      r.index,
		id:         int64(b.seed%900_000+100_000)*1_000_000 + int64(r.index),
		uuid:       fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", uint32(b.seed), uint16(b.seed>>32), b.seed>>48&0xfff, r.index>>16&0xfff, r.index),
		company:    b.Name,
		language:   lang,
		department: ro.department,
		team:       pick(rng, ro.teams),
		level:      lv.code,
		reference:  fmt.Sprintf("R-%07d", r.index+10_000),
		workplace:  pick(rng, []string{"onsite", "onsite", "hybrid", "hybrid", "remote", "unknown"}),
		employment: pick(rng, []string{"full", "full", "full", "full", "part", "contract", "intern"}),
	}
	j.title = strings.TrimSpace(lv.prefix[lang] + " " + ro.titles[lang])
	if j.employment == "intern" {
		j.title = fmt.Sprintf(words.intern, ro.titles[lang])
	}
	if lang == "de" {
		j.title += " (m/w/d)"
	}
	j.slug = slugOf(j.title)
	home := rng.IntN(len(words.cities))
	j.places = []city{words.cities[home]}
	for extra := 1; rng.IntN(4) == 0 && extra < 3; extra++ {
		j.places = append(j.places, words.cities[(home+extra)%len(words.cities)])
	}
	j.pay = makePay(rng, j)
	j.date(rng, at, r.edit)
	j.write(rng, words, ro, r.edit)
	return j
}

// makePay returns pay for two postings in three.
func makePay(rng *rand.Rand, j job) pay {
	yearly := 32_000 + 2_000*rng.IntN(30)
	p := pay{currency: j.places[0].currency, period: "year", min: yearly, max: yearly + 4_000 + 1_000*rng.IntN(16)}
	switch {
	case rng.IntN(3) == 0:
		return pay{}
	case j.employment == "intern":
		p.period, p.min, p.max = "month", 1_000+50*rng.IntN(12), 1_650+50*rng.IntN(6)
	case j.employment == "part" && rng.IntN(2) == 0:
		p.period, p.min, p.max = "hour", 14+rng.IntN(8), 24+rng.IntN(12)
	}
	return p
}

// date sets a publication date before today, so that it does not change during a day.
func (j *job) date(rng *rand.Rand, at time.Time, edit int) {
	today := dayOf(at)
	day := today - 1 - (today+rng.IntN(cycle))%cycle
	j.posted = time.Unix(int64(day)*86_400, 0).UTC().Add(time.Duration(rng.IntN(86_400)) * time.Second)
	j.updated = j.posted.Add(time.Duration(edit) * time.Second)
}

func (j *job) write(rng *rand.Rand, words vocabulary, ro role, edit int) {
	skills := shuffled(rng, ro.skills)
	skill := func(i int) string { return skills[i%len(skills)] }
	var intro strings.Builder
	fmt.Fprintf(&intro, "<p>"+pick(rng, words.intros)+"</p>\n", html.EscapeString(j.company), j.places[0].name)
	fmt.Fprintf(&intro, "<p>"+pick(rng, words.teams)+"</p>", html.EscapeString(j.team))
	if edit > 0 {
		fmt.Fprintf(&intro, "\n<p><em>"+words.edited+"</em></p>", edit)
	}
	var tasks, profile, offer []string
	for i, t := range shuffled(rng, words.tasks)[:7] {
		tasks = append(tasks, strings.ReplaceAll(t, "{}", "<strong>"+skill(i)+"</strong>"))
	}
	for i, t := range shuffled(rng, words.profile)[:6] {
		profile = append(profile, strings.ReplaceAll(t, "{}", skill(i)))
	}
	offer = shuffled(rng, words.benefits)[:6]
	j.sections = []section{
		{"", intro.String()},
		{words.headings[0], items(tasks)},
		{words.headings[1], items(profile)},
		{words.headings[2], items(offer)},
		{"", "<p>" + pick(rng, words.closings) + "</p>"},
	}
}

// body is the whole text as one HTML fragment.
func (j job) body() string {
	var b strings.Builder
	for _, s := range j.sections {
		if s.title != "" {
			b.WriteString("<h3>" + s.title + "</h3>\n")
		}
		b.WriteString(s.html + "\n")
	}
	return b.String()
}

// where returns all places on one line, as boards without separate fields do.
func (j job) where(separator string) string {
	parts := make([]string, len(j.places))
	for i, p := range j.places {
		parts[i] = p.name + ", " + p.country
	}
	line := strings.Join(parts, separator)
	if j.workplace == "remote" {
		line = "Remote - " + line
	}
	return line
}

// pageURL returns the public address of the posting.
func (c call) pageURL(j job) string {
	return c.root + "/postings/" + c.b.Family + "/" + strings.ReplaceAll(c.b.Token, " ", "%20") + "/" + strconv.Itoa(j.index)
}

func items(lines []string) string {
	return "<ul>\n<li>" + strings.Join(lines, "</li>\n<li>") + "</li>\n</ul>"
}

func pick[T any](rng *rand.Rand, from []T) T { return from[rng.IntN(len(from))] }

func shuffled[T any](rng *rand.Rand, from []T) []T {
	out := append([]T(nil), from...)
	rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func dayOf(t time.Time) int { return int(t.Unix() / 86_400) }

func slugOf(s string) string {
	fields := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(fields, "-")
}
