package jobs_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/jobs/oas"
)

func TestEachFilterAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	day := 24 * time.Hour
	named := map[string]uuid.UUID{
		"go":     w.post(func(p *post) { p.Title = "Go Engineer"; p.Description = "<p>Build <b>quiet</b> services in Lisbon</p>" }),
		"nurse":  w.post(func(p *post) { p.Title = "Nurse"; p.Description = "<p>Night shift with a go-getter team</p>" }),
		"lisbon": w.post(func(p *post) { p.Places = []place{{"Lisbon", "Portugal"}} }),
		"two":    w.post(func(p *post) { p.Places = []place{{"Berlin", "Germany"}, {"Porto", "Portugal"}} }),
		"dc":     w.post(func(p *post) { p.Places = []place{{"Washington, D.C.", "United States"}} }),
		"korea":  w.post(func(p *post) { p.Places = []place{{"Seoul", "Korea, Republic of"}} }),
		"nation": w.post(func(p *post) { p.Places = []place{{"", "Portugal"}} }),
		"baum":   w.post(func(p *post) { p.Board = w.board(func(b *board) { b.Name = "Baumhaus GmbH & Co. KG" }) }),
		"remote": w.post(func(p *post) { p.Workplace = new("remote") }),
		"hybrid": w.post(func(p *post) { p.Workplace = new("hybrid") }),
		"onsite": w.post(func(p *post) { p.Workplace = new("onsite") }),
		"part":   w.post(func(p *post) { p.Employment = new("part-time") }),
		"senior": w.post(func(p *post) { p.Level = new("senior") }),
		"lead":   w.post(func(p *post) { p.Level = new("lead") }),
		"german": w.post(func(p *post) { p.Languages = []string{"de", "en"} }),
		"skill":  w.post(func(p *post) { p.Skills = []string{"PostgreSQL", "C++"} }),
		"year": w.post(func(p *post) {
			p.PayMin, p.PayMax, p.Currency, p.Period = new(int64(50_000)), new(int64(60_000)), new("EUR"), new("year")
		}),
		// 62,400 dollars, 49,920 euros
		"hour":   w.post(func(p *post) { p.PayMin, p.Currency, p.Period = new(int64(30)), new("USD"), new("hour") }),
		"month":  w.post(func(p *post) { p.PayMax, p.Currency, p.Period = new(int64(4_000)), new("EUR"), new("month") }), // 48,000
		"old":    w.post(func(p *post) { p.PostedAt = new(now.Add(-20 * day)); p.FirstSeen = now.Add(-time.Hour) }),
		"seen":   w.post(func(p *post) { p.FirstSeen = now.Add(-5 * day) }),
		"older":  w.post(func(p *post) { p.FirstSeen = now.Add(-40 * day) }),
		"two-d":  w.post(func(p *post) { p.FirstSeen = now.Add(-2 * day) }),
		"yen":    w.post(func(p *post) { p.PayMax, p.Currency, p.Period = new(int64(9_000_000)), new("JPY"), new("year") }), // no rate for it
		"novice": w.post(func(p *post) { p.YearsMin = new(0) }),
		"expert": w.post(func(p *post) { p.YearsMin = new(10) }),
		"checked": w.post(func(p *post) {
			p.Board = w.board(nil)
			w.exec("UPDATE crawler.pull_target SET last_success_at = $2 WHERE id = $1", p.Board, now.Add(-2*time.Hour))
		}),
		"stale": w.post(func(p *post) {
			p.Board = w.board(nil)
			w.exec("UPDATE crawler.pull_target SET last_success_at = $2 WHERE id = $1", p.Board, now.Add(-3*day))
		}),
		"doubtful": w.post(func(p *post) { p.Unconfirmed = new(now.Add(-2 * day)) }),
		"dubious":  w.post(func(p *post) { p.Unconfirmed = new(now.Add(-10 * day)) }),
		"lost":     w.post(func(p *post) { p.Unconfirmed = new(now.Add(-31 * day)) }),
		"closed":   w.post(func(p *post) { p.Title = "Archaeologist"; p.ClosedAt = &now }),
	}
	name := map[uuid.UUID]string{}
	for k, id := range named {
		name[id] = k
	}
	open := func(without ...string) (list []string) {
		for k := range named {
			if k != "closed" && k != "lost" && !slices.Contains(without, k) {
				list = append(list, k)
			}
		}
		return list
	}
	tests := []struct {
		query string
		want  []string
	}{
		{"", open()},
		{values("keyword", "   "), open()},
		{values("keyword", "..., !!!"), open()},
		{values("keyword", "go"), []string{"go", "nurse"}},
		{values("keyword", "GO engineer"), []string{"go"}},
		{values("keyword", "quiet services"), []string{"go"}},
		{values("keyword", `"services quiet"`), nil},
		{values("keyword", `"quiet services"`), []string{"go"}},
		{values("keyword", "go -nurse"), []string{"go"}},
		{values("keyword", "go or shift"), []string{"go", "nurse"}},
		{values("keyword", "absent"), nil},
		{values("location", "lisbon"), []string{"lisbon"}},
		{values("location", "PORTUGAL"), []string{"lisbon", "two", "nation"}},
		{values("location", "Lisbon, Portugal"), []string{"lisbon"}},
		{values("location", " porto ,portugal "), []string{"two"}},
		{values("location", "Lisbon, Germany"), nil},
		{values("location", "Washington, D.C."), []string{"dc"}},
		{values("location", "Washington, D.C., United States"), []string{"dc"}},
		{values("location", "Seoul, Korea, Republic of"), []string{"korea"}},
		{values("location", "Berlin", "location", "Lisbon"), []string{"lisbon", "two"}},
		{values("location", "Remote"), []string{"remote"}},
		{values("location", "remote", "location", "Lisbon"), []string{"remote", "lisbon"}},
		{values("company", "baumhaus gmbh & co. kg"), []string{"baum"}},
		{values("company", "Baumhaus"), nil},
		{values("company", "Unknown", "company", "Baumhaus GmbH & Co. KG"), []string{"baum"}},
		{values("workplaceType", "remote"), []string{"remote"}},
		{values("workplaceType", "remote", "workplaceType", "onsite"), []string{"remote", "onsite"}},
		{values("employmentType", "part-time"), []string{"part"}},
		{values("careerLevel", "senior", "careerLevel", "lead"), []string{"senior", "lead"}},
		{values("language", "DE"), []string{"german"}},
		{values("language", "fr", "language", "en"), []string{"german"}},
		{values("skill", "postgresql"), []string{"skill"}},
		{values("skill", "c++", "skill", "Go"), []string{"skill"}},
		{values("skill", "SQL"), nil},
		{values("compensationMin", "60000"), []string{"year"}},
		{values("compensationMin", "60001"), nil},
		{values("compensationMin", "49920"), []string{"year", "hour"}},
		{values("compensationMin", "49921"), []string{"year"}},
		{values("compensationMin", "0"), []string{"year", "hour", "month", "yen"}},
		{values("compensationMin", "48000", "compensationCurrency", "eur"), []string{"year", "month", "hour"}},
		{values("compensationMin", "62400", "compensationCurrency", "usd"), []string{"year", "hour"}},
		{values("compensationMin", "75001", "compensationCurrency", "usd"), nil},
		{values("compensationMin", "9000000", "compensationCurrency", "JPY"), []string{"yen"}},
		{values("compensationMin", "1", "compensationCurrency", "JPY"), []string{"yen"}},
		{values("compensationMin", "1"), []string{"year", "hour", "month"}},
		{values("compensationMin", "50000", "includeUnpriced", "true"), open("hour", "month", "yen")},
		{values("compensationCurrency", "USD"), []string{"year", "hour", "month", "yen"}},
		{values("experienceMax", "9"), open("expert")},
		{values("experienceMax", "0"), open("expert")},
		{values("experienceMax", "10"), open()},
		{values("confirmedWithin", "day"), []string{"checked"}},
		{values("confirmedWithin", "week"), []string{"checked", "stale"}},
		{values("excludeCompany", "BAUMHAUS GmbH & Co. KG", "excludeCompany", "Unknown"), open("baum")},
		{values("excludeCompany", "foo widgets"), []string{"baum"}},
		{values("near", "Lisbon"), []string{"lisbon"}},
		{values("near", "lisbon, portugal", "within", "400km"), []string{"lisbon", "two"}},
		{values("near", "Lisbon", "within", "250mi"), []string{"lisbon", "two"}},
		{values("near", "Lisbon", "within", "0km"), []string{"lisbon"}},
		{values("near", "Atlantis"), nil},
		{values("postedWithin", "today"), open("old", "seen", "older", "two-d")},
		{values("postedWithin", "3d"), open("old", "seen", "older")},
		{values("postedWithin", "week"), open("old", "older")},
		{values("postedWithin", "month"), open("older")},
		{values("includeClosed", "true"), append(open(), "closed", "lost")},
		{values("unconfirmedDays", "30"), open()},
		{values("unconfirmedDays", "3"), open("dubious")},
		{values("unconfirmedDays", "0"), open("dubious", "doubtful")},
		{values("unconfirmedDays", "0", "includeClosed", "true"), append(open("dubious", "doubtful"), "closed")},
		{values("includeClosed", "true", "keyword", "archaeologist"), []string{"closed"}},
		{values("keyword", "archaeologist"), nil},
		{values("keyword", "engineer", "skill", "c++", "location", "Lisbon"), nil},
	}
	for _, tt := range tests {
		page := w.search(tt.query + "&size=100")
		got := []string{}
		for _, p := range page.Content {
			got = append(got, name[p.ID])
		}
		slices.Sort(got)
		want := append([]string{}, tt.want...)
		slices.Sort(want)
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("%s: postings (-got +want)\n%s", tt.query, diff)
		}
		if page.TotalElements != int64(len(want)) || page.CountIsEstimate {
			t.Errorf("%s: total %d, estimate %t, want %d exactly", tt.query, page.TotalElements, page.CountIsEstimate, len(want))
		}
	}
}

