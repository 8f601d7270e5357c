package source

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"hash/maphash"
	"net/url"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Pull reads a board. See the package documentation for what the result and the error mean.
func Pull(ctx context.Context, src Source, f *Fetcher, b Board, yield func(Posting) error) (res Result, err error) {
	token, err := src.Token(b.Token)
	if err != nil {
		return Result{}, err
	}
	b.Token = token
	ctx = withUsage(ctx, b.Usage)
	if b.Memory == nil {
		b.Memory = &Memory{}
		defer b.Memory.Release()
	}
	g := &gate{yield: yield, memory: b.Memory, seed: maphash.MakeSeed(), ids: map[uint64]struct{}{}, now: f.Now()}
	res, err = run(ctx, src, f, b, g)
	res.Seen, res.Rejected = g.seen, res.Rejected+g.rejected
	switch {
	case err != nil:
		res.Outcome = Failed
		if g.seen > 0 {
			res.Outcome = Partial
		}
		res.Status = cmp.Or(StatusOf(err), res.Status)
	case res.Outcome == Failed && b.Preview:
		res.Outcome = Partial
	case res.Outcome == Complete && res.Rejected+g.cut > 0:
		res.Outcome = Partial
		res.Reason = joinNonEmpty("; ", res.Reason, g.remark(res.Rejected))
	case res.Outcome == Unchanged && b.Validator == "":
		return Result{Status: res.Status}, Errorf(Broken, "answered 304 to a request without a validator")
	}
	if res.Outcome != Complete && res.Outcome != Unchanged {
		res.Validator = ""
	}
	res.Reason = Shorten(res.Reason, MaxReason)
	return res, err
}

func run(ctx context.Context, src Source, f *Fetcher, b Board, g *gate) (res Result, err error) {
	defer func() {
		if p := recover(); p != nil {
			res, err = Result{}, panicked(p)
		}
	}()
	return src.Pull(ctx, f, b, g.admit)
}

// Hash changes with everything that users see, and with [Version]. The list stamp is left out: boards change it without
// changing a word.
func (p Posting) Hash() [sha256.Size]byte {
	p.Stamp = ""
	data, err := json.Marshal(p)
	if err != nil { // floats are finite and strings valid once a posting passed the gate
		panic(err)
	}
	return sha256.Sum256(append(data, Version))
}

// gate checks every posting on its way from a source to the caller.
type gate struct {
	yield    func(Posting) error
	memory   *Memory
	seed     maphash.Seed
	ids      map[uint64]struct{} // hashes of the ids seen: the ids themselves may be long
	now      time.Time
	seen     int
	text     int // bytes of descriptions yielded
	cut      int
	rejected int
	why      string
}

func (g *gate) admit(p Posting) error {
	p.NativeID = line(p.NativeID, maxText)
	if p.NativeID == "" {
		return g.reject("no id")
	}
	id := maphash.String(g.seed, p.NativeID)
	if _, again := g.ids[id]; again {
		return nil
	}
	if !p.Touch {
		why, cut := tidy(&p, g.now)
		if why != "" {
			return g.reject(why)
		}
		if cut {
			g.cut++
		}
	}
	if g.seen >= MaxPostings {
		return Errorf(Broken, "the board has more than %d postings", MaxPostings)
	}
	if g.text += len(p.Description); g.text > maxBoardText {
		return Errorf(Broken, "the board has more than %d MiB of text", maxBoardText>>20)
	}
	const idSize = 24
	if err := g.memory.Add(idSize); err != nil {
		return err
	}
	g.ids[id] = struct{}{}
	g.seen++
	return g.yield(p)
}

func (g *gate) reject(why string) error {
	g.rejected++
	g.why = cmp.Or(g.why, why)
	return nil
}

// remark describes what a pull that read everything left out.
func (g *gate) remark(rejected int) string {
	var skipped, cut string
	if rejected > 0 {
		why := cmp.Or(g.why, fmt.Sprintf("not in the expected format, or larger than %d MiB", maxValue>>20))
		skipped = fmt.Sprintf("%d postings could not be read: %s", rejected, why)
	}
	if g.cut > 0 {
		cut = fmt.Sprintf("%d postings were cut: more than %d KiB of text or %d places", g.cut, maxDescription>>10, MaxLocations)
	}
	return joinNonEmpty("; ", skipped, cut)
}

