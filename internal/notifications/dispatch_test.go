package notifications_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/notifications"
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/schema"
)

func TestReminderFiresOnce(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	r := ada.remind(object{"title": "Send <b>thanks</b> & regards", "note": "Line one\nLine <two>"})
	fx.clock.Set(r.TriggerAtUtc.Add(-time.Microsecond))
	if got := fx.dispatch(); got != (notifications.DispatchResult{}) {
		t.Errorf("fired before its time: %+v", got)
	}
	fx.clock.Set(r.TriggerAtUtc)
	if diff := cmp.Diff(fx.dispatch(), notifications.DispatchResult{Fired: 1, InApp: 1, Mails: 1}); diff != "" {
		t.Error(diff)
	}
	if got := fx.dispatch(); got.Fired != 0 {
		t.Errorf("fired again: %+v", got)
	}
	notices := ada.notices()
	if len(notices) != 1 || notices[0].Type != "CUSTOM_REMINDER" || notices[0].Title != r.Title ||
		notices[0].Message != "Backend Engineer at Northwind Harbour\n\nLine one\nLine <two>" ||
		notices[0].Read || notices[0].ApplicationId.Value != r.ApplicationId || notices[0].CreatedAt != fx.clock.Now() {
		t.Errorf("notices: %+v", notices)
	}
	fx.deliver()
	fx.deliver()
	mails := ada.mails()
	if len(mails) != 1 {
		t.Fatalf("%d mails, want 1", len(mails))
	}
	m := mails[0]
	if m.Subject != r.Title {
		t.Errorf("subject %q, want %q", m.Subject, r.Title)
	}
	link := "https://rolecall.example/tracker/" + r.ApplicationId.String()
	for _, part := range []string{r.Title, "Line one\nLine <two>", link} {
		if !strings.Contains(m.Text, part) {
			t.Errorf("the text lacks %q:\n%s", part, m.Text)
		}
	}
	for _, part := range []string{"Send &lt;b&gt;thanks&lt;/b&gt; &amp; regards", "Line &lt;two&gt;", link} {
		if !strings.Contains(m.HTML, part) {
			t.Errorf("the HTML lacks %q", part)
		}
	}
	if id := m.Header.Get("Message-Id"); !strings.HasSuffix(id, "@rolecall.example>") {
		t.Errorf("Message-ID %q", id)
	}
	if m.Header.Get("List-Unsubscribe") != "" {
		t.Error("a reminder that the user set has no list to leave")
	}
}

func TestMailWithoutNoteHasOnlyTheTitle(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	for _, note := range []any{nil, " \n\t "} {
		ada.remind(object{"title": "Call the recruiter", "note": note, "channels": []string{"EMAIL"}})
	}
	fx.clock.Add(time.Hour)
	fx.dispatch()
	fx.deliver()
	mails := ada.mails()
	if len(mails) != 2 {
		t.Fatalf("%d mails, want 2", len(mails))
	}
	for _, m := range mails {
		lines := strings.Split(m.Text, "\n")
		if lines[0] != "Call the recruiter" || lines[1] != "" || lines[2] != "Backend Engineer at Northwind Harbour:" {
			t.Errorf("the text is\n%s", m.Text)
		}
	}
	if n := len(ada.notices()); n != 0 {
		t.Errorf("%d notices of mail-only reminders, want 0", n)
	}
}