// TestFiltersTogether joins every pair of filters by "and": the two must find what both find alone.
func TestFiltersTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	pick := func(i int, list ...string) string { return list[i%len(list)] }
	for i := range 60 {
		b := w.board(func(b *board) { b.Name = pick(i, "Acme", "Baumhaus", "Ørn A/S") })
		w.post(func(p *post) {
			p.Board = b
			p.Title = pick(i/2, "Go Engineer", "Nurse", "Sales Lead", "Chef")
			p.Workplace, p.Employment, p.Level = new(pick(i/3, "remote", "hybrid", "onsite")), new(pick(i/5, "full-time", "contract")),
				new(pick(i/4, "senior", "junior", "lead"))
			p.Languages, p.Skills = []string{pick(i/3, "en", "de")}, []string{pick(i/2, "Go", "SQL", "Rust")}
			p.PayMin, p.PayMax, p.Currency, p.Period = new(int64(30_000+i*1000)), new(int64(40_000+i*1000)), new(pick(i/7, "EUR", "USD")),
				new("year")
			p.Places = []place{{pick(i/6, "Lisbon", "Berlin"), pick(i/6, "Portugal", "Germany")}}
			p.PostedAt, p.YearsMin = new(now.Add(-time.Duration(i)*12*time.Hour)), new(i%7)
			if i%9 == 0 {
				p.ClosedAt = &now
			}
		})
	}
	filters := []string{values("keyword", "go"), values("keyword", "-nurse"), values("location", "Lisbon"),
		values("location", "Remote", "location", "Berlin"),
		values("company", "acme"), values("workplaceType", "hybrid"), values("employmentType", "contract"),
		values("careerLevel", "senior", "careerLevel", "lead"),
		values("language", "de"), values("skill", "rust", "skill", "sql"), values("compensationMin", "60000"),
		values("compensationMin", "90000", "compensationCurrency", "usd"), values("postedWithin", "week"),
		values("excludeCompany", "acme"), values("experienceMax", "4"), values("near", "Lisbon")}
	found := map[string]map[uuid.UUID]bool{}
	for _, closed := range []string{"", "&includeClosed=true"} {
		for _, f := range filters {
			found[f] = map[uuid.UUID]bool{}
			for _, id := range w.ids(f + "&size=100" + closed) {
				found[f][id] = true
			}
			if len(found[f]) == 0 || len(found[f]) == 60 {
				t.Fatalf("%s finds %d postings, which proves nothing", f, len(found[f]))
			}
		}
		for i, f := range filters {
			for _, g := range filters[i+1:] {
				name, _, _ := strings.Cut(f, "=")
				if strings.HasPrefix(g, name) || strings.HasPrefix(f, "compensation") && strings.HasPrefix(g, "compensation") {
					continue
				}
				want := map[uuid.UUID]bool{}
				for id := range found[f] {
					if found[g][id] {
						want[id] = true
					}
				}
				got := map[uuid.UUID]bool{}
				for _, id := range w.ids(f + "&" + g + "&size=100" + closed) {
					got[id] = true
				}
				if diff := cmp.Diff(got, want); diff != "" {
					t.Errorf("%s and %s: (-got +want)\n%s", f, g, diff)
				}
			}
		}
	}
}

