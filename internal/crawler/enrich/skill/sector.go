package skill

import "strings"

// sector is a line of work. A posting stays within one and its neighbours, which tells words from skills: in the posting
// of a bricklayer "SEO" is a rate of pay.
type sector uint8

// sectors are the lines of work of sectors.txt; those of the first are needed everywhere.
var sectors = []string{"any", "it", "engineering", "health", "care", "hospitality", "finance", "commerce", "logistics", "science", "land", "design"}

// near names the sectors that speak for each: an accountant may need SQL, while "accounting" is scenery in the posting of a
// programmer.
var near = map[string]string{
	"it":          "engineering science finance commerce logistics design",
	"engineering": "science logistics land",
	"health":      "care science",
	"care":        "health",
	"hospitality": "commerce land",
	"finance":     "commerce",
	"commerce":    "finance hospitality logistics design it",
	"logistics":   "engineering commerce",
	"science":     "it engineering health land",
	"land":        "engineering science hospitality",
	"design":      "it commerce",
}

// neighbours holds, for every sector, the set of those that speak for it: itself and its neighbours.
var neighbours = func() []uint16 {
	out := make([]uint16, len(sectors))
	for i, s := range sectors {
		out[i] = 1 << i
		for n := range strings.FieldsSeq(near[s]) {
			out[i] |= 1 << sectorOf(n)
		}
	}
	return out
}()

func sectorOf(name string) sector {
	for i, s := range sectors {
		if s == name {
			return sector(i)
		}
	}
	panic("vocabulary: no sector " + name)
}

// assign reads sectors.txt: parts first, so that a single skill can leave the sector of its part.
func (b *builder) assign(file string) {
	b.sectors = make([]sector, len(b.canonical))
	for _, parts := range []bool{true, false} {
		entries(file, func(line string) {
			head, list, ok := strings.Cut(line, ": ")
			if !ok {
				panic("vocabulary: no skills in " + line)
			}
			s := sectorOf(head)
			for n := range strings.SplitSeq(list, "|") {
				part, isPart := strings.CutPrefix(n, "@")
				switch id, known := b.ids[n]; {
				case isPart && parts:
					for i, p := range b.parts {
						if p == part {
							b.sectors[i] = s
						}
					}
				case !isPart && !parts && !known:
					panic("vocabulary: no skill " + n)
				case !isPart && !parts:
					b.sectors[id] = s
				}
			}
		})
	}
}

// The limits of a verdict: a word is out of place when this many skills stand against it and fewer than that for it.
const (
	against = 3
	support = 2
)

// coherent drops the skills that rest on a single everyday word or a short abbreviation and lie outside the line of work
// that the rest of the posting speaks of.
func (f *finder) coherent() {
	var count [16]int
	for _, id := range f.found {
		count[f.vocab.sectors[id]]++
	}
	kept := f.found[:0]
	for _, id := range f.found {
		s := f.vocab.sectors[id]
		if f.grade[id] == solid || s == 0 {
			kept = append(kept, id)
			continue
		}
		pro, con := -1, 0
		for i := 1; i < len(sectors); i++ {
			if neighbours[s]&(1<<i) != 0 {
				pro += count[i]
			} else {
				con += count[i]
			}
		}
		if pro >= support || con < against {
			kept = append(kept, id)
		}
	}
	f.found = kept
}

// spheres returns the sectors of what is found so far.
func (f *finder) spheres() uint16 {
	var set uint16
	for _, id := range f.found {
		set |= 1 << f.vocab.sectors[id]
	}
	return set &^ 1 // what is needed everywhere says nothing
}

// twin is a skill that the same words name in another line of work: rules of hygiene are about infections in a hospital
// and about food in a kitchen.
type twin struct{ skill, elsewhere, there string }

var twins = []twin{
	{"Infection Control", "Food Safety", "hospitality"},
	{"Meal Preparation", "Cooking", "hospitality"},
	{"Forecasting", "Sales Forecasting", "commerce"},
	{"Copywriting", "Scientific Writing", "science"},
}

// translate puts the twins in the place of the skills that they are meant for.
func (f *finder) translate() {
	var count [16]int
	for _, id := range f.found {
		count[f.vocab.sectors[id]]++
	}
	kept := f.found[:0]
	for _, id := range f.found {
		if t, ok := f.vocab.twins[id]; ok {
			if own := f.vocab.sectors[id]; own != t.sector && count[t.sector] >= support && count[t.sector] > count[own] {
				if id = t.skill; f.grade[id] != unseen {
					continue
				}
				f.grade[id] = solid
			}
		}
		kept = append(kept, id)
	}
	f.found = kept
}

// pair is a twin by its numbers.
type pair struct {
	skill  int
	sector sector
}

func (b *builder) pairs() map[int]pair {
	out := make(map[int]pair, len(twins))
	for _, t := range twins {
		out[b.ids[t.skill]] = pair{b.ids[t.elsewhere], sectorOf(t.there)}
	}
	return out
}

// How firmly a skill was found.
const (
	unseen uint8 = iota
	frail        // a single word, which may mean something else
	solid
)

// firm grades a hit: a phrase, a trade in the title and most names of software can hardly mean anything else.
func (f *finder) firm(word string, h hit) uint8 {
	if f.title || !h.casual && (h.end-h.start > 1 || len(word) > maxAbbreviation && sectors[f.vocab.sectors[h.skill]] == "it") {
		return solid
	}
	return frail
}

// maxAbbreviation is the length up to which a word in capitals may stand for several things.
const maxAbbreviation = 4
