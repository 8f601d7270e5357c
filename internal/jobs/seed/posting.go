package seed

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

var postingColumns = []string{"id", "target_id", "native_id", "title", "url", "description", "location", "posted_at", "first_seen_at", "last_seen_at",
	"closed_at", "content_hash", "repost_key", "enrichment_status", "enrichment_version", "workplace_type", "employment_type", "career_level", "compensation_min", "compensation_max",
	"compensation_currency", "compensation_period", "languages", "skills", "requirements", "experience_years_min"}

// final is newer than every enrichment: no pass replaces the made-up facts by what it reads in made-up texts.
const final = math.MaxInt32

type posting struct {
	id                              uuid.UUID
	target                          uuid.UUID
	native, title, url, text        string
	location                        *string
	postedAt                        *time.Time
	firstSeen, lastSeen             time.Time
	closedAt                        *time.Time
	hash                            []byte
	workplace, employment, level    *string
	payMin, payMax                  *int64
	currency, period                *string
	languages, skills, requirements []string
	years                           *int32
	places                          []place
}

func (p *posting) values() []any {
	return []any{p.id, p.target, p.native, p.title, p.url, p.text, p.location, p.postedAt, p.firstSeen, p.lastSeen,
		p.closedAt, p.hash, p.hash[:16], "done", final, p.workplace, p.employment, p.level, p.payMin, p.payMax,
		p.currency, p.period, p.languages, p.skills, p.requirements, p.years}
}

func (p *posting) placeRows() [][]any {
	rows := make([][]any, len(p.places))
	for i, pl := range p.places {
		rows[i] = []any{p.id, int16(i), pl.city, pl.region, pl.country, pl.code, i == 0}
	}
	return rows
}

// make returns n postings of the run, starting at number from. A number always gives the same posting.
func (w *world) make(from, n int) []posting {
	r := w.random(uint64(from) + 1)
	employers := rand.NewZipf(r, 1.15, 8, uint64(len(w.employers)-1))
	list := make([]posting, n)
	for i := range list {
		list[i] = w.posting(r, from+i, w.employers[employers.Uint64()])
	}
	return list
}

func (w *world) posting(r *rand.Rand, i int, e employer) posting {
	p := posting{target: e.id, native: strconv.Itoa(i), url: "https://boards.example.org/" + e.token + "/" + strconv.Itoa(i), requirements: []string{}}
	w.dates(r, &p, i)
	p.id = w.id(r, p.firstSeen)
	speech := 0
	if r.IntN(5) > 2 {
		speech = 1 + zipf(r, len(speeches)-1)
	}
	p.languages = []string{speeches[speech].code}
	if speech > 0 && r.IntN(3) == 0 {
		p.languages = append(p.languages, "en")
	}
	w.facts(r, &p)
	w.place(r, &p, e)
	w.pay(r, &p)
	p.text = w.write(r, speech, p.skills)
	for range 4 {
		p.hash = binary.LittleEndian.AppendUint64(p.hash, r.Uint64())
	}
	return p
}

// dates makes new postings frequent and old ones rarer. They come in the order in which a crawler saw them first, as in a
// table that filled up over the years; one in twelve was on its board long before, since boards are added with all they
// have. A tenth are closed.
func (w *world) dates(r *rand.Rand, p *posting, i int) {
	const mean = 40 * 24 * float64(time.Hour)
	share := (float64(i) + 1 - r.Float64()) / float64(w.postings) // share of the postings that are this old or older
	age := time.Duration(-math.Log(share) * mean).Truncate(time.Second)
	p.firstSeen = w.now.Add(-min(age, 700*24*time.Hour))
	p.lastSeen = w.now
	if r.IntN(20) > 2 {
		before := time.Duration(r.IntN(72)) * time.Hour
		if r.IntN(12) == 0 {
			before = time.Duration(r.ExpFloat64() * mean).Truncate(time.Second)
		}
		posted := p.firstSeen.Add(-before)
		p.postedAt = &posted
	}
	if r.IntN(10) == 0 {
		closed := p.firstSeen.Add(time.Duration(r.Float64() * float64(w.now.Sub(p.firstSeen))))
		p.closedAt, p.lastSeen = &closed, closed
	}
}