func TestSorts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ago := func(d time.Duration) *time.Time { return new(now.Add(-d)) }
	body := w.post(func(p *post) {
		p.Title = "Cook"
		p.Description = "<p>Welder welder welder</p>"
		p.PostedAt = ago(time.Minute)
	})
	title := w.post(func(p *post) { p.Title = "Welder"; p.PostedAt = ago(48 * time.Hour) })
	unposted := w.post(func(p *post) { p.Description = "<p>a welder</p>"; p.FirstSeen = now.Add(-24 * time.Hour) })
	cheap := w.post(func(p *post) {
		p.Title = "Barista"
		p.PayMin, p.PayMax, p.Period, p.PostedAt = new(int64(10)), new(int64(40)), new("hour"), new(now.Add(-72*time.Hour)) // 20,800 to 83,200
		p.Currency = new("EUR")
	})
	dear := w.post(func(p *post) {
		p.Title = "Judge"
		p.PayMin, p.PayMax, p.Period, p.PostedAt = new(int64(70_000)), new(int64(80_000)), new("year"), new(now.Add(-96*time.Hour))
		p.Currency = new("EUR")
	})
	tests := []struct {
		query string
		want  []uuid.UUID
	}{
		{"", []uuid.UUID{body, unposted, title, cheap, dear}},
		{"sort=newest", []uuid.UUID{body, unposted, title, cheap, dear}},
		{"sort=oldest", []uuid.UUID{dear, cheap, title, unposted, body}},
		{"sort=relevance", []uuid.UUID{body, unposted, title, cheap, dear}},
		{"sort=relevance&keyword=welder", []uuid.UUID{title, body, unposted}},
		{"sort=salary-desc", []uuid.UUID{cheap, dear, body, unposted, title}},
		{"sort=salary-asc", []uuid.UUID{cheap, dear, body, unposted, title}},
		{"sort=salary-asc&compensationMin=1", []uuid.UUID{cheap, dear}},
	}
	w.exec("UPDATE crawler.job_post SET compensation_max = 45 WHERE id = $1", cheap)
	for _, tt := range tests {
		if diff := cmp.Diff(w.ids(tt.query), tt.want); diff != "" {
			t.Errorf("%s: (-got +want)\n%s", tt.query, diff)
		}
	}
	// Pay is compared after conversion: 83,200 dollars are less than 70,000 euros.
	w.exec("UPDATE crawler.job_post SET compensation_currency = 'USD', compensation_max = 40 WHERE id = $1", cheap)
	if got := w.ids("sort=salary-desc"); got[0] != dear || got[1] != cheap {
		t.Errorf("salary-desc after conversion: %s", got)
	}
	// The other way round: the upper end decides one sort, the lower end the other.
	w.exec("UPDATE crawler.job_post SET compensation_min = 1, compensation_max = 20 WHERE id = $1", cheap)
	if got := w.ids("sort=salary-desc")[0]; got != dear {
		t.Errorf("salary-desc begins with %s, want %s", got, dear)
	}
}

