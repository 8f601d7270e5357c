package notifications_test

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/mail/mailtest"
	"rolecall/internal/notifications"
)

// monday is when the digest goes out.
var monday = at("2026-05-25T08:00:00Z")

// subscriber is a person who wants the digest and is known for some interests.
func (w *world) subscriber(keywords, locations string) person {
	w.t.Helper()
	p := w.person()
	p.prefers(object{"weeklyDigestEmail": true})
	p.likes(keywords, locations)
	return p
}

func (p person) likes(keywords, locations string) {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == ';' })
	}
	p.w.applications.mu.Lock()
	defer p.w.applications.mu.Unlock()
	p.w.applications.profiles[p.id] = applications.InterestProfile{Keywords: split(keywords), Locations: split(locations)}
}

func (w *world) digests() notifications.DigestResult {
	w.t.Helper()
	r, err := w.svc.SendDigests(w.t.Context())
	if err != nil {
		w.t.Fatal(err)
	}
	return r
}

// runs gives a person's digest runs as "status jobs error".
func (p person) runs() []string {
	p.w.t.Helper()
	return p.w.texts("SELECT trim(status || ' ' || job_count || ' ' || coalesce(error_message, '')) FROM notification.digest_run WHERE user_id = $1 ORDER BY sent_at, id", p.id)
}

func TestTheDigest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	ada, other := w.subscriber("go;backend;postgres;kafka", "Copenhagen, Denmark;Remote"), w.person()
	w.jobs.posts("Backend Go Engineer (Postgres)", "Remote")
	w.jobs.posts("Go and <Postgres> Backend & more", "Copenhagen, Denmark")
	w.jobs.posts("Nurse", "Remote")
	if diff := cmp.Diff(w.digests(), notifications.DigestResult{Enqueued: 1}); diff != "" {
		t.Error(diff)
	}
	p := w.jobs.searches[0]
	if p.Correct.Or(false) || p.Interpret.Or(false) {
		t.Error("nobody sees what became of a digest's keyword, so it must be searched for as it is")
	}
	if p.Keyword.Or("") != "go backend postgres" || !slices.Equal(p.Location, []string{"Copenhagen, Denmark", "Remote"}) ||
		p.PostedWithin.Or("") != "week" || p.Sort.Or("") != "newest" || p.Size.Or(0) != 10 || p.IncludeClosed.Or(false) {
		t.Errorf("search: %+v", p)
	}
	if len(ada.runs()) != 0 {
		t.Error("counted as sent before the mail server has it")
	}
	w.delivers()
	if diff := cmp.Diff(ada.runs(), []string{"sent 2"}); diff != "" {
		t.Error(diff)
	}
	mails := ada.mails()
	if len(mails) != 1 || len(other.mails()) != 0 {
		t.Fatalf("%d mails and %d to someone who never asked", len(mails), len(other.mails()))
	}
	m := mails[0]
	for _, part := range []string{
		"2 new jobs for you this week", "Backend Go Engineer (Postgres)", "Go and <Postgres> Backend & more", "Larkspur Analytics", "Copenhagen, Denmark",
		"https://rolecall.example/find?job=" + w.jobs.postings[0].ID.String(), "go, backend, postgres",
	} {
		if !strings.Contains(m.Text, part) {
			t.Errorf("the text lacks %q:\n%s", part, m.Text)
		}
	}
	for _, part := range []string{"Go and &lt;Postgres&gt; Backend &amp; more", `href="https://rolecall.example/find?job=` + w.jobs.postings[1].ID.String(), "Larkspur Analytics", "Unsubscribe"} {
		if !strings.Contains(m.HTML, part) {
			t.Errorf("the HTML lacks %q", part)
		}
	}
	if strings.Contains(m.HTML, "<img") || strings.Contains(m.Text, "Nurse") {
		t.Error("an image, or a job that does not match")
	}
	if m.Header.Get("List-Unsubscribe-Post") != "List-Unsubscribe=One-Click" || m.Header.Get("List-Unsubscribe") == "" {
		t.Error("no one-click unsubscribe")
	}
	if len(ada.centre()) != 0 {
		t.Error("the digest is a mail and nothing else")
	}
}