func TestChannelsFollowPreferences(t *testing.T) {
	t.Parallel()
	both, app, mailOnly := []string{"IN_APP", "EMAIL"}, []string{"IN_APP"}, []string{"EMAIL"}
	for _, tt := range []struct {
		name      string
		channels  []string
		wantsMail bool
		address   bool
		want      string // channels_fired
		logged    string
	}{
		{"both", both, true, true, "IN_APP,EMAIL", ""},
		{"in-app", app, true, true, "IN_APP", ""},
		{"mail", mailOnly, true, true, "EMAIL", ""},
		{"both, mail off", both, false, true, "IN_APP", ""},
		{"mail, mail off", mailOnly, false, true, "", "reminder fired without a channel"},
		{"both, no address", both, true, false, "IN_APP", "no address"},
		{"mail, no address", mailOnly, true, false, "", "no address"},
		{"in-app, mail off, no address", app, false, false, "IN_APP", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			fx := newFixture(t)
			ada := fx.person()
			if !tt.address {
				ada = fx.withoutAddress()
			}
			// Only interviewReminderEmail counts, with its value at the time of firing.
			ada.setPreferences(object{"inAppNotificationsEnabled": false, "interviewReminders": false, "ghostedAlert": false})
			r := ada.remind(object{"channels": tt.channels})
			ada.setPreferences(object{"interviewReminderEmail": tt.wantsMail})
			fx.clock.Add(time.Hour)
			fx.dispatch()
			fx.deliver()
			got := fx.texts("SELECT channels_fired FROM notification.custom_reminder WHERE status = 'FIRED' AND fired_at_utc IS NOT NULL")
			if diff := cmp.Diff(got, []string{tt.want}); diff != "" {
				t.Error(diff)
			}
			shown := []string{}
			for _, c := range ada.reminder(r.ID).ChannelsFired {
				shown = append(shown, string(c))
			}
			if strings.Join(shown, ",") != tt.want {
				t.Errorf("channelsFired %v", shown)
			}
			if got, want := len(ada.notices()) == 1, strings.Contains(tt.want, "IN_APP"); got != want {
				t.Errorf("in the centre: %v, want %v", got, want)
			}
			if got, want := len(ada.mails()) == 1, strings.Contains(tt.want, "EMAIL"); got != want {
				t.Errorf("mailed: %v, want %v", got, want)
			}
			if tt.logged != "" && !fx.log.Has("WARN", tt.logged, r.ID.String()) {
				t.Errorf("not logged: %s", tt.logged)
			}
			if tt.logged == "" && fx.log.Has("WARN") {
				t.Error("something was logged as a warning")
			}
			if !tt.address && tt.wantsMail && fx.counted("custom-reminder", "no_address") != 1 {
				t.Error("the dropped mail was not counted")
			}
		})
	}
}

func TestIdentityOutageDelaysOnlyMail(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, stranger := fx.person(), fx.withoutAddress()
	ada.remind(nil)
	lost := stranger.remind(nil)
	fx.clock.Add(time.Hour)
	fx.identity.setAway(true)
	if diff := cmp.Diff(fx.dispatch(), notifications.DispatchResult{Fired: 2, InApp: 2, Mails: 2}); diff != "" {
		t.Error(diff)
	}
	if len(ada.notices()) != 1 {
		t.Error("the centre waited for identity")
	}
	if got := fx.counted("custom-reminder", "waiting"); got != 2 {
		t.Errorf("%v waiting mails counted, want 2", got)
	}
	if r := fx.deliver(); r.Delivered != 0 || len(fx.mail.Messages()) != 0 {
		t.Errorf("delivered without an address: %+v", r)
	}
	fx.identity.setAway(false)
	fx.clock.Add(time.Hour)
	if r := fx.deliver(); r.Delivered != 1 || r.GivenUp != 1 {
		t.Errorf("got %+v, want 1 delivered and 1 given up", r)
	}
	if len(ada.mails()) != 1 {
		t.Errorf("%d mails, want 1", len(ada.mails()))
	}
	if !fx.log.Has("given up", "no address") || lost.ID == uuid.Nil {
		t.Error("the mail without an address was not logged")
	}
	fx.clock.Add(time.Hour)
	if r := fx.deliver(); r.Delivered+r.Retried+r.GivenUp != 0 {
		t.Errorf("afterwards: %+v", r)
	}
}

func TestAddressesAreLookedUpOncePerBatch(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(c *configuration) { c.Reminder.BatchSize = 700 })
	for i := range 1300 {
		channels := []string{"IN_APP", "EMAIL"}
		if i%13 == 0 {
			channels = channels[:1]
		}
		fx.seed(uuid.New(), 1, noon.Add(-time.Duration(i)*time.Second), channels...)
	}
	ada := fx.person()
	fx.seed(ada.id, 10, noon, "EMAIL")
	fx.dispatch()
	if n := len(fx.identity.lookups); n > 5 {
		t.Errorf("%d calls to identity", n)
	}
	asked := map[uuid.UUID]int{}
	for _, call := range fx.identity.lookups {
		if len(call) > 500 {
			t.Errorf("%d ids in a call", len(call))
		}
		for _, u := range call {
			asked[u]++
		}
	}
	if len(asked) != 1201 || asked[ada.id] != 1 {
		t.Errorf("asked about %d users, about one %d times; want 1201 who may get a mail", len(asked), asked[ada.id])
	}
}