// tidy makes a posting storable, or returns why it cannot. It reports whether text or places were cut.
func tidy(p *Posting, now time.Time) (why string, shortened bool) {
	p.Title = line(p.Title, maxTitle)
	if p.Title == "" {
		return "no title", false
	}
	if p.URL = webURL(p.URL); p.URL == "" {
		return "no address", false
	}
	p.Description = clean(trimHTML(p.Description))
	shortened = len(p.Description) > maxDescription
	p.Description = cut(p.Description, maxDescription)
	for _, s := range []*string{
		&p.WorkplaceRaw, &p.EmploymentRaw, &p.Company, &p.Language, &p.Seniority, &p.Stamp,
	} {
		*s = line(*s, maxText)
	}
	var places, locations bool
	p.Locations, locations = tidyLocations(p.Locations)
	p.Places, places = tidyPlaces(p.Places)
	p.PostedAt = plausible(p.PostedAt, now)
	return "", shortened || places || locations
}

// trimHTML shortens an oversized description to about its limit. Markup that is not shown goes first: embedded images
// are usually what makes a description large. If text is lost, a few bytes beyond the limit remain so that tidy notices.
func trimHTML(s string) string {
	if len(s) <= maxDescription {
		return s
	}
	return cut(CleanHTML(cut(s, maxString)), maxDescription+utf8.UTFMax)
}

func tidyLocations(raw []string) (out []string, shortened bool) {
	have := map[string]bool{}
	for _, s := range raw {
		if s = line(s, maxText); s == "" || have[s] {
			continue
		}
		if len(out) == MaxLocations {
			return out, true
		}
		have[s] = true
		out = append(out, s)
	}
	return out, false
}

func tidyPlaces(raw []Place) (out []Place, shortened bool) {
	have := map[Place]bool{}
	for _, p := range raw {
		p.City, p.Region, p.Country = line(p.City, maxText), line(p.Region, maxText), line(p.Country, maxText)
		p.CountryCode = CountryCode(p.CountryCode)
		key := p
		key.Primary = false
		if p.Blank() || have[key] {
			continue
		}
		if len(out) == MaxLocations {
			return out, true
		}
		have[key] = true
		out = append(out, p)
	}
	return out, false
}

// plausible drops dates before 2000 and in the future.
func plausible(t, now time.Time) time.Time {
	if t.Year() < 2000 || t.After(now.Add(48*time.Hour)) {
		return time.Time{}
	}
	return t.UTC()
}

// webURL returns an http or https address or else nothing: it becomes a link in the browser.
func webURL(raw string) string {
	raw = strings.TrimSpace(raw)
	if raw == "" || len(raw) > MaxURL {
		return ""
	}
	u, err := parseURL(raw)
	if err != nil {
		return ""
	}
	// parseURL drops the fragment, which some boards use to name the application form.
	if full, err := url.Parse(raw); err == nil {
		u.Fragment, u.RawFragment = full.Fragment, full.RawFragment
	}
	return clean(u.String())
}

// line returns text on one line: without control characters and runs of spaces, at most limit bytes.
func line(s string, limit int) string {
	const spaces = 20 // text that is 20 times as long before its white space is collapsed is cut
	return cut(strings.Join(strings.Fields(clean(cut(s, spaces*limit))), " "), limit)
}

// clean drops control characters and invalid UTF-8: PostgreSQL refuses them or a terminal interprets them.
func clean(s string) string {
	plain := func(r rune) bool { return !unicode.IsControl(r) || r == '\n' || r == '\t' || r == '\r' }
	if utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !plain(r) }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if plain(r) {
			return r
		}
		return -1
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// cut shortens to at most limit bytes without splitting a character. The result does not keep s in memory.
func cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return strings.Clone(s[:limit])
}
