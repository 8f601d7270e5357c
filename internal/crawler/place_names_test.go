package crawler

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/store"
	"rolecall/internal/schema"
)

// misnamed counts the postings whose names are not those of their places.
func (w *world) misnamed() int {
	w.t.Helper()
	return value[int](w, "SELECT count(*) FROM crawler.job_post WHERE place_names <> crawler.names_of_places(id)")
}

// named counts the postings that are found by a name.
func (w *world) named(name string) int {
	w.t.Helper()
	return value[int](w, "SELECT count(*) FROM crawler.job_post WHERE $1 = ANY(place_names)", name)
}

// forbidMending refuses what a trigger writes to a posting: whoever writes places then has to write their names as well.
func (w *world) forbidMending() {
	w.t.Helper()
	w.exec(`CREATE FUNCTION crawler.forbid_mending() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the names of % were mended', OLD.native_id; END $$`)
	w.exec(`CREATE TRIGGER forbid_mending BEFORE UPDATE ON crawler.job_post FOR EACH ROW WHEN (pg_trigger_depth() > 0) EXECUTE FUNCTION crawler.forbid_mending()`)
}

func (w *world) allowMending() {
	w.t.Helper()
	w.exec("DROP TRIGGER forbid_mending ON crawler.job_post")
	w.exec("DROP FUNCTION crawler.forbid_mending")
}

