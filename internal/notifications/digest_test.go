package notifications_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
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

// subscriber returns a person who has enabled the digest and has the given interests.
func (fx *fixture) subscriber(keywords, locations string) person {
	fx.t.Helper()
	p := fx.person()
	p.setPreferences(object{"weeklyDigestEmail": true})
	p.setInterests(keywords, locations)
	return p
}

func (p person) setInterests(keywords, locations string) {
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return r == ';' })
	}
	p.fx.applications.mu.Lock()
	defer p.fx.applications.mu.Unlock()
	p.fx.applications.profiles[p.id] = applications.InterestProfile{Keywords: split(keywords), Locations: split(locations)}
}

func (fx *fixture) sendDigests() notifications.DigestResult {
	fx.t.Helper()
	r, err := fx.svc.SendDigests(fx.t.Context())
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

// runs returns a person's digest runs as "status jobs error".
func (p person) runs() []string {
	p.fx.t.Helper()
	return p.fx.texts("SELECT trim(status || ' ' || job_count || ' ' || coalesce(error_message, '')) FROM notification.digest_run "+
		"WHERE user_id = $1 ORDER BY sent_at, id", p.id)
}

func TestDigestListsMatchingJobs(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	ada, other := fx.subscriber("go;backend;postgres;kafka", "Copenhagen, Denmark;Remote"), fx.person()
	fx.jobs.post("Backend Go Engineer (Postgres)", "Remote")
	fx.jobs.post("Go and <Postgres> Backend & more", "Copenhagen, Denmark")
	fx.jobs.post("Nurse", "Remote")
	fx.jobs.never = []string{"intern"}
	if diff := cmp.Diff(fx.sendDigests(), notifications.DigestResult{Enqueued: 1}); diff != "" {
		t.Error(diff)
	}
	p := fx.jobs.searches[0]
	if p.Correct.Or(false) || p.Interpret.Or(false) {
		t.Error("a digest does not show how its keyword was read, so it must be searched for as it is")
	}
	if p.Keyword.Or("") != "go backend postgres" || !slices.Equal(p.Location, []string{"Copenhagen, Denmark", "Remote"}) ||
		p.PostedWithin.Or("") != "week" || p.Sort.Or("") != "newest" || p.Size.Or(0) != 10 || p.UnconfirmedDays.Or(30) != 3 ||
		p.IncludeClosed.Or(false) {
		t.Errorf("search: %+v", p)
	}
	if !slices.Equal(p.NeverTitle, []string{"intern"}) || !slices.Equal(p.AlwaysWord, []string{"engineer"}) || !p.AlwaysFirst.Or(false) {
		t.Errorf("the user's rules are not in the search: %+v", p)
	}
	if len(ada.runs()) != 0 {
		t.Error("counted as sent before the mail server has it")
	}
	fx.deliver()
	if diff := cmp.Diff(ada.runs(), []string{"sent 2"}); diff != "" {
		t.Error(diff)
	}
	mails := ada.mails()
	if len(mails) != 1 || len(other.mails()) != 0 {
		t.Fatalf("%d mails and %d to someone who never asked", len(mails), len(other.mails()))
	}
	m := mails[0]
	for _, part := range []string{
		"2 new jobs for you this week", "Backend Go Engineer (Postgres)", "Go and <Postgres> Backend & more", "Larkspur Analytics",
		"Copenhagen, Denmark",
		"https://rolecall.example/find?job=" + fx.jobs.postings[0].ID.String(), "go, backend, postgres",
	} {
		if !strings.Contains(m.Text, part) {
			t.Errorf("the text lacks %q:\n%s", part, m.Text)
		}
	}
	for _, part := range []string{"Go and &lt;Postgres&gt; Backend &amp; more", `href="https://rolecall.example/find?job=` +
		fx.jobs.postings[1].ID.String(), "Larkspur Analytics", "Unsubscribe"} {
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
	if len(ada.notices()) != 0 {
		t.Error("the digest is a mail and nothing else")
	}
}

func TestDigestRelaxesTheSearch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, keywords, locations string
		jobs                      []string // title@location
		want                      []string // searches as keyword | locations
		runs                      []string
	}{
		{"three keywords", "go;backend;sql", "Oslo", []string{"go backend sql@Oslo"}, []string{"go backend sql | Oslo"}, []string{"sent 1"}},
		{"two", "go;backend;sql", "Oslo", []string{"go backend@Oslo"}, []string{"go backend sql | Oslo", "go backend | Oslo"},
			[]string{"sent 1"}},
		{"one", "go;backend;sql", "Oslo", []string{"go@Oslo"}, []string{"go backend sql | Oslo", "go backend | Oslo", "go | Oslo"},
			[]string{"sent 1"}},
		{"locations only", "go;backend;sql", "Oslo", []string{"Nurse@Oslo"}, []string{"go backend sql | Oslo", "go backend | Oslo",
			"go | Oslo", "- | Oslo"}, []string{"sent 1"}},
		{"nothing", "go;backend;sql", "Oslo", []string{"Nurse@Bergen"}, []string{"go backend sql | Oslo", "go backend | Oslo",
			"go | Oslo", "- | Oslo"}, []string{"skipped 0"}},
		{"without locations", "go;backend", "", []string{"Nurse@Bergen"}, []string{"go backend | -", "go | -"}, []string{"skipped 0"}},
		{"only locations", "", "Oslo;Bergen", []string{"Nurse@Bergen"}, []string{"- | Oslo+Bergen"}, []string{"sent 1"}},
		{"empty profile", "", "", []string{"Nurse@Bergen"}, []string{"- | -"}, []string{"sent 1"}},
		{"empty profile, no jobs", "", "", nil, []string{"- | -"}, []string{"skipped 0"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			fx.clock.Set(monday)
			ada := fx.subscriber(tt.keywords, tt.locations)
			for _, j := range tt.jobs {
				title, location, _ := strings.Cut(j, "@")
				fx.jobs.post(title, location)
			}
			fx.sendDigests()
			fx.deliver()
			if diff := cmp.Diff(fx.jobs.asked(), tt.want); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(ada.runs(), tt.runs); diff != "" {
				t.Error(diff)
			}
			if got, want := len(ada.mails()) == 1, strings.HasPrefix(tt.runs[0], "sent"); got != want {
				t.Errorf("mailed: %v", got)
			}
			// The mail links to the search that found something.
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

func TestDigestHasAtMostMaxJobs(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(c *configuration) { c.Digest.MaxJobs = 3 })
	fx.clock.Set(monday)
	ada := fx.subscriber("", "")
	for i := range 5 {
		fx.jobs.post(fmt.Sprint("Job ", i), "")
	}
	fx.sendDigests()
	fx.deliver()
	if diff := cmp.Diff(ada.runs(), []string{"sent 3"}); diff != "" || fx.jobs.searches[0].Size.Or(0) != 3 {
		t.Error(diff)
	}
}

func TestDigestIsSentOncePerWeek(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.jobs.post("Nurse", "Oslo")
	ada := fx.subscriber("", "")
	mailed := func(when string, want int) {
		t.Helper()
		fx.clock.Set(at(when))
		fx.sendDigests()
		fx.deliver()
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
		t.Errorf("%d different Message-IDs, want 3", len(ids))
	}
	// A row with status sent prevents another digest.
	grace := fx.subscriber("", "")
	fx.exec("INSERT INTO notification.digest_run (id, user_id, sent_at, job_count, status) VALUES (gen_random_uuid(), $1, $2, 4, 'sent')",
		grace.id, at("2027-01-04T09:00:00Z"))
	fx.sendDigests()
	fx.deliver()
	if len(grace.mails()) != 0 {
		t.Error("a second digest in one week")
	}
}

// TestSkippedDigestIsRetriedInTheSameWeek checks that a digest that waits for the mail server is not made again, and
// that one that found nothing is.
func TestSkippedDigestIsRetriedInTheSameWeek(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	ada, grace := fx.subscriber("go", ""), fx.subscriber("", "")
	fx.jobs.post("Nurse", "Oslo")
	if diff := cmp.Diff(fx.sendDigests(), notifications.DigestResult{Enqueued: 1, Skipped: 1}); diff != "" {
		t.Error(diff)
	}
	fx.clock.Add(time.Hour)
	fx.jobs.post("Go Engineer", "Oslo")
	if diff := cmp.Diff(fx.sendDigests(), notifications.DigestResult{Enqueued: 1}); diff != "" {
		t.Error(diff)
	}
	fx.deliver()
	if diff := cmp.Diff(ada.runs(), []string{"skipped 0", "sent 1"}); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(grace.runs(), []string{"sent 1"}); diff != "" {
		t.Error(diff)
	}
}

func TestDigestFailureDoesNotAffectOtherUsers(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	fx.jobs.post("Nurse", "Oslo")
	first, broken, stranger, last := fx.subscriber("", ""), fx.subscriber("", ""), fx.withoutAddress(), fx.subscriber("", "")
	stranger.setPreferences(object{"weeklyDigestEmail": true})
	fx.applications.broken[broken.id] = true
	if diff := cmp.Diff(fx.sendDigests(), notifications.DigestResult{Enqueued: 2, Failed: 2}); diff != "" {
		t.Error(diff)
	}
	fx.deliver()
	for _, p := range []person{first, last} {
		if diff := cmp.Diff(p.runs(), []string{"sent 1"}); diff != "" {
			t.Error(diff)
		}
	}
	if got := broken.runs(); len(got) != 1 || !strings.HasPrefix(got[0], "failed 0 read profile:") {
		t.Errorf("got %q, want one failure to read the profile", got)
	}
	if diff := cmp.Diff(stranger.runs(), []string{"failed 0 identity has no address of the user"}); diff != "" {
		t.Error(diff)
	}
	if fx.counted("digest", "failed") != 2 || fx.counted("digest", "no_address") != 1 || fx.counted("digest", "fired") != 2 {
		t.Error("not counted")
	}
}

func TestRefusedDigestIsRecordedAsFailed(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	fx.jobs.post("Nurse", "Oslo")
	ada := fx.subscriber("", "")
	fx.sendDigests()
	fx.mail.Behave(mailtest.Refuse)
	fx.deliver()
	if got := ada.runs(); len(got) != 1 || !strings.HasPrefix(got[0], "failed 1 send mail:") || strings.Contains(got[0], ada.address) {
		t.Errorf("got %q, want one failure to send, without the address", got)
	}
}

func TestDigestIsNotSentAfterUnsubscribing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	fx.jobs.post("Nurse", "Oslo")
	ada, grace := fx.subscriber("", ""), fx.subscriber("", "")
	fx.sendDigests()
	ada.setPreferences(object{"weeklyDigestEmail": false})
	fx.deliver()
	if len(ada.mails()) != 0 || len(ada.runs()) != 1 || !strings.HasPrefix(ada.runs()[0], "failed") {
		t.Errorf("%d mails, runs %q", len(ada.mails()), ada.runs())
	}
	if len(grace.mails()) != 1 {
		t.Errorf("%d mails to one who stayed, want 1", len(grace.mails()))
	}
}

func TestLastWeeksDigestIsGivenUp(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(at("2026-05-31T23:00:00Z"))
	fx.jobs.post("Nurse", "Oslo")
	ada := fx.subscriber("", "")
	fx.sendDigests()
	fx.clock.Set(at("2026-06-01T00:00:00Z"))
	if r := fx.deliver(); r.GivenUp != 1 || len(ada.mails()) != 0 {
		t.Errorf("%+v", r)
	}
	fx.sendDigests()
	fx.deliver()
	if got := ada.runs(); len(got) != 2 || got[1] != "sent 1" || !strings.HasPrefix(got[0], "failed 1 the week") {
		t.Errorf("got %q, want a failed run, then a sent one", got)
	}
}

func TestDigestIsRetriedAfterAnOutage(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	fx.jobs.post("Nurse", "Oslo")
	ada := fx.subscriber("", "")
	fx.jobs.setAway(true)
	if r, err := fx.svc.SendDigests(t.Context()); err == nil || r.Failed != 1 {
		t.Errorf("job search away: %+v, %v", r, err)
	}
	fx.jobs.setAway(false)
	fx.clock.Add(10 * time.Minute)
	fx.applications.setAway(true)
	if r, err := fx.svc.SendDigests(t.Context()); err == nil || r.Failed != 1 {
		t.Errorf("applications away: %+v, %v", r, err)
	}
	fx.applications.setAway(false)
	fx.clock.Add(10 * time.Minute)
	fx.identity.setAway(true)
	if r := fx.sendDigests(); r.Enqueued != 1 {
		t.Errorf("identity away: %+v", r)
	}
	fx.deliver()
	fx.identity.setAway(false)
	fx.clock.Add(10 * time.Minute)
	fx.deliver()
	if got := ada.runs(); len(got) != 3 || got[2] != "sent 1" || len(ada.mails()) != 1 {
		t.Errorf("%d mails, runs %q", len(ada.mails()), got)
	}
}

func TestReplicasSendEachDigestOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	fx.jobs.post("Nurse", "Oslo")
	fx.exec("INSERT INTO notification.preferences (user_id, weekly_digest_email) SELECT gen_random_uuid(), true FROM generate_series(1, 300)")
	fx.exec("INSERT INTO notification.preferences (user_id, weekly_digest_email) SELECT gen_random_uuid(), false FROM generate_series(1, 50)")
	for _, id := range fx.texts("SELECT user_id::text FROM notification.preferences WHERE weekly_digest_email") {
		fx.identity.emails[uuid.MustParse(id)] = id + "@example.org"
	}
	var enqueued atomic.Int64
	fx.onReplicas(3, func(s *notifications.Service) error {
		r, err := s.SendDigests(t.Context())
		enqueued.Add(int64(r.Enqueued))
		return err
	})
	if n := enqueued.Load(); n != 300 || len(fx.jobs.searches) != 300 {
		t.Errorf("%d digests made with %d searches", n, len(fx.jobs.searches))
	}
	fx.onReplicas(3, func(s *notifications.Service) error {
		_, err := s.DeliverMail(t.Context())
		return err
	})
	fx.mail.Wait(300)
	if n := fx.count("SELECT count(DISTINCT user_id) FROM notification.digest_run WHERE status = 'sent'"); n != 300 ||
		len(fx.mail.Messages()) != 300 {
		t.Errorf("%d users have their digest, %d mails", n, len(fx.mail.Messages()))
	}
}

func TestExpiredDigestClaimIsTakenOver(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	fx.jobs.post("Nurse", "Oslo")
	var people []person
	for range 12 {
		people = append(people, fx.subscriber("", ""))
	}
	fx.sendDigests()
	// The state that a dead process leaves: users claimed, nothing done.
	fx.exec("DELETE FROM notification.outbox")
	fx.exec("UPDATE notification.digest_claim SET enqueued = false, tried_at = NULL, locked_by = gen_random_uuid(), locked_until = $1",
		monday.Add(10*time.Minute))
	if r := fx.sendDigests(); r.Enqueued != 0 || r.Held != 12 {
		t.Errorf("took over a claim that still holds: %+v", r)
	}
	fx.clock.Add(11 * time.Minute)
	if r := fx.sendDigests(); r.Enqueued != 12 || r.Held != 0 {
		t.Errorf("%+v", r)
	}
	fx.deliver()
	for _, p := range people {
		if len(p.mails()) != 1 {
			t.Errorf("%d mails, want 1", len(p.mails()))
		}
	}
}

// TestDigestLeavesOutLongSearchTerms checks that terms that exceed the limits of job search are left out, and that the
// mail mentions it.
func TestDigestLeavesOutLongSearchTerms(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	long := "Copenhagen, or " + strings.Repeat("ø", 186) // 201 characters
	word := strings.Repeat("x", 400)
	ada := fx.subscriber("go;"+word+";engineer", "Remote;"+long)
	lost := fx.subscriber("", long)
	fx.jobs.post("Go Engineer", "Remote")
	if diff := cmp.Diff(fx.sendDigests(), notifications.DigestResult{Enqueued: 2}); diff != "" {
		t.Error(diff)
	}
	fx.deliver()
	if got := fx.jobs.asked(); !slices.Contains(got, "go engineer | Remote") || !slices.Contains(got, "- | -") {
		t.Errorf("searches: %q", got)
	}
	for _, p := range []person{ada, lost} {
		if mails := p.mails(); len(mails) != 1 || !strings.Contains(mails[0].Text, "Left out because the search would be too long: ") ||
			!strings.Contains(mails[0].Text, "Copenhagen, or ø") {
			t.Errorf("%d mails, runs: %q", len(mails), p.runs())
		}
	}
}

func TestDigestLooksUpAddressesInBatches(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	fx.clock.Set(monday)
	for range 501 {
		fx.exec("INSERT INTO notification.preferences (user_id, weekly_digest_email) VALUES ($1, true)", uuid.New())
	}
	fx.sendDigests()
	var sizes []int
	for _, users := range fx.identity.lookups {
		sizes = append(sizes, len(users))
	}
	if !slices.Equal(sizes, []int{500, 1}) {
		t.Errorf("identity was asked for %v users at a time", sizes)
	}
}