// TestPagingVisitsEachPostingOnce has many postings with equal sort keys.
func TestPagingVisitsEachPostingOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	for i := range 57 {
		w.post(func(p *post) {
			p.Board, p.FirstSeen = b, now.Add(-time.Duration(i/20)*time.Hour)
			p.Title = []string{"Engineer", "Other"}[i%2]
			p.Description = "<p>an engineer</p>"
			if i%3 == 0 {
				p.PayMin, p.Currency, p.Period = new(int64(50_000)), new("EUR"), new("year")
			}
			if i%10 == 0 {
				p.ClosedAt = &now
			}
		})
	}
	for _, sort := range []string{"newest", "oldest", "relevance", "salary-desc", "salary-asc"} {
		for _, filter := range []string{"", "&keyword=engineer", "&keyword=-absent", "&includeClosed=true",
			"&includeClosed=true&keyword=engineer"} {
			want := 51
			if strings.Contains(filter, "includeClosed") {
				want = 57
			}
			for _, size := range []int{3, 20, 100} {
				seen := map[uuid.UUID]int{}
				for page := 0; ; page++ {
					var res oas.JobPage
					w.quickly(fmt.Sprintf("/jobs?sort=%s&size=%d&page=%d%s", sort, size, page, filter), &res)
					if res.TotalElements != int64(want) || res.TotalPages != int64((want+size-1)/size) || res.Page != int64(page) ||
						res.Size != int64(size) {
						t.Fatalf("sort %s%s size %d page %d: %d postings on %d pages, page %d of size %d", sort, filter, size, page, res.TotalElements,
							res.TotalPages, res.Page, res.Size)
					}
					for _, p := range res.Content {
						seen[p.ID]++
					}
					if len(res.Content) == 0 {
						break
					}
				}
				if len(seen) != want {
					t.Errorf("sort %s%s size %d: %d postings seen, want %d", sort, filter, size, len(seen), want)
				}
				for id, n := range seen {
					if n != 1 {
						t.Errorf("sort %s%s size %d: %s seen %d times, want 1", sort, filter, size, id, n)
					}
				}
			}
		}
	}
}