func TestLateReminderSaysWhenItWasDue(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(c *configuration) { c.Timezone = madrid })
	ada := fx.person()
	ada.remind(object{"title": "In time", "note": "Note"})
	fx.clock.Add(time.Hour + 10*time.Minute)
	fx.dispatch()
	ada.remind(object{"title": "Late", "note": "Note"})
	ada.remind(object{"title": "Late without a note"})
	fx.clock.Add(72 * time.Hour) // the scheduler was down for three days
	fx.dispatch()
	fx.deliver()
	want := map[string]string{
		"In time":             "Backend Engineer at Northwind Harbour\n\nNote",
		"Late":                "Backend Engineer at Northwind Harbour\n\nNote\n\nThis was due 20 May 2026 at 16:10 CEST.",
		"Late without a note": "Backend Engineer at Northwind Harbour\n\nThis was due 20 May 2026 at 16:10 CEST.",
	}
	got := map[string]string{}
	for _, n := range ada.notices() {
		got[n.Title] = n.Message
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
	for _, m := range ada.mails() {
		if late := strings.Contains(m.Text, "This reminder was due 20 May 2026 at 16:10 CEST."); late != strings.HasPrefix(m.Subject, "Late") {
			t.Errorf("%s:\n%s", m.Subject, m.Text)
		}
	}
	if len(ada.mails()) != 3 {
		t.Errorf("%d mails, want 3", len(ada.mails()))
	}
}

func TestFailingReminderDoesNotBlockOthers(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(c *configuration) { c.Reminder.BatchSize = 10 })
	fx.exec(`CREATE FUNCTION notification.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.title LIKE 'poison%' THEN RAISE EXCEPTION 'poisoned'; END IF; RETURN NEW; END $$`)
	fx.exec("CREATE TRIGGER refuse BEFORE INSERT ON notification.notification FOR EACH ROW EXECUTE FUNCTION notification.refuse()")
	ada, grace := fx.person(), fx.person()
	fx.seed(ada.id, 35, noon.Add(-time.Hour), "IN_APP", "EMAIL")
	var poisoned []uuid.UUID
	for i := range 3 {
		r := grace.remind(object{"title": fmt.Sprint("poison ", i), "triggerAtUtc": noon.Add(time.Duration(i+1) * time.Second)})
		poisoned = append(poisoned, r.ID)
	}
	fx.seed(ada.id, 5, noon.Add(time.Minute), "IN_APP")
	fx.clock.Add(time.Hour)
	for range 2 {
		got := fx.dispatch()
		if got.Failed != 3 {
			t.Errorf("%+v", got)
		}
	}
	if n := fx.count("SELECT count(*) FROM notification.custom_reminder WHERE status = 'FIRED'"); n != 40 {
		t.Errorf("%d fired, want 40", n)
	}
	for _, id := range poisoned {
		if got := grace.reminder(id).Status; got != "SCHEDULED" || !fx.log.Has("ERROR", "reminder not fired", id.String()) {
			t.Errorf("a poisoned reminder is %s", got)
		}
	}
	if n := fx.count("SELECT count(*) FROM notification.outbox WHERE owner = $1", grace.id); n != 0 {
		t.Errorf("%d mails of poisoned reminders, want 0", n)
	}
	if got := fx.counted("custom-reminder", "failed"); got != 6 {
		t.Errorf("%v failures counted, want 6", got)
	}
	fx.exec("DROP TRIGGER refuse ON notification.notification")
	if got := fx.dispatch(); got.Fired != 3 {
		t.Errorf("once cured: %+v", got)
	}
}