func TestTheDigestSearchIsRelaxed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, keywords, locations string
		jobs                      []string // title@location
		want                      []string // searches as keyword | locations
		runs                      []string
	}{
		{"three keywords", "go;backend;sql", "Oslo", []string{"go backend sql@Oslo"}, []string{"go backend sql | Oslo"}, []string{"sent 1"}},
		{"two", "go;backend;sql", "Oslo", []string{"go backend@Oslo"}, []string{"go backend sql | Oslo", "go backend | Oslo"}, []string{"sent 1"}},
		{"one", "go;backend;sql", "Oslo", []string{"go@Oslo"}, []string{"go backend sql | Oslo", "go backend | Oslo", "go | Oslo"}, []string{"sent 1"}},
		{"locations only", "go;backend;sql", "Oslo", []string{"Nurse@Oslo"}, []string{"go backend sql | Oslo", "go backend | Oslo", "go | Oslo", "- | Oslo"}, []string{"sent 1"}},
		{"nothing", "go;backend;sql", "Oslo", []string{"Nurse@Bergen"}, []string{"go backend sql | Oslo", "go backend | Oslo", "go | Oslo", "- | Oslo"}, []string{"skipped 0"}},
		{"without locations", "go;backend", "", []string{"Nurse@Bergen"}, []string{"go backend | -", "go | -"}, []string{"skipped 0"}},
		{"only locations", "", "Oslo;Bergen", []string{"Nurse@Bergen"}, []string{"- | Oslo+Bergen"}, []string{"sent 1"}},
		{"empty profile", "", "", []string{"Nurse@Bergen"}, []string{"- | -"}, []string{"sent 1"}},
		{"empty profile, no jobs", "", "", nil, []string{"- | -"}, []string{"skipped 0"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.clock.set(monday)
			ada := w.subscriber(tt.keywords, tt.locations)
			for _, j := range tt.jobs {
				title, location, _ := strings.Cut(j, "@")
				w.jobs.posts(title, location)
			}
			w.digests()
			w.delivers()
			if diff := cmp.Diff(w.jobs.asked(), tt.want); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(ada.runs(), tt.runs); diff != "" {
				t.Error(diff)
			}
			if got, want := len(ada.mails()) == 1, strings.HasPrefix(tt.runs[0], "sent"); got != want {
				t.Errorf("mailed: %v", got)
			}
			// The mail links the search that found something, to be changed.
			keyword, locations, _ := strings.Cut(tt.want[len(tt.want)-1], " | ")
			search := url.Values{"postedWithin": {"week"}}
			if keyword != "-" {
				search.Set("keyword", keyword)
			}
			if locations != "-" {
				search["location"] = strings.Split(locations, "+")
			}
			for _, m := range ada.mails() {
				if want := "See or change this search:\nhttps://rolecall.example/find?" + search.Encode(); !strings.Contains(m.Text, want) {
					t.Errorf("the mail lacks %s", want)
				}
			}
		})
	}
}

func TestMaxJobs(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(c *configuration) { c.Digest.MaxJobs = 3 })
	w.clock.set(monday)
	ada := w.subscriber("", "")
	for i := range 5 {
		w.jobs.posts(fmt.Sprint("Job ", i), "")
	}
	w.digests()
	w.delivers()
	if diff := cmp.Diff(ada.runs(), []string{"sent 3"}); diff != "" || w.jobs.searches[0].Size.Or(0) != 3 {
		t.Error(diff)
	}
}

func TestOneDigestAWeek(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.jobs.posts("Nurse", "Oslo")
	ada := w.subscriber("", "")
	mailed := func(when string, want int) {
		t.Helper()
		w.clock.set(at(when))
		w.digests()
		w.delivers()
		if got := len(ada.mails()); got != want {
			t.Errorf("at %s %d mails, want %d", when, got, want)
		}
	}
	mailed("2026-12-21T08:00:00Z", 1)
	mailed("2026-12-27T23:59:59Z", 1)
	mailed("2026-12-28T00:00:00Z", 2) // week 53
	mailed("2026-12-31T23:00:00Z", 2)
	mailed("2027-01-03T23:59:59Z", 2) // still week 53
	mailed("2027-01-04T08:00:00Z", 3)
	ids := map[string]bool{}
	for _, m := range ada.mails() {
		ids[m.Header.Get("Message-Id")] = true
	}
	if len(ids) != 3 {
		t.Errorf("%d different Message-IDs", len(ids))
	}
	// A row that says it was sent is enough.
	grace := w.subscriber("", "")
	w.exec("INSERT INTO notification.digest_run (id, user_id, sent_at, job_count, status) VALUES (gen_random_uuid(), $1, $2, 4, 'sent')", grace.id, at("2027-01-04T09:00:00Z"))
	w.digests()
	w.delivers()
	if len(grace.mails()) != 0 {
		t.Error("a second digest in one week")
	}
}