func TestNamesOfPlacesAreThoseThatTheDatabaseMakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 1))
	target := value[uuid.UUID](w, "SELECT id FROM crawler.pull_target")
	for name, c := range map[string]struct {
		places []place.Place
		want   []string
	}{
		"none":              {nil, []string{}},
		"empty":             {[]place.Place{{}}, []string{}},
		"a region alone":    {[]place.Place{{Region: "European Union", Primary: true}}, []string{}},
		"no city":           {[]place.Place{{Country: "Norway", CountryCode: "NO"}}, []string{"Norway"}},
		"no country":        {[]place.Place{{City: "Springfield"}}, []string{"Springfield"}},
		"city and country":  {[]place.Place{{City: "Oslo", Country: "Norway"}}, []string{"Norway", "Oslo", "Oslo\x1eNorway"}},
		"a blank is a name": {[]place.Place{{City: " ", Country: "Norway"}}, []string{" ", " \x1eNorway", "Norway"}},
		"twins":             {[]place.Place{{City: "Oslo", Country: "Norway", Primary: true}, {City: "Oslo", Region: "Østlandet", Country: "Norway"}}, []string{"Norway", "Oslo", "Oslo\x1eNorway"}},
		"a city state":      {[]place.Place{{City: "Singapore", Country: "Singapore"}}, []string{"Singapore", "Singapore\x1eSingapore"}},
		"case":              {[]place.Place{{City: "oslo", Country: "NORWAY"}, {City: "Oslo", Country: "Norway"}}, []string{"NORWAY", "Norway", "Oslo", "Oslo\x1eNorway", "oslo", "oslo\x1eNORWAY"}},
		// A language would sort these otherwise: Ö beside O, a space and a hyphen not at all, z before Z.
		"bytes, not letters": {[]place.Place{{City: "Örebro"}, {City: "Zug"}, {City: "zug"}, {City: "a b"}, {City: "ab"}, {City: "a-b"}, {City: "Łódź"}, {City: "東京"}, {City: "🏝"}},
			[]string{"Zug", "a b", "a-b", "ab", "zug", "Örebro", "Łódź", "東京", "🏝"}},
		"one written two ways": {[]place.Place{{City: "Z\u00fcrich"}, {City: "Zu\u0308rich"}}, []string{"Zu\u0308rich", "Z\u00fcrich"}},
		"a prefix of another":  {[]place.Place{{City: "York", Country: "UK"}, {City: "York UK"}, {City: "Yor"}}, []string{"UK", "Yor", "York", "York\x1eUK", "York UK"}},
		"quotes and commas":    {[]place.Place{{City: `"St. John's", {NULL}`, Country: `\`}, {City: "NULL"}}, []string{`"St. John's", {NULL}`, `"St. John's", {NULL}` + "\x1e" + `\`, "NULL", `\`}},
	} {
		got := placeNames(c.places)
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		id := uuid.Must(uuid.NewV7())
		w.exec(`INSERT INTO crawler.job_post (id, target_id, native_id, title, url, content_hash, place_names) VALUES ($1, $2, $3, 'Engineer', 'https://boards.example', '', $4)`, id, target, name, got)
		if _, err := store.New().InsertLocations(t.Context(), w.owner, appendLocations(nil, id, c.places)); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(value[[]string](w, "SELECT crawler.names_of_places($1)", id), got); diff != "" {
			t.Errorf("%s, in the database: %s", name, diff)
		}
	}
}

func TestACrawlWritesTheNamesOfPlacesWithThePosting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, everyKind(20)...)
	worker := w.worker()
	w.forbidMending()
	if sum := w.crawl(worker); sum.Created != 200 || sum.Failed != 0 {
		t.Fatalf("first crawl: %+v", sum)
	}
	if n := value[int](w, "SELECT count(*) FROM crawler.job_post WHERE place_names <> '{}'"); n < 160 || w.misnamed() != 0 {
		t.Errorf("%d of 200 have names, %d wrong ones", n, w.misnamed())
	}

	// The stored places are other ones than those that the board has now.
	w.allowMending()
	w.exec("UPDATE crawler.job_post_location SET city = 'Atlantis' WHERE position = 0")
	w.exec("INSERT INTO crawler.job_post_location (post_id, position, country) SELECT id, 40, 'Lemuria' FROM crawler.job_post")
	if w.named("Atlantis") < 160 || w.named("Lemuria") != 200 || w.misnamed() != 0 {
		t.Fatalf("%d in Atlantis, %d in Lemuria, %d misnamed", w.named("Atlantis"), w.named("Lemuria"), w.misnamed())
	}
	w.forbidMending()
	w.exec("UPDATE crawler.job_post SET content_hash = '', stamp = NULL")
	w.exec("UPDATE crawler.pull_target SET etag = NULL")
	if sum := w.crawl(worker); sum.Changed != 200 || sum.Failed != 0 {
		t.Fatalf("second crawl: %+v", sum)
	}
	if w.named("Atlantis")+w.named("Lemuria")+w.misnamed() != 0 {
		t.Errorf("%d in Atlantis, %d in Lemuria, %d misnamed", w.named("Atlantis"), w.named("Lemuria"), w.misnamed())
	}
}

func TestAnEnrichmentWritesTheNamesOfThePlacesThatItImproves(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker()
	w.crawl(worker)
	w.exec("UPDATE crawler.job_post SET title = (ARRAY['better', 'vaguer', 'unknown'])[1 + abs(hashtext(native_id)) % 3]")
	before := value[string](w, "SELECT string_agg(id || place_names::text, ' ' ORDER BY id) FROM crawler.job_post WHERE title = 'unknown'")
	worker.facts = func(in enrich.Input) enrich.Facts {
		f := enrich.Posting(in)
		f.Places = map[string][]place.Place{
			"better": {{City: "Reykjavík", Country: "Iceland", CountryCode: "IS", Primary: true}, {Country: "Åland Islands", CountryCode: "AX"}},
			"vaguer": {{Region: "European Union", Primary: true}},
		}[in.Title]
		return f
	}
	w.forbidMending()
	if sum := w.enrich(worker); sum.Enriched != 30 || sum.Failed != 0 {
		t.Fatalf("got %+v", sum)
	}
	for title, want := range map[string]string{"better": "Iceland Reykjavík Reykjavík|Iceland Åland Islands", "vaguer": ""} {
		sql := "SELECT string_agg(DISTINCT replace(array_to_string(place_names, ' '), E'\\x1e', '|'), ' and ') FROM crawler.job_post WHERE title = $1"
		if got := value[string](w, sql, title); got != want {
			t.Errorf("%s: got %q, want %q", title, got, want)
		}
	}
	if after := value[string](w, "SELECT string_agg(id || place_names::text, ' ' ORDER BY id) FROM crawler.job_post WHERE title = 'unknown'"); after != before {
		t.Errorf("without a place found the names were %s and are %s", before, after)
	}
	if w.misnamed() != 0 {
		t.Errorf("%d misnamed", w.misnamed())
	}

	// Once more: nothing is better than what is there, and the names stay.
	w.exec("UPDATE crawler.job_post SET enrichment_status = 'pending'")
	if sum := w.enrich(worker); sum.Unchanged != 30 || w.misnamed() != 0 || w.named("Reykjavík") == 0 {
		t.Errorf("again: %+v, %d misnamed, %d in Reykjavík", sum, w.misnamed(), w.named("Reykjavík"))
	}
}

func TestNamesFollowWhatIsDoneToPlacesByHand(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	w.crawl(w.worker())
	crawler := w.db.Pool(schema.CrawlerRole) // the trigger has its rights
	var posts []string
	for i := range 4 {
		posts = append(posts, value[string](w, "SELECT id::text FROM crawler.job_post ORDER BY id OFFSET $1 LIMIT 1", i))
	}
	ids := strings.NewReplacer("first", posts[0], "second", posts[1], "third", posts[2])
	for _, step := range []struct {
		sql  string
		want string // of the first posting
	}{
		{"DELETE FROM crawler.job_post_location WHERE post_id IN ('first', 'second', 'third')", ""},
		{"INSERT INTO crawler.job_post_location (post_id, position, city, country) VALUES ('first', 0, 'Oslo', 'Norway'), ('first', 1, 'Bergen', 'Norway'), ('second', 0, 'Turku', NULL)",
			"Bergen, Bergen|Norway, Norway, Oslo, Oslo|Norway"},
		{"UPDATE crawler.job_post_location SET city = upper(city), country = NULL WHERE post_id = 'first' AND position = 0", "Bergen, Bergen|Norway, Norway, OSLO"},
		{"UPDATE crawler.job_post_location SET post_id = 'third' WHERE post_id = 'first' AND position = 1", "OSLO"},
		{"BEGIN; DELETE FROM crawler.job_post_location WHERE post_id = 'first'; INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ('first', 0, 'Hamar'); COMMIT", "Hamar"},
		{"BEGIN; DELETE FROM crawler.job_post_location; ROLLBACK", "Hamar"},
		{"UPDATE crawler.job_post_location SET position = position + 10", "Hamar"},
		{"DELETE FROM crawler.job_post_location", ""},
	} {
		if _, err := crawler.Exec(t.Context(), ids.Replace(step.sql)); err != nil {
			t.Fatalf("%s: %v", step.sql, err)
		}
		got := value[string](w, "SELECT replace(array_to_string(place_names, ', '), E'\\x1e', '|') FROM crawler.job_post WHERE id = $1", posts[0])
		if got != step.want || w.misnamed() != 0 {
			t.Errorf("%s: got %q, want %q; %d misnamed", step.sql, got, step.want, w.misnamed())
		}
	}
	// The places of a posting go with it.
	w.exec("INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ($1, 0, 'Oslo')", posts[3])
	w.exec("DELETE FROM crawler.job_post WHERE id = $1", posts[3])

	// The guard of the tests above sees what the trigger does.
	w.forbidMending()
	_, err := w.owner.Exec(t.Context(), "INSERT INTO crawler.job_post_location (post_id, position, city) VALUES ($1, 0, 'Oslo')", posts[0])
	if err == nil || !strings.Contains(err.Error(), "were mended") {
		t.Errorf("got %v", err)
	}
}