func TestBadParameters(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, query := range []string{"sort=best", "page=-1", "page=x", "size=0", "size=101", "postedWithin=year", "workplaceType=moon",
		"employmentType=x",
		"careerLevel=x", "language=eng", "compensationMin=-1", "compensationMin=x", "compensationCurrency=EURO", "includeClosed=maybe",
		"location=", "skill=",
		"experienceMax=51", "experienceMax=-1", "confirmedWithin=month", "includeUnpriced=2", "excludeCompany=", "near=", "within=30",
		"within=12345km", "within=-1km",
		"interpret=maybe", "correct=maybe", "highlight=go", "page=1000000001", values("keyword", strings.Repeat("a", 501))} {
		w.Do(http.MethodGet, "/jobs?"+query, nil).WantError(http.StatusBadRequest, "Validation Error")
	}
	for _, path := range []string{"/jobs/suggest", "/jobs/suggest?q=a&size=21", "/jobs/suggest?q=a&size=0", "/jobs/suggest?q=a&kind=person",
		"/jobs/suggest?" + values("q", strings.Repeat("a", 101)),
		"/jobs/" + uuid.NewString() + "/similar?size=21", "/jobs/" + uuid.NewString() + "?" + values("highlight", strings.Repeat("a", 501))} {
		w.Do(http.MethodGet, path, nil).WantError(http.StatusBadRequest, "Validation Error")
	}
	if page := w.search("page=1000000000&size=100"); len(page.Content) != 0 {
		t.Errorf("the last page there can be has %d postings, want 0", len(page.Content))
	}
}