// A digest that waits for the mail server is not made again, and one that found nothing is.
func TestAgainInTheSameWeek(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	ada, grace := w.subscriber("go", ""), w.subscriber("", "")
	w.jobs.posts("Nurse", "Oslo")
	if diff := cmp.Diff(w.digests(), notifications.DigestResult{Enqueued: 1, Skipped: 1}); diff != "" {
		t.Error(diff)
	}
	w.clock.pass(time.Hour)
	w.jobs.posts("Go Engineer", "Oslo")
	if diff := cmp.Diff(w.digests(), notifications.DigestResult{Enqueued: 1}); diff != "" {
		t.Error(diff)
	}
	w.delivers()
	if diff := cmp.Diff(ada.runs(), []string{"skipped 0", "sent 1"}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(grace.runs(), []string{"sent 1"}); diff != "" {
		t.Error(diff)
	}
}

func TestDigestFailuresAreTheUsersOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	w.jobs.posts("Nurse", "Oslo")
	first, broken, stranger, last := w.subscriber("", ""), w.subscriber("", ""), w.stranger(), w.subscriber("", "")
	stranger.prefers(object{"weeklyDigestEmail": true})
	w.applications.broken[broken.id] = true
	if diff := cmp.Diff(w.digests(), notifications.DigestResult{Enqueued: 2, Failed: 2}); diff != "" {
		t.Error(diff)
	}
	w.delivers()
	for _, p := range []person{first, last} {
		if diff := cmp.Diff(p.runs(), []string{"sent 1"}); diff != "" {
			t.Error(diff)
		}
	}
	if got := broken.runs(); len(got) != 1 || !strings.HasPrefix(got[0], "failed 0 read profile:") {
		t.Errorf("got %q", got)
	}
	if diff := cmp.Diff(stranger.runs(), []string{"failed 0 identity knows no address of the user"}); diff != "" {
		t.Error(diff)
	}
	if w.counted("digest", "failed") != 2 || w.counted("digest", "no_address") != 1 || w.counted("digest", "fired") != 2 {
		t.Error("not counted")
	}
}

func TestADigestThatTheServerRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	w.jobs.posts("Nurse", "Oslo")
	ada := w.subscriber("", "")
	w.digests()
	w.mail.Behave(mailtest.Refuse)
	w.delivers()
	if got := ada.runs(); len(got) != 1 || !strings.HasPrefix(got[0], "failed 1 send mail:") || strings.Contains(got[0], ada.address) {
		t.Errorf("got %q", got)
	}
}

func TestADigestIsNotSentToSomeoneWhoLeft(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	w.jobs.posts("Nurse", "Oslo")
	ada, grace := w.subscriber("", ""), w.subscriber("", "")
	w.digests()
	ada.prefers(object{"weeklyDigestEmail": false})
	w.delivers()
	if len(ada.mails()) != 0 || len(ada.runs()) != 1 || !strings.HasPrefix(ada.runs()[0], "failed") {
		t.Errorf("%d mails, runs %q", len(ada.mails()), ada.runs())
	}
	if len(grace.mails()) != 1 {
		t.Errorf("%d mails to one who stayed", len(grace.mails()))
	}
}

func TestADigestOfLastWeekIsGivenUp(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(at("2026-05-31T23:00:00Z"))
	w.jobs.posts("Nurse", "Oslo")
	ada := w.subscriber("", "")
	w.digests()
	w.clock.set(at("2026-06-01T00:00:00Z"))
	if r := w.delivers(); r.GivenUp != 1 || len(ada.mails()) != 0 {
		t.Errorf("%+v", r)
	}
	w.digests()
	w.delivers()
	if got := ada.runs(); len(got) != 2 || got[1] != "sent 1" || !strings.HasPrefix(got[0], "failed 1 the week") {
		t.Errorf("got %q", got)
	}
}

func TestDigestsWithNeighboursAway(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	w.jobs.posts("Nurse", "Oslo")
	ada := w.subscriber("", "")
	w.jobs.goAway(true)
	if r, err := w.svc.SendDigests(t.Context()); err == nil || r.Failed != 1 {
		t.Errorf("job search away: %+v, %v", r, err)
	}
	w.jobs.goAway(false)
	w.clock.pass(10 * time.Minute)
	w.applications.goAway(true)
	if r, err := w.svc.SendDigests(t.Context()); err == nil || r.Failed != 1 {
		t.Errorf("applications away: %+v, %v", r, err)
	}
	w.applications.goAway(false)
	w.clock.pass(10 * time.Minute)
	w.identity.goAway(true)
	if r := w.digests(); r.Enqueued != 1 {
		t.Errorf("identity away: %+v", r)
	}
	w.delivers()
	w.identity.goAway(false)
	w.clock.pass(10 * time.Minute)
	w.delivers()
	if got := ada.runs(); len(got) != 3 || got[2] != "sent 1" || len(ada.mails()) != 1 {
		t.Errorf("%d mails, runs %q", len(ada.mails()), got)
	}
}

