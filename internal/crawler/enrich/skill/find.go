package skill

import "rolecall/internal/crawler/enrich/text"

// finder collects what one posting names.
type finder struct {
	vocab    *vocab
	hits     []hit
	title    map[string]bool // the trades that the title speaks of
	evidence map[string]int  // by trade: how many of its skills were named beyond doubt
	denied   map[int]bool    // the skills that a sentence says the job is without
}

// hit is an alias that was found.
type hit struct {
	*alias
	start, end int // bytes
	inTitle    bool
	near       bool // one of the words that the alias wants beside it is there
}

// readBody scans the sentences of the body that speak of the job.
func (f *finder) readBody(body *text.Doc, trust func(line int) Trust) {
	trusts, sectioned := make([]Trust, len(body.Lines)), false
	for i := range body.Lines {
		trusts[i] = trust(i)
		sectioned = sectioned || trusts[i] == Asked
	}
	all := unread(body)
	offered := false  // under a heading that the sections do not know: "What Acme offers"
	services := false // behind a paragraph that tells what the employer does: "The clinic offers", and then a list
	given := false    // in a list that has gone over to what the employer gives
	for i, l := range body.Lines {
		t := trusts[i]
		if t == Ignored && l.To-l.From > maxHeading {
			continue
		}
		whole := all.part(l.From, l.To)
		f.vocab.fill(whole)
		whole.item = l.Kind == text.Item
		if whole.looksLikeHeading() {
			offered = whole.has(offers)
		}
		if !whole.item {
			services = whole.has(employer) && whole.has(provides) && !whole.has(asks|seeks|reader)
		}
		given = whole.item && (given || whole.givesHolidays())
		if t == Ignored || given && len(whole.tokens) <= maxGift || (offered || services && whole.namesOnly()) && t != Asked {
			continue
		}
		for s := range whole.sentences() {
			if s.aboutJob(t, sectioned) {
				f.scan(s)
			}
		}
	}
}

// scan adds what a sentence names.
func (f *finder) scan(l line) {
	for i := 0; i < len(l.tokens); {
		a, end := f.vocab.longestAt(l, i)
		if a == nil {
			i++
			continue
		}
		if a.kind == named && l.denies(i) {
			f.denied[a.skill] = true
		}
		usable := a.kind == named && (!a.occupation || l.title || l.asksTraining(i, end)) || a.kind == role && l.title
		if usable && (l.title || !l.excludes(i, end)) {
			f.hits = append(f.hits, hit{
				alias: a, start: int(l.tokens[i].Start), end: int(l.tokens[end-1].End), inTitle: l.title, near: a.hasNearby(l, i, end),
			})
		}
		i = end
	}
}

// weigh counts the evidence for each trade.
func (f *finder) weigh() {
	f.title, f.evidence = map[string]bool{}, map[string]int{}
	seen := map[int]bool{}
	for _, h := range f.hits {
		if h.doubtful() && !h.near {
			continue
		}
		if h.inTitle {
			f.title[h.trade] = true
		}
		if h.kind == named && !seen[h.skill] {
			seen[h.skill] = true
			f.evidence[h.trade]++
		}
	}
}

// enoughEvidence is how many skills of a trade make its ambiguous words believable where the title is silent.
const enoughEvidence = 2

// believed reports whether a hit stands for its skill.
func (f *finder) believed(h hit) bool {
	if !h.doubtful() || h.near {
		return true
	}
	return h.ownTrade && (f.title[h.trade] || f.evidence[h.trade] >= enoughEvidence)
}

// matches returns the first believed hit of each skill.
func (f *finder) matches() []Match {
	var out []Match
	seen := map[int]bool{}
	for _, h := range f.hits {
		if h.kind != named || seen[h.skill] || !f.believed(h) || h.inTitle && f.denied[h.skill] || len(out) == Max {
			continue
		}
		seen[h.skill] = true
		out = append(out, Match{Name: f.vocab.skills[h.skill].name, InTitle: h.inTitle, Start: h.start, End: h.end})
	}
	return out
}
