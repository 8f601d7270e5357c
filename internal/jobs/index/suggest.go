package index

import (
	"runtime"
	"slices"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"

	"rolecall/internal/jobs/index/analysis"
)

// minTitlePrefix is the number of typed letters from which titles are suggested.
const minTitlePrefix = 2

// Suggest completes a text with values of open postings, at most size of each kind.
func (x *Index) Suggest(text string, kinds []Kind, size int) []Suggestion {
	words := analysis.FoldedWords(text)
	if len(words) == 0 {
		return nil
	}
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	var out []Suggestion
	for _, k := range kinds {
		var found []Count
		switch k {
		case SuggestTitle:
			found = x.suggestTitles(v, words)
		case SuggestSkill:
			found = x.suggestValues(v, Skills, words)
		case SuggestCompany:
			found = x.suggestValues(v, Companies, words)
		case SuggestPlace:
			found = slices.DeleteFunc(onePerPlace(x.suggestValues(v, Locations, words)), isRemote)
		}
		for _, c := range mostFrequent(found, size) {
			out = append(out, Suggestion{k, c.Value, c.Count})
		}
	}
	return out
}

// isRemote reports whether a value of Locations is a kind of workplace. It is found and counted as a place by its name, but
// nobody who completes a place means it.
func isRemote(c Count) bool { return strings.EqualFold(c.Value, "Remote") }

// suggestValues looks through all values of a group: there are some ten thousand at most.
func (x *Index) suggestValues(v *view, g Group, words []string) []Count {
	list := x.groups[g].list()
	counts := make([]int32, len(list))
	for i, n := range list {
		if i > 0 && beginWith(n.folded, words) {
			counts[i] = int32(v.sum(g, uint32(i)))
		}
	}
	return slices.Collect(joinSpellings(list, counts, counts))
}

// sum returns how many open postings have a value.
func (v *view) sum(g Group, number uint32) (n int) {
	for _, p := range v.open {
		if int(number) >= len(p.sums.of[g]) {
			continue
		}
		n += int(p.sums.of[g][number])
		if g == Locations {
			n += int(p.sums.of[wider][number])
		}
	}
	return n
}

// beginWith reports whether each of the asked words begins a word of the text.
func beginWith(text string, asked []string) bool {
	for _, w := range asked {
		if !strings.HasPrefix(text, w) && !strings.Contains(text, " "+w) {
			return false
		}
	}
	return true
}

// suggestTitles counts the titles of the open postings that have the words in their title.
func (x *Index) suggestTitles(v *view, words []string) []Count {
	if last := words[len(words)-1]; len(last) < minTitlePrefix {
		return nil
	}
	list := x.groups[titles].list()
	counts := make([]int32, len(list))
	for _, p := range v.open {
		sets := []*roaring.Bitmap{p.live}
		for _, w := range words {
			var any []*roaring.Bitmap
			eachWith(p.seg.dict, w, func(_ []byte, number uint64) {
				if rec := p.seg.word(uint32(number)); len(rec.title) > 0 {
					any = append(any, readBitmap(rec.title))
				}
			})
			sets = append(sets, union(any...))
		}
		column := p.seg.columns[titles].one
		for it := intersect(sets...).Iterator(); it.HasNext(); {
			counts[column[it.Next()]]++
		}
	}
	return slices.Collect(joinSpellings(list, counts, counts))
}