func TestReplicasSendOneDigestEach(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	w.jobs.posts("Nurse", "Oslo")
	w.exec("INSERT INTO notification.preferences (user_id, weekly_digest_email) SELECT gen_random_uuid(), true FROM generate_series(1, 300)")
	w.exec("INSERT INTO notification.preferences (user_id, weekly_digest_email) SELECT gen_random_uuid(), false FROM generate_series(1, 50)")
	for _, id := range w.texts("SELECT user_id::text FROM notification.preferences WHERE weekly_digest_email") {
		w.identity.emails[uuid.MustParse(id)] = id + "@example.org"
	}
	replicas := []*notifications.Service{w.svc, w.replica(), w.replica()}
	enqueued := make(chan int, 3)
	for _, err := range everyone(t.Context(), replicas, func(ctx context.Context, s *notifications.Service) error {
		r, err := s.SendDigests(ctx)
		enqueued <- r.Enqueued
		return err
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	shares := []int{<-enqueued, <-enqueued, <-enqueued}
	if shares[0]+shares[1]+shares[2] != 300 || len(w.jobs.searches) != 300 {
		t.Errorf("digests made by each: %v, with %d searches", shares, len(w.jobs.searches))
	}
	for _, err := range everyone(t.Context(), replicas, func(ctx context.Context, s *notifications.Service) error {
		_, err := s.DeliverMail(ctx)
		return err
	}) {
		if err != nil {
			t.Error(err)
		}
	}
	w.mail.Wait(300)
	if n := w.count("SELECT count(DISTINCT user_id) FROM notification.digest_run WHERE status = 'sent'"); n != 300 || len(w.mail.Messages()) != 300 {
		t.Errorf("%d users have their digest, %d mails", n, len(w.mail.Messages()))
	}
}

// A process that dies in the middle leaves claims behind; when they end another one goes on.
func TestADigestRunBrokenOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	w.jobs.posts("Nurse", "Oslo")
	var people []person
	for range 12 {
		people = append(people, w.subscriber("", ""))
	}
	w.digests()
	// As a dead process would leave it: half of them claimed, nothing done.
	w.exec("DELETE FROM notification.outbox")
	w.exec("UPDATE notification.digest_claim SET enqueued = false, tried_at = NULL, locked_by = gen_random_uuid(), locked_until = $1", monday.Add(10*time.Minute))
	if r := w.digests(); r.Enqueued != 0 {
		t.Errorf("took over a claim that still holds: %+v", r)
	}
	w.clock.pass(11 * time.Minute)
	if r := w.digests(); r.Enqueued != 12 {
		t.Errorf("%+v", r)
	}
	w.delivers()
	for _, p := range people {
		if len(p.mails()) != 1 {
			t.Errorf("%d mails", len(p.mails()))
		}
	}
}

// What job search cannot take is left out of the search, and the mail says so.
func TestADigestDropsWhatCannotBeSearched(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	long := "Copenhagen, or " + strings.Repeat("ø", 186) // 201 characters
	word := strings.Repeat("x", 400)
	ada := w.subscriber("go;"+word+";engineer", "Remote;"+long)
	lost := w.subscriber("", long)
	w.jobs.posts("Go Engineer", "Remote")
	if diff := cmp.Diff(w.digests(), notifications.DigestResult{Enqueued: 2}); diff != "" {
		t.Error(diff)
	}
	w.delivers()
	if got := w.jobs.asked(); !slices.Contains(got, "go engineer | Remote") || !slices.Contains(got, "- | -") {
		t.Errorf("searches: %q", got)
	}
	for _, p := range []person{ada, lost} {
		if mails := p.mails(); len(mails) != 1 || !strings.Contains(mails[0].Text, "Not searched for, because it is too long: ") || !strings.Contains(mails[0].Text, "Copenhagen, or ø") {
			t.Errorf("%d mails, runs: %q", len(mails), p.runs())
		}
	}
}

// Addresses are fetched in one batch, up to the limit of identity's contract.
func TestADigestAsksForAddressesInOneBatch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.clock.set(monday)
	for range 501 {
		w.exec("INSERT INTO notification.preferences (user_id, weekly_digest_email) VALUES ($1, true)", uuid.New())
	}
	w.digests()
	var sizes []int
	for _, users := range w.identity.lookups {
		sizes = append(sizes, len(users))
	}
	if !slices.Equal(sizes, []int{500, 1}) {
		t.Errorf("identity was asked for %v users at a time", sizes)
	}
}
