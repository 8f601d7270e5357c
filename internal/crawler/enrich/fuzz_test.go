package enrich_test

import (
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/labelled"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/skill"
)

func FuzzPosting(f *testing.F) {
	examples, err := labelled.Load("whole")
	if err != nil {
		f.Fatal(err)
	}
	for _, e := range examples {
		where := ""
		if len(e.Input.Locations) > 0 {
			where = e.Input.Locations[0]
		}
		f.Add(e.Input.Title, e.Input.Description, where, e.Input.Employment, 0.0, 0.0)
	}
	f.Add("́", "<li>́ € 5 ́́</li><b>:</b>", "'", "_", -1.0, 1e300)
	f.Add("a/", "&lt;ul&gt;5 – 6 k€ $", ",,;()", "/", 1.0, 2.0)
	f.Fuzz(func(t *testing.T, title, description, where, word string, lo, hi float64) {
		in := enrich.Input{
			Title: title, Description: description, Company: word, Locations: []string{where, word},
			Workplace: word, Employment: word, Seniority: word, Pay: enrich.BoardPay{Min: lo, Max: hi, Currency: word, Period: word, Text: where},
			Places: []place.Place{{City: where, Region: word, Country: title}},
		}
		got := enrich.Posting(in)
		checkFacts(t, got)
		if diff := cmp.Diff(enrich.Posting(in), got); diff != "" {
			t.Errorf("a second run differs (-second +first)\n%s", diff)
		}
		in.Places, in.Pay, in.Workplace, in.Employment = nil, enrich.BoardPay{}, "", ""
		checkFacts(t, enrich.Posting(in))
	})
}

// checkFacts holds every fact against its vocabulary.
func checkFacts(t *testing.T, f enrich.Facts) {
	t.Helper()
	oneOf := func(name, value string, list []string) {
		if value != "" && !slices.Contains(list, value) {
			t.Errorf("%s is %q, not one of %v", name, value, list)
		}
	}
	oneOf("workplace type", f.WorkplaceType, enrich.WorkplaceTypes)
	oneOf("employment type", f.EmploymentType, enrich.EmploymentTypes)
	oneOf("career level", f.CareerLevel, enrich.CareerLevels)
	if p := f.Pay; p != nil {
		oneOf("period", p.Period, enrich.Periods)
		if p.Period == "" || p.Min < 0 || p.Max < 0 || p.Min == 0 && p.Max == 0 || p.Max > 0 && p.Min > p.Max {
			t.Errorf("got pay %+v, want a period and an ordered range", *p)
		}
		if p.Currency != "" && (len(p.Currency) != 3 || strings.ToUpper(p.Currency) != p.Currency) {
			t.Errorf("got currency %q, want a code of three letters", p.Currency)
		}
	}
	if y := f.Experience; y != nil && (y.Min < 0 || y.Max < 0 || y.Max > 0 && y.Min > y.Max) {
		t.Errorf("got experience %+v, want an ordered range of years", *y)
	}
	for _, s := range f.Skills {
		oneOf("skill", s, skill.All())
	}
	if !distinct(f.Skills) || !distinct(f.Languages) {
		t.Errorf("repeated: skills %v, languages %v", f.Skills, f.Languages)
	}
	for _, l := range f.Languages {
		if len(l) != 2 {
			t.Errorf("got language %q, want a code of two letters", l)
		}
	}
	for _, r := range f.Requirements {
		if r == "" || len(r) > 500 || !utf8.ValidString(r) {
			t.Errorf("got requirement %q, want a short text", r)
		}
	}
	for i, p := range f.Places {
		if p.Primary != (i == 0) {
			t.Errorf("place %d: got primary %v, want the first only", i, p.Primary)
		}
		if p.Country != place.CountryName(p.CountryCode) {
			t.Errorf("place %+v: the country does not fit its code", p)
		}
		if p.City == "" && p.Region == "" && p.CountryCode == "" || p.City != "" && p.CountryCode == "" && place.Normalize(place.Place{City: p.City}).CountryCode != "" {
			t.Errorf("got place %+v, want a country or region", p)
		}
		if again := place.Normalize(p); again != p {
			t.Errorf("place %+v normalizes to %+v", p, again)
		}
	}
}

func distinct(list []string) bool {
	s := slices.Clone(list)
	slices.Sort(s)
	return len(slices.Compact(s)) == len(list)
}

// Time must grow with the length of the text, whatever the text: eight times the text in at most forty times the time
// leaves room for the garbage collector and none for a square. Processor time is measured, so a busy machine does not
// matter.
func TestLinear(t *testing.T) {
	for _, piece := range []string{
		"5 years of experience with Go, C++ and $50,000 salary, English is a plus ",
		"<li>5 years of experience</li>",
		"<b>", "<ul><li>", "&lt;", "€ 5 - ", "$1,000 ", "English, ", "remote 2 days ", "a plus ", "(", "- ", "a-", "'", "1 ", "1.", "1,", "Go, ", "www.", "a@b",
		"\u0301", "full-time ", "</", "<!--", "<script>", "salary ", "years ", "Requirements:\n- ", "\u00a0", ". ",
	} {
		short := elapsed(strings.Repeat(piece, 16_000/len(piece)))
		long := elapsed(strings.Repeat(piece, 128_000/len(piece)))
		if limit := 40*short + 20*time.Millisecond; long > limit {
			t.Errorf("%q: %v for 16 KB, %v for 128 KB", piece, short, long)
		}
	}
}

func elapsed(description string) time.Duration {
	best := time.Hour
	for range 3 {
		start := cpuTime()
		enrich.Posting(enrich.Input{Title: "x", Description: description})
		best = min(best, cpuTime()-start)
	}
	return best
}

// cpuTime is the processor time used so far, garbage collection included: unlike the clock on the wall it does not count
// the neighbours on a busy machine.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestMegabyte(t *testing.T) {
	t.Parallel()
	in := enrich.Input{Title: strings.Repeat("Senior ", 1<<17), Description: strings.Repeat("<p>Salary: €50,000 a year</p>", 1<<15), Locations: []string{strings.Repeat("Berlin; Paris, ", 1<<16)}}
	checkFacts(t, enrich.Posting(in))
}