func (w *world) facts(r *rand.Rand, p *posting) {
	level := zipf(r, len(levels))
	role := roles[zipf(r, len(roles))]
	p.title = strings.TrimSpace(levels[level].prefix + " " + role + titleTails[zipf(r, len(titleTails))])
	p.level = maybe(levels[level].name)
	p.workplace = maybe(workplaces[zipf(r, len(workplaces))])
	p.employment = maybe(employments[zipf(r, len(employments))])
	p.skills = []string{}
	for range 3 + r.IntN(8) {
		if s := w.skills[w.commonSkills.pick(r)]; !slices.Contains(p.skills, s) {
			p.skills = append(p.skills, s)
		}
	}
	if r.IntN(3) == 0 {
		years := int32(1 + zipf(r, 12))
		p.years = &years
	}
}

func (w *world) place(r *rand.Rand, p *posting, e employer) {
	if r.IntN(20) == 0 {
		return // the board does not state it
	}
	p.places = []place{w.places[e.home]}
	if r.IntN(3) == 0 {
		p.places[0] = w.places[w.commonPlaces.pick(r)]
	}
	for range max(0, r.IntN(12)-9) {
		if more := w.places[w.commonPlaces.pick(r)]; more != p.places[0] {
			p.places = append(p.places, more)
		}
	}
	names := make([]string, len(p.places))
	for i, pl := range p.places {
		names[i] = pl.city + ", " + pl.country
	}
	p.location = maybe(strings.Join(names, " / "))
}

func (w *world) pay(r *rand.Rand, p *posting) {
	if r.IntN(3) > 0 {
		return
	}
	currency, yearly := "EUR", 28_000+math.Abs(r.NormFloat64())*35_000
	if len(p.places) > 0 && p.places[0].currency != "" {
		currency = p.places[0].currency
	}
	unit := []struct {
		name   string
		factor float64
	}{{"year", 1}, {"year", 1}, {"year", 1}, {"month", 12}, {"hour", 2080}}[r.IntN(5)]
	low := int64(yearly / unit.factor)
	p.currency, p.period, p.payMin = &currency, &unit.name, &low
	if r.IntN(4) > 0 {
		high := low + low*int64(5+r.IntN(30))/100
		p.payMax = &high
	}
}

// write makes a text like those of boards: headings, paragraphs and lists, between one and about twelve thousand characters.
func (w *world) write(r *rand.Rand, speech int, skills []string) string {
	var b strings.Builder
	b.Grow(2 << 10)
	words, common := speeches[speech].words, w.common[speech]
	sentence := func(n int) {
		for i := range n {
			if i > 0 {
				b.WriteByte(' ')
			}
			if w.vocabulary > 0 {
				b.WriteString(madeUp(r.IntN(w.vocabulary)))
				continue
			}
			switch r.IntN(24) {
			case 0:
				b.WriteString(madeUp(w.rarity.pick(r)))
			case 1:
				if len(skills) > 0 {
					b.WriteString(pick(r, skills))
					continue
				}
				fallthrough
			default:
				b.WriteString(words[common.pick(r)])
			}
		}
	}
	paragraphs := 2 + int(math.Min(24, math.Exp(r.NormFloat64()*0.6+0.9)))
	for range paragraphs {
		if r.IntN(3) > 0 {
			b.WriteString("<p>")
			for range 1 + r.IntN(4) {
				sentence(8 + r.IntN(16))
				b.WriteString(". ")
			}
			b.WriteString("</p>\n")
			continue
		}
		b.WriteString("<h3>")
		sentence(2 + r.IntN(3))
		b.WriteString("</h3>\n<ul>")
		for range 3 + r.IntN(5) {
			b.WriteString("<li>")
			sentence(5 + r.IntN(9))
			b.WriteString("</li>")
		}
		b.WriteString("</ul>\n")
	}
	return b.String()
}

func maybe(word string) *string {
	if word == "" {
		return nil
	}
	return &word
}
