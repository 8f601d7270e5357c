package fake

import (
	"fmt"
	"html"
	"math/rand/v2"
	"strings"
	"time"
)

// cycle is the number of days after which a posting is published again, so that a demo that runs for
// months still has recent postings.
const cycle = 45

// Job is one generated posting, from which each family makes its response.
type Job struct {
	Index      int
	ID         int64  // a number unique on its board; its last six digits are the index
	UUID       string // the same as a UUID
	Company    string
	Title      string
	Slug       string
	Language   string
	Department string
	Team       string
	Places     []City
	Workplace  string // remote, hybrid, onsite or unknown
	Employment string // full, part, contract, intern
	Level      string
	Reference  string
	Pay        Pay
	Posted     time.Time
	Updated    time.Time
	Sections   []Section
}

// Pay is the pay of a posting.
type Pay struct {
	Min, Max int // 0 if not stated
	Currency string
	Period   string // hour, month, year
}

// Section is a part of a posting's text.
type Section struct{ Title, HTML string }

func makeJob(b *Board, r ref, at time.Time) Job {
	rng := rand.New(rand.NewPCG(b.seed, uint64(r.index)))
	lang := b.Languages[rng.IntN(len(b.Languages))]
	words := vocabularies[lang]
	ro := roles[rng.IntN(len(roles))]
	lv := pick(rng, levels)
	j := Job{
		Index:      r.index,
		ID:         int64(b.seed%900_000+100_000)*1_000_000 + int64(r.index),
		UUID:       fmt.Sprintf("%08x-%04x-4%03x-8%03x-%012x", uint32(b.seed), uint16(b.seed>>32), b.seed>>48&0xfff, r.index>>16&0xfff, r.index),
		Company:    b.Name,
		Language:   lang,
		Department: ro.department,
		Team:       pick(rng, ro.teams),
		Level:      lv.code,
		Reference:  fmt.Sprintf("R-%07d", r.index+10_000),
		Workplace:  pick(rng, []string{"onsite", "onsite", "hybrid", "hybrid", "remote", "unknown"}),
		Employment: pick(rng, []string{"full", "full", "full", "full", "part", "contract", "intern"}),
	}
	j.Title = strings.TrimSpace(lv.prefix[lang] + " " + ro.titles[lang])
	if j.Employment == "intern" {
		j.Title = fmt.Sprintf(words.intern, ro.titles[lang])
	}
	if lang == "de" {
		j.Title += " (m/w/d)"
	}
	j.Slug = Slug(j.Title)
	home := rng.IntN(len(words.cities))
	j.Places = []City{words.cities[home]}
	for extra := 1; rng.IntN(4) == 0 && extra < 3; extra++ {
		j.Places = append(j.Places, words.cities[(home+extra)%len(words.cities)])
	}
	j.Pay = makePay(rng, j)
	j.date(rng, at, r.edit)
	j.write(rng, words, ro, r.edit)
	return j
}

// makePay returns pay for two postings in three.
func makePay(rng *rand.Rand, j Job) Pay {
	yearly := 32_000 + 2_000*rng.IntN(30)
	p := Pay{Currency: j.Places[0].Currency, Period: "year", Min: yearly, Max: yearly + 4_000 + 1_000*rng.IntN(16)}
	switch {
	case rng.IntN(3) == 0:
		return Pay{}
	case j.Employment == "intern":
		p.Period, p.Min, p.Max = "month", 1_000+50*rng.IntN(12), 1_650+50*rng.IntN(6)
	case j.Employment == "part" && rng.IntN(2) == 0:
		p.Period, p.Min, p.Max = "hour", 14+rng.IntN(8), 24+rng.IntN(12)
	}
	return p
}

// date sets a publication date before today, so that it does not change during a day.
func (j *Job) date(rng *rand.Rand, at time.Time, edit int) {
	today := dayOf(at)
	day := today - 1 - (today+rng.IntN(cycle))%cycle
	j.Posted = time.Unix(int64(day)*86_400, 0).UTC().Add(time.Duration(rng.IntN(86_400)) * time.Second)
	j.Updated = j.Posted.Add(time.Duration(edit) * time.Second)
}

func (j *Job) write(rng *rand.Rand, words vocabulary, ro role, edit int) {
	skills := shuffled(rng, ro.skills)
	skill := func(i int) string { return skills[i%len(skills)] }
	var intro strings.Builder
	fmt.Fprintf(&intro, "<p>"+pick(rng, words.intros)+"</p>\n", html.EscapeString(j.Company), j.Places[0].Name)
	fmt.Fprintf(&intro, "<p>"+pick(rng, words.teams)+"</p>", html.EscapeString(j.Team))
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
	j.Sections = []Section{
		{"", intro.String()},
		{words.headings[0], items(tasks)},
		{words.headings[1], items(profile)},
		{words.headings[2], items(offer)},
		{"", "<p>" + pick(rng, words.closings) + "</p>"},
	}
}

// Body returns the whole text as one HTML fragment.
func (j Job) Body() string { return Fragment(j.Sections...) }

// Fragment joins sections, each under its heading.
func Fragment(sections ...Section) string {
	var b strings.Builder
	for _, s := range sections {
		if s.Title != "" {
			b.WriteString("<h3>" + s.Title + "</h3>\n")
		}
		b.WriteString(s.HTML + "\n")
	}
	return b.String()
}

// Where returns all places on one line, as boards without separate fields do.
func (j Job) Where(separator string) string {
	parts := make([]string, len(j.Places))
	for i, p := range j.Places {
		parts[i] = p.Name + ", " + p.Country
	}
	line := strings.Join(parts, separator)
	if j.Workplace == "remote" {
		line = "Remote - " + line
	}
	return line
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

// Slug returns text as vendors write it in addresses.
func Slug(s string) string {
	fields := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(fields, "-")
}