// TestPanicFailsTheRun checks that a panic while reminders are fired ends that run and not the process.
func TestPanicFailsTheRun(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	var broken atomic.Bool
	svc, err := notifications.New(config(t), notifications.Deps{
		Log: slog.New(slog.DiscardHandler), DB: fx.database.Pool(schema.NotificationsRole), Verifier: fx.issuer.Verifier(),
		Peers: peer.URLs{Identity: fx.identity.URL, Applications: fx.applications.URL, Jobs: fx.jobs.URL},
		Now: func() time.Time {
			if broken.Load() {
				panic("the clock stopped")
			}
			return noon
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	broken.Store(true)
	if _, err := svc.DispatchReminders(t.Context()); err == nil || !strings.Contains(err.Error(), "the clock stopped") {
		t.Errorf("got %v, want the panic", err)
	}
}

func TestReplicasShareTheWork(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for range 20 {
		fx.seed(fx.person().id, 500, noon, "IN_APP", "EMAIL")
	}
	var total atomic.Int64
	fx.onReplicas(4, func(s *notifications.Service) error {
		r, err := s.DispatchReminders(t.Context())
		total.Add(int64(r.Fired))
		return err
	})
	fx.wantEachOnce(10_000)
	if n := total.Load(); n != 10_000 {
		t.Errorf("fired %d in all, want 10000", n)
	}
}

// dispatchAll runs the dispatcher until nothing is scheduled. The server may still hold the locks of an interrupted run, and
// a run skips locked rows.
func (fx *fixture) dispatchAll() {
	fx.t.Helper()
	for fx.count("SELECT count(*) FROM notification.custom_reminder WHERE status = 'SCHEDULED'") > 0 {
		fx.dispatch()
	}
}

// wantEachOnce checks that n reminders have fired, each with one notice and one mail.
func (fx *fixture) wantEachOnce(n int) {
	fx.t.Helper()
	for what, query := range map[string]string{
		"fired":            "SELECT count(*) FROM notification.custom_reminder WHERE status = 'FIRED'",
		"notices":          "SELECT count(*) FROM notification.notification",
		"distinct notices": "SELECT count(DISTINCT application_id) FROM notification.notification",
		"mails":            "SELECT count(*) FROM notification.outbox",
		"notices and fired": "SELECT count(*) FROM notification.custom_reminder r JOIN notification.notification n USING (application_id) " +
			"WHERE n.user_id = r.user_id AND n.title = r.title",
		"mails and fired": "SELECT count(*) FROM notification.custom_reminder r " +
			"JOIN notification.outbox o ON o.dedupe_key = 'reminder/' || r.id WHERE o.owner = r.user_id",
	} {
		if got := fx.count(query); got != n {
			fx.t.Errorf("%s: %d, want %d", what, got, n)
		}
	}
}

func TestInterruptedDispatchIsCompleted(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, func(c *configuration) { c.Reminder.BatchSize = 20 })
	ada := fx.person()
	fx.seed(ada.id, 1000, noon, "IN_APP", "EMAIL")
	for i := range 40 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*500*time.Microsecond)
		_, _ = fx.svc.DispatchReminders(ctx)
		cancel()
	}
	fx.dispatchAll()
	fx.wantEachOnce(1000)
}

