package store

import (
	"iter"
	"strings"
)

// What ProfileSources puts between the values of different applications, and between those of one.
const (
	nextApplication = "\x1e"
	nextValue       = "\x1f"
)

// Source is what one application says of what its user looks for.
type Source struct {
	Title, Company string
	Skills, Places []string
}

// All takes the applications apart. The slices are used again for the next one; the texts may be kept. Should a text have
// one of the separators in it, then words of this user are counted with the wrong application, and nothing worse.
func (r *ProfileSourcesRow) All() iter.Seq[Source] {
	return func(yield func(Source) bool) {
		var s Source
		titles, companies, skills, places := r.Titles, r.Companies, r.Skills, r.Places
		for titles != "" {
			var of, in string
			s.Title, titles, _ = strings.Cut(titles, nextApplication)
			s.Company, companies, _ = strings.Cut(companies, nextApplication)
			of, skills, _ = strings.Cut(skills, nextApplication)
			in, places, _ = strings.Cut(places, nextApplication)
			s.Skills, s.Places = cutInto(s.Skills, of), cutInto(s.Places, in)
			if !yield(s) {
				return
			}
		}
	}
}

// Applied are the postings that were applied to, by their id.
func (r *ProfileSourcesRow) Applied() map[string]bool {
	all := map[string]bool{}
	for id := range strings.SplitSeq(r.Postings, nextApplication) {
		all[id] = true
	}
	return all
}

// cutInto uses the memory of a slice for the values in a text.
func cutInto(dst []string, values string) []string {
	dst = dst[:0]
	for more := values != ""; more; {
		var v string
		v, values, more = strings.Cut(values, nextValue)
		dst = append(dst, v)
	}
	return dst
}
