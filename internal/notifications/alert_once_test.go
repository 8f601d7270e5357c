package notifications_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"testing"
	"time"

	"github.com/google/uuid"

	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/notifications"
)

var jobLink = regexp.MustCompile(`/find\?job=([0-9a-f-]{36})`)

// wantToldOnce checks that each person got every posting in exactly one mail, and one notice for each mail. A mail may have
// been sent twice, with the same Message-ID.
func (fx *fixture) wantToldOnce(want map[uuid.UUID][]uuid.UUID, people []person) {
	fx.t.Helper()
	for _, p := range people {
		mails, told := map[string]bool{}, map[string]int{}
		for _, m := range p.mails() {
			if id := m.Header.Get("Message-Id"); !mails[id] {
				mails[id] = true
				for _, link := range jobLink.FindAllStringSubmatch(m.Text, -1) {
					told[link[1]]++
				}
			}
		}
		for _, job := range want[p.id] {
			if n := told[job.String()]; n != 1 {
				fx.t.Errorf("posting %s is in %d mails, want 1", job, n)
			}
			delete(told, job.String())
		}
		if len(told) > 0 {
			fx.t.Errorf("told of %d postings that were never found", len(told))
		}
		if n := fx.count("SELECT count(*) FROM notification.notification WHERE user_id = $1 AND type = 'JOB_ALERT'", p.id); n != len(mails) {
			fx.t.Errorf("%d notices, %d mails", n, len(mails))
		}
		if n := p.alertHits("").TotalElements; n != int64(len(want[p.id])) {
			fx.t.Errorf("%d hits listed, want %d", n, len(want[p.id]))
		}
	}
	if n := len(fx.jobs.hits); n != 0 {
		fx.t.Errorf("%d hits not taken, want 0", n)
	}
}

// TestReplicasTellEachHitOnce runs three replicas at the same times over a week: hits of all rhythms come, some calls
// fail, and users have quiet hours.
func TestReplicasTellEachHitOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	random := rand.New(rand.NewPCG(1, 2)) // the same hits in every run
	var people []person
	for i := range 12 {
		p := fx.person()
		p.Do("PUT", "/notifications/time-zone", object{"timeZone": []string{"Europe/Berlin", "America/New_York", "Asia/Tokyo"}[i%3]}).Want(200)
		p.setAlerts(object{"hour": i * 2, "quietFrom": i, "quietUntil": (i + 8) % 24})
		people = append(people, p)
	}
	fx.jobs.onTaken = func() error {
		if random.IntN(5) == 0 {
			return errors.New("the connection broke")
		}
		return nil
	}
	want := map[uuid.UUID][]uuid.UUID{}
	rhythms := jobs.AlertRhythm("").AllValues()
	run := func() {
		fx.onReplicas(3, func(s *notifications.Service) error {
			_, _ = s.TellAlerts(t.Context()) // job search fails now and then
			_, err := s.DeliverMail(t.Context())
			return err
		})
	}
	for range 28 {
		for range 4 {
			p := people[random.IntN(len(people))]
			s := search{uuid.New(), "Search", rhythms[random.IntN(len(rhythms))]}
			want[p.id] = append(want[p.id], p.hit(s, "Engineer"))
		}
		run()
		fx.clock.Add(6 * time.Hour)
	}
	fx.jobs.onTaken = nil
	for range 30 {
		run()
		fx.clock.Add(7 * time.Hour)
	}
	fx.wantToldOnce(want, people)
}

// TestKilledProcessTellsEachHitOnce checks that after SIGKILL at random times no hit is lost and none is told twice.
func TestKilledProcessTellsEachHitOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	people := []person{fx.person(), fx.person(), fx.person()}
	want := map[uuid.UUID][]uuid.UUID{}
	for range 10 {
		for _, p := range people {
			for range 2 { // so few that a mail names all of them
				want[p.id] = append(want[p.id], p.hit(inOslo, "Engineer"))
			}
		}
		fx.kill(time.Duration(rand.IntN(150)) * time.Millisecond)
		fx.clock.Add(11 * time.Minute) // the leases of the dead process end, and so does the gap between alerts
	}
	t.Logf("%d hits told before the last kill", fx.count("SELECT count(*) FROM notification.alert_hit WHERE told_at IS NOT NULL"))
	for range 3 {
		fx.tell()
		fx.clock.Add(11 * time.Minute)
	}
	for fx.count("SELECT count(*) FROM notification.outbox WHERE delivered_at IS NULL") > 0 {
		fx.deliver()
		fx.clock.Add(3 * time.Minute)
	}
	fx.wantToldOnce(want, people)
}

func TestToldHitsArePrunedAfterAYear(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.hit(inOslo, "Engineer")
	fx.tell()
	for _, tt := range []struct {
		days int
		left int64
	}{{364, 1}, {2, 0}} {
		fx.clock.Add(time.Duration(tt.days) * 24 * time.Hour)
		if _, err := fx.svc.Housekeep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := ada.alertHits("").TotalElements; n != tt.left {
			t.Errorf("%d hits after %d more days", n, tt.days)
		}
	}
}