func TestHeavyUserDelaysNobody(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	heavy, ada, grace := fx.person(), fx.person(), fx.person()
	fx.seed(heavy.id, 250_000, noon.Add(-time.Hour), "IN_APP", "EMAIL")
	fx.seed(ada.id, 1, noon.Add(-time.Minute), "IN_APP", "EMAIL")
	fx.seed(grace.id, 120, noon, "IN_APP")
	fx.exec("ANALYZE notification.custom_reminder")

	t.Run("by plan", func(t *testing.T) {
		rows, err := store.DueReminders(t.Context(), fx.db, noon, store.Position{}, []uuid.UUID{heavy.id}, nil, 200)
		if err != nil || len(rows) != 121 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		p := fx.plan(`SELECT trigger_at_utc, id, user_id FROM notification.custom_reminder WHERE status = 'SCHEDULED' AND trigger_at_utc <= $1
			AND (trigger_at_utc, id) > ($2, $3) AND user_id <> ALL ($4) ORDER BY trigger_at_utc, id
			LIMIT 200`, noon, noon.Add(-24*time.Hour), uuid.Nil, []uuid.UUID{heavy.id})
		// This is paid once: the cursor continues from where it stopped.
		if n := p.pages(); n > 20_000 {
			t.Errorf("the second look reads %d pages:\n%s", n, p)
		}
		p = fx.plan(`SELECT trigger_at_utc, id, user_id FROM notification.custom_reminder WHERE status = 'SCHEDULED' AND trigger_at_utc <= $1
			AND (trigger_at_utc, id) > ($2, $3) ORDER BY trigger_at_utc, id LIMIT 200`, noon, noon.Add(-24*time.Hour), uuid.Nil)
		if n := p.pages(); n > 300 || n == 0 {
			t.Errorf("the head of the queue reads %d pages:\n%s", n, p)
		}
	})

	// Within a few batches all users but the heavy one have been served.
	fx.exec(`CREATE FUNCTION notification.tell() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NOTIFY fired; RETURN NULL; END $$`)
	fx.exec("CREATE TRIGGER tell AFTER UPDATE ON notification.custom_reminder FOR EACH STATEMENT EXECUTE FUNCTION notification.tell()")
	conn, err := fx.db.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Release()
	if _, err := conn.Exec(t.Context(), "LISTEN fired"); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = fx.svc.DispatchReminders(ctx)
	}()
	waiting := "SELECT count(*) FROM notification.custom_reminder WHERE user_id = ANY ($1) AND status = 'SCHEDULED'"
	for fx.count(waiting, []uuid.UUID{ada.id, grace.id}) > 0 {
		if _, err := conn.Conn().WaitForNotification(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	<-done
	// Compared by transaction ids, because the dispatcher went on until this test noticed.
	before := fx.count(`SELECT count(*) FROM notification.custom_reminder WHERE user_id = $1 AND status = 'FIRED' AND xmin::text::bigint <=
		(SELECT max(xmin::text::bigint) FROM notification.custom_reminder WHERE user_id = ANY ($2))`, heavy.id, []uuid.UUID{ada.id, grace.id})
	if before == 0 || before > 5000 {
		t.Errorf("the others had to wait for %d reminders of the heavy user", before)
	}
}

var madrid = func() *time.Location {
	loc, err := time.LoadLocation("Europe/Madrid")
	if err != nil {
		panic(err)
	}
	return loc
}()

// TestRemindersOfDeletedApplicationsDoNotFire checks that reminders of deleted applications are cancelled, either by
// the call of applications or when they are due.
func TestRemindersOfDeletedApplicationsDoNotFire(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	announced, kept, foreign := ada.remind(nil), ada.remind(nil), grace.remind(nil)
	missed := ada.remind(nil)
	deletion := object{"userId": ada.id, "applicationIds": []uuid.UUID{announced.ApplicationId, foreign.ApplicationId, uuid.New()}}
	fx.api.Do("POST", "/internal/applications/deleted", deletion).WantError(401, "Unauthorized")
	for range 2 { // a repeat is not an error
		fx.api.With(serviceKey).Do("POST", "/internal/applications/deleted", deletion).Want(204)
	}
	if got := ada.reminder(announced.ID).Status; got != "CANCELLED" {
		t.Errorf("after the call the reminder is %s, want %s", got, "CANCELLED")
	}
	if got := grace.reminder(foreign.ID).Status; got != "SCHEDULED" {
		t.Errorf("another user's reminder is %s, want %s", got, "SCHEDULED")
	}
	fx.applications.deleted[missed.ApplicationId] = true
	fx.clock.Add(2 * time.Hour)
	if r := fx.dispatch(); r.Fired != 2 || r.Cancelled != 1 {
		t.Errorf("%+v", r)
	}
	fx.deliver()
	if got := ada.reminder(missed.ID); got.Status != "CANCELLED" || got.ChannelsFired != nil {
		t.Errorf("without the call the reminder is %+v", got)
	}
	if n, m := len(ada.notices()), len(ada.mails()); n != 1 || m != 1 || ada.reminder(kept.ID).Status != "FIRED" {
		t.Errorf("%d notices and %d mails, want those of the application that exists", n, m)
	}
	if r := fx.dispatch(); r != (notifications.DispatchResult{}) {
		t.Errorf("again: %+v", r)
	}
}

func TestRemindersFireWhileApplicationsIsAway(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.remind(nil)
	fx.applications.setAway(true)
	fx.clock.Add(2 * time.Hour)
	if r := fx.dispatch(); r.Fired != 1 || r.Mails != 1 {
		t.Errorf("%+v", r)
	}
	fx.deliver()
	const name = "Backend Engineer at Northwind Harbour" // name when the reminder was set
	if got := ada.notices()[0].Message; !strings.Contains(got, name) {
		t.Errorf("the notice does not name the application: %q", got)
	}
	if got := ada.mails()[0].Text; !strings.Contains(got, name) {
		t.Errorf("the mail does not name the application: %q", got)
	}
}
