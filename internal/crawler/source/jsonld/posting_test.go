package jsonld

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/source"
)

func read(t *testing.T, html string) source.Posting {
	t.Helper()
	const address = "https://ferrouszoo.example/jobs/1"
	pg := readPage([]byte(html), parse(t, address))
	n, err := pg.posting()
	if err != nil {
		t.Fatal(err)
	}
	return n.posting(pg, address)
}

func ld(json string) string {
	return `<html><head><script type="application/ld+json">` + json + `</script></head><body></body></html>`
}

// TestSuccessFactorsPage reads a page that states most things in meta elements, and the title outside of the microdata.
func TestSuccessFactorsPage(t *testing.T) {
	t.Parallel()
	got := read(t, `<html><head><title>Vacancy</title><meta property="og:title" content="Bear Keeper 60-80%"></head><body>
		<div class="jobDisplayShell" itemscope itemtype="http://schema.org/JobPosting">
		<span itemprop="jobLocation" itemscope itemtype="http://schema.org/Place"><span itemprop="address" itemscope><meta itemprop="streetAddress" content="Zug"></span></span>
		<meta itemprop="datePosted" content="Tue Feb 03 00:00:00 UTC 2026"><meta itemprop="hiringOrganization" content="Ferrous Zoo">
		<span itemprop="description"> </span><span itemprop="description"><p>Feed bears.</p></span></div></body></html>`)
	want := source.Posting{
		Title: "Bear Keeper 60-80%", URL: "https://ferrouszoo.example/jobs/1", Description: "<p>Feed bears.</p>", Company: "Ferrous Zoo",
		Locations: []string{"Zug"}, Places: []source.Place{{}}, PostedAt: time.Date(2026, 2, 3, 0, 0, 0, 0, time.UTC),
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
}

func TestTitleOfThePage(t *testing.T) {
	t.Parallel()
	const posting = `<script type="application/ld+json">{"@type":"JobPosting","title":null,"hiringOrganization":{"name":"Ferrous Zoo"}}</script>`
	for head, want := range map[string]string{
		`<title>Bear Keeper - Nights - Ferrous Zoo</title>`:                                                                  "Bear Keeper - Nights",
		`<title>Careers</title><h1>Bear <b>Keeper</b> &amp; Guide</h1>`:                                                      "Bear Keeper & Guide",
		`<title>x</title><meta property="og:title" content="Bear Keeper | Zoo"><meta property="og:site_name" content="Zoo">`: "Bear Keeper",
		`<title>Job</title>`: "",
	} {
		if got := read(t, head+posting).Title; got != want {
			t.Errorf("%s: got %q, want %q", head, got, want)
		}
	}
}

func TestEmployerInAnotherNode(t *testing.T) {
	t.Parallel()
	for json, want := range map[string]string{
		`{"@graph":[{"@type":"Organization","@id":"https://ferrouszoo.example/#org","name":"Ferrous Zoo"},
			{"@type":"JobPosting","title":"Keeper","hiringOrganization":{"@id":"https://ferrouszoo.example/#org"}}]}`: "Ferrous Zoo",
		`{"@type":"JobPosting","title":"Keeper","hiringOrganization":{"@id":"https://ferrouszoo.example/#org"}}`: "",
	} {
		if got := read(t, ld(json)).Company; got != want {
			t.Errorf("%s: got %q, want %q", json, got, want)
		}
	}
}

// TestDescriptionOfParts covers sites that keep parts of the text in separate properties, some of which repeat them in
// the description.
func TestDescriptionOfParts(t *testing.T) {
	t.Parallel()
	for json, want := range map[string]string{
		`{"@type":"JobPosting","title":"K","description":"<p>Keep bears.</p>","responsibilities":"Feed &amp; wash","qualifications":"<ul><li>Calm</li></ul>",
			"skills":["First aid",{"@type":"DefinedTerm","name":"Fishing"}]}`: "<p>Keep bears.</p>\n<h3>Responsibilities</h3>\nFeed &amp; wash\n" +
			"<h3>Qualifications</h3>\n<ul><li>Calm</li></ul>\n<h3>Skills</h3>\nFirst aid, Fishing",
		`{"@type":"JobPosting","title":"K","description":"<p>Keep bears. Duties: <b>feed</b>, wash.</p>","responsibilities":"Feed, wash"}`: "<p>Keep bears. Duties: <b>feed</b>, wash.</p>",
		`{"@type":"JobPosting","title":"K","description":"<p>A</p>&amp;#xa;<p>B</p>"}`:                                                     "<p>A</p>&#xa;<p>B</p>",
	} {
		if diff := cmp.Diff(read(t, ld(json)).Description, want); diff != "" {
			t.Errorf("%s: %s", json, diff)
		}
	}
	shown := read(t, ld(`{"@type":"JobPosting","title":"K"}`)+`<div class="job_description"><div>Keep</div> bears.</div><div>Footer</div>`)
	if want := "<div>Keep</div> bears."; shown.Description != want {
		t.Errorf("got %q, want %q", shown.Description, want)
	}
}

func TestPlacesOfAPage(t *testing.T) {
	t.Parallel()
	const address = `"address":{"addressLocality":"Leeds","addressRegion":"England","addressCountry":{"name":["GB","GB"]}}`
	for json, want := range map[string]source.Posting{
		`"jobLocation":[{"name":"Leeds",` + address + `},{"name":"York",` + address + `},{"name":"Remote, UK",` + address + `}]`: {
			Locations: []string{"Leeds", "York", "Remote, UK"}, Places: []source.Place{{CountryCode: "GB", Primary: true}}},
		`"jobLocation":[{"name":"Our zoo",` + address + `}]`: {
			Locations: []string{"Leeds, England, GB"}, Places: []source.Place{{City: "Leeds", Region: "England", CountryCode: "GB", Primary: true}}},
		`"jobLocation":{"name":"Hull, GB"}`: {Locations: []string{"Hull, GB"}, Places: []source.Place{{}}},
		`"jobLocation":{"address":{"streetAddress":"UNAVAILABLE","addressLocality":"UNAVAILABLE","addressRegion":"OH","addressCountry":"US"}}`: {
			Locations: []string{"OH, US"}, Places: []source.Place{{Region: "OH", CountryCode: "US", Primary: true}}},
		`"jobLocation":{"address":{"addressLocality":"Pregassona_Via Lago 3","addressRegion":"Ticino"}}`: {
			Locations: []string{"Pregassona, Ticino"}, Places: []source.Place{{City: "Pregassona", Region: "Ticino", Primary: true}}},
		`"jobLocationType":"TELECOMMUTE","applicantLocationRequirements":[{"@type":"Country","name":"Norway"},{"@type":"Country","name":"SE"}]`: {
			Locations: []string{"Norway", "SE"}, Places: []source.Place{{Country: "Norway", Primary: true}, {CountryCode: "SE"}},
			Workplace: source.Remote, WorkplaceRaw: "TELECOMMUTE"},
		`"jobLocation":{` + address + `},"applicantLocationRequirements":{"@type":"Country","name":"Norway"}`: {
			Locations: []string{"Leeds, England, GB"}, Places: []source.Place{{City: "Leeds", Region: "England", CountryCode: "GB", Primary: true}}},
	} {
		got := read(t, ld(`{"@type":"JobPosting","title":"K",`+json+`}`))
		got.Title, got.URL = "", ""
		if diff := cmp.Diff(got, want); diff != "" {
			t.Errorf("%s: %s", json, diff)
		}
	}
}

func TestExperienceInMonths(t *testing.T) {
	t.Parallel()
	got := read(t, ld(`{"@type":"JobPosting","title":"K","experienceRequirements":{"@type":"OccupationalExperienceRequirements","monthsOfExperience":"36"}}`))
	if diff := cmp.Diff(got.Experience, &source.Years{Min: 3}); diff != "" {
		t.Error(diff)
	}
}

// TestPhenomPage reads pages with the title and the text in a script, and sometimes no JSON-LD at all.
func TestPhenomPage(t *testing.T) {
	t.Parallel()
	const script = `<script>var x = 1; phApp.ddo = {"jobDetail":{"data":{"job":{"title":"Bear Keeper","description":"<p>Keep.</p>",
		"cityStateCountry":"Leeds, England, United Kingdom","reqId":"Z-9"}}}}; phApp.more = {};</script>`
	const placed = `{"@type":"JobPosting","jobLocation":{"address":{"addressLocality":"Leeds_Gate 4"}}}`
	for name, html := range map[string]string{"with JSON-LD": script + ld(placed), "alone": `<html>` + script + `</html>`} {
		got := read(t, html)
		if got.Title != "Bear Keeper" || got.Description != "<p>Keep.</p>" || len(got.Locations) != 1 || got.Locations[0] != "Leeds, England, United Kingdom" {
			t.Errorf("%s: got %+v, want the bear keeper in Leeds", name, got)
		}
	}
}

func TestPayWithCommas(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]float64{
		`"12,60"`: 12.6, `"12,5"`: 12.5, `"2.890,50"`: 2890.5, `"1,500"`: 1500, `"1,250.75"`: 1250.75, `"18.40"`: 18.4, `31`: 31,
	} {
		got := read(t, ld(`{"@type":"JobPosting","title":"K","baseSalary":{"currency":"EUR","value":{"value":`+value+`,"unitText":"HOUR"}}}`)).Pay
		if diff := cmp.Diff(got, &source.Pay{Min: want, Max: want, Currency: "EUR", Period: source.Hour}); diff != "" {
			t.Errorf("%s: %s", value, diff)
		}
	}
}