func TestOnePosting(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	company := uuid.New()
	w.exec(`INSERT INTO job.company (id, slug, name, website, industry, size, description, logo_url, tags, source, updated_at)
		VALUES ($1, 'foo-widgets', 'Foo Widgets', '  ', '', '51-200', 'Makes foo.', 'https://logos.example.org/foo.svg', '{}', 'derived',
		$2)`, company, now)
	b := w.board(func(b *board) {
		b.Name, b.Logo, b.Company = "Foo Widgets, Inc.", new("https://logos.example.org/board.svg"), &company
	})
	id := w.post(func(p *post) {
		p.Board, p.Title, p.Description = b, "Senior Go Engineer", "<p>Build.</p>"
		p.Workplace, p.Employment, p.Level = new("hybrid"), new("full-time"), new("senior")
		p.PayMin, p.PayMax, p.Currency, p.Period = new(int64(1)), new(int64(2)), new("EUR"), new("hour")
		p.Languages, p.Skills = []string{"en"}, []string{"Go"}
		p.Places = []place{{"Lisbon", "Portugal"}, {"Porto", "Portugal"}}
		p.ClosedAt = &now
	})
	w.exec("UPDATE crawler.job_post SET location = 'Lisbon or Porto', requirements = '{Five years}' WHERE id = $1", id)
	var got oas.JobPostResponse
	w.Do(http.MethodGet, "/jobs/"+id.String(), nil).Want(http.StatusOK).JSON(&got)
	info := got.Company
	logo, _ := url.Parse("https://logos.example.org/foo.svg")
	want := oas.CompanyInfo{
		ID: oas.NewNilUUID(company), Slug: oas.NewNilString("foo-widgets"), Name: "Foo Widgets", LogoUrl: oas.NewNilURI(*logo),
		Website: oas.NilString{Null: true}, Industry: oas.NilString{Null: true}, Size: oas.NewNilString("51-200"),
		Headquarters: oas.NilString{Null: true}, Description: oas.NewNilString("Makes foo."), ManuallyEdited: oas.NewNilBool(false),
		UpdatedAt: oas.NewNilDateTime(now),
	}
	if diff := cmp.Diff(info, want); diff != "" {
		t.Errorf("company (-got +want):\n%s", diff)
	}
	if got.Description.Value != "<p>Build.</p>" || !cmp.Equal(got.Requirements, []string{"Five years"}) || got.ClosedAt.Null ||
		got.Source != "greenhouse" ||
		got.Location.Value != "Lisbon or Porto" || len(got.Locations) != 2 || got.Locations[0].City.Value != "Lisbon" ||
		!got.Locations[0].Primary || got.Locations[1].Primary {
		t.Errorf("posting: %+v", got)
	}
	// In a list the same company comes without its description.
	listed := w.search("includeClosed=true").Content[0].Company
	if !listed.Description.Null || listed.Slug != info.Slug || listed.Size != info.Size {
		t.Errorf("company in a list: %+v", listed)
	}
	w.Do(http.MethodGet, "/jobs/"+uuid.NewString(), nil).WantError(http.StatusNotFound, "Not Found")
	w.Do(http.MethodGet, "/jobs/not-an-id", nil).WantError(http.StatusNotFound, "Not Found")
}

func TestUnresolvedCompanyNeverCostsAPosting(t *testing.T) {
	t.Parallel()
	for name, logo := range map[string]*string{"東京電子": nil, "Foo Widgets": new("https://logos.example.org/a.svg"),
		"Bad Logo": new("::not a url"), "Relative": new("/logo.svg"), "Blank": new("  ")} {
		w := newWorld(t)
		id := w.post(func(p *post) { p.Board = w.board(func(b *board) { b.Name, b.Logo = name, logo }) })
		for range 3 {
			var got oas.JobPostResponse
			w.Do(http.MethodGet, "/jobs/"+id.String(), nil).Want(http.StatusOK).JSON(&got)
			c := got.Company
			if c.Name != name || !c.ID.Null || !c.Slug.Null || !c.Website.Null || !c.Description.Null || c.Tags != nil || !c.ManuallyEdited.Null ||
				!c.UpdatedAt.Null {
				t.Errorf("%s: %+v", name, c)
			}
			if want := name == "Foo Widgets"; c.LogoUrl.Null == want {
				t.Errorf("%s: logo %+v", name, c.LogoUrl)
			}
			if listed := w.search("").Content[0].Company; listed.Name != name {
				t.Errorf("%s: in a list %+v", name, listed)
			}
		}
		if lines := w.log.all(); len(lines) != 1 || !strings.Contains(lines[0], "without a company") {
			t.Errorf("%s: logged %d lines, want one warning: %s", name, len(lines), lines)
		}
	}
}
