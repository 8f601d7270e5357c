package source

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseEmployment(t *testing.T) {
	t.Parallel()
	for want, raws := range map[Employment][]string{
		FullTime: {"FullTime", "Full-time", "Full time", "full", "FULL_TIME", "permanent", "regular", "SALARIED_FT", "HOURLY_FT", "fulltime_permanent",
			"fulltime_fixed_term", "permanent_full_time", "Regular Full-Time", "Festanstellung", "Vollzeit", "CDI", "Heltid", "tiempo completo", "Full-time, 40h"},
		PartTime:   {"PartTime", "Part-time", "part", "PART_TIME", "SALARIED_PT", "parttime_permanent", "parttime_fixed_term", "parttime_minijob", "Teilzeit", "mi-temps", "PART_TIME TEMPORARY", "working-student", "Werkstudent"},
		Contract:   {"Contract", "CONTRACTOR", "fixed_term", "contract_temp", "CDD", "befristet", "Temporary", "TEMPORARY", "seasonal", "casual", "temp"},
		Freelance:  {"freelance", "Freelancer"},
		Internship: {"Intern", "INTERN", "Internship", "trainee", "Praktikum", "stage"},
		"":         {"", "Other", "OTHER", "unspecified", "full-or-part-time", "Contracts Management", "Internal", "VOLUNTEER", "Partner", "apprentice", "Ausbildung, befristet", "Alternance CDD", "permanent apprenticeship"},
	} {
		for _, raw := range raws {
			if got := ParseEmployment(raw); got != want {
				t.Errorf("ParseEmployment(%q) = %q, want %q", raw, got, want)
			}
		}
	}
}

func TestParseWorkplace(t *testing.T) {
	t.Parallel()
	for want, raws := range map[Workplace][]string{
		Remote: {"Remote", "remote", "REMOTE", "Fully Remote", "100% remote", "TELECOMMUTE", "Work from home", "fully"},
		Hybrid: {"Hybrid", "HYBRID", "flexible", "partially remote", "Hybrid (2 days in office)"},
		Onsite: {"OnSite", "on-site", "onsite", "on_site", "ON_SITE", "In office", "Office", "Fully on-site"},
		"":     {"", "unspecified", "temporary", "Remote or office", "Non-Remote", "Not remote", "No remote work", "kein Homeoffice", "no presencial"},
	} {
		for _, raw := range raws {
			if got := ParseWorkplace(raw); got != want {
				t.Errorf("ParseWorkplace(%q) = %q, want %q", raw, got, want)
			}
		}
	}
	for flags, want := range map[[3]bool]Workplace{
		{true, false, false}: Remote, {false, true, false}: Hybrid, {false, false, true}: Onsite,
		{false, false, false}: "", {true, true, false}: "", {false, true, true}: "", {true, true, true}: "",
	} {
		if got := WorkplaceFlags(flags[0], flags[1], flags[2]); got != want {
			t.Errorf("WorkplaceFlags(%v) = %q, want %q", flags, got, want)
		}
	}
}

func TestParsePay(t *testing.T) {
	t.Parallel()
	tests := []struct {
		low, high        float64
		currency, period string
		want             *Pay
	}{
		{170000, 205000, "USD", "1 YEAR", &Pay{170000, 205000, "USD", Year}},
		{27.5, 31, "cad", "per-hour-wage", &Pay{27.5, 31, "CAD", Hour}},
		{2000, 2400, "USD", "2 WEEK", &Pay{1000, 1200, "USD", Week}},
		{2000, 2400, "USD", "bi-weekly", &Pay{1000, 1200, "USD", Week}},
		{2000, 2500, "EUR", "0.5 MONTH", &Pay{4000, 5000, "EUR", Month}},
		{2000, 2500, "EUR", "semi-monthly", &Pay{4000, 5000, "EUR", Month}},
		{9000, 12000, "EUR", "3 MONTH", &Pay{3000, 4000, "EUR", Month}},
		{3315, 0, "EUR", "monthly", &Pay{3315, 0, "EUR", Month}},
		{0, 60000, "EUR", "yearly", &Pay{0, 60000, "EUR", Year}},
		{500, 600, "$", "day", &Pay{500, 600, "", Day}},
		{100, 200, "EUR", "1 TIME", &Pay{100, 200, "EUR", ""}},
		{75, 95, "EUR", "year", &Pay{75000, 95000, "EUR", Year}},
		{0, 120, "CHF", "yearly", &Pay{0, 120000, "CHF", Year}},
		{75, 95, "EUR", "hour", &Pay{75, 95, "EUR", Hour}},
		{0, 0, "EUR", "year", nil},
		{90, 80, "EUR", "hour", nil},
		{-1, 5, "EUR", "hour", nil},
		{1e15, 1e15, "EUR", "hour", nil},
		{math.NaN(), 50, "EUR", "hour", nil},
		{20, math.NaN(), "EUR", "hour", nil},
		{20, math.Inf(1), "EUR", "hour", nil},
	}
	for _, tt := range tests {
		got := ParsePay(tt.low, tt.high, tt.currency, tt.period)
		if diff := cmp.Diff(got, tt.want); diff != "" {
			t.Errorf("%v to %v %s per %s: %s", tt.low, tt.high, tt.currency, tt.period, diff)
		}
	}
}

func TestCleanHTML(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`<p onclick="x()">a</p><script>alert(1)</script>`:          `<p>a</p>`,
		`<a href="javascript:alert(1)">x</a>`:                      `x`,
		`<a href="https://jobs.example/1">x</a>`:                   `<a href="https://jobs.example/1" rel="nofollow noreferrer noopener" target="_blank">x</a>`,
		`<img src="https://tracker.example/p.gif">text`:            `text`,
		`<p style="color:red" class="big">a &amp; b</p>`:           `<p>a &amp; b</p>`,
		`<iframe src="https://video.example"></iframe>b`:           `b`,
		`<ul data-note="a > b"><li>C++</li></ul>`:                  `<ul><li>C++</li></ul>`,
		`<svg><script>alert(1)</script></svg><form>f</form>`:       `f`,
		`<table><tr><td colspan="2">x</td></tr></table>`:           `<table><tr><td>x</td></tr></table>`,
		`<style>p{}</style><h2>Title</h2>`:                         `<h2>Title</h2>`,
		`<a href="data:text/html;base64,PHNjcmlwdD4=">d</a>`:       `d`,
		`<math><mi xlink:href="javascript:alert(1)">m</mi></math>`: `m`,
	} {
		if got := CleanHTML(in); got != want {
			t.Errorf("CleanHTML(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestUnescapeHTML(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`&lt;p&gt;Open the gate.&lt;/p&gt;`:            `<p>Open the gate.</p>`,
		`<p>Write &lt;div&gt; tags</p><p>and more</p>`: `<p>Write &lt;div&gt; tags</p><p>and more</p>`,
		`Salt &amp; pepper`:                            `Salt &amp; pepper`,
		`&lt;p&gt;a &amp;amp; b&lt;/p&gt;`:             `<p>a &amp; b</p>`,
		`3 &lt; 5`:                                     `3 &lt; 5`,
	} {
		if got := UnescapeHTML(in); got != want {
			t.Errorf("UnescapeHTML(%q) = %q, want %q", in, got, want)
		}
	}
}
