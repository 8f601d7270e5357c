package notifications

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"rolecall/internal/background"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// DispatchResult counts what a run of the dispatcher did.
type DispatchResult struct {
	Fired, InApp, Mails int
	Silent              int // fired, but no channel was left
	Cancelled           int // not fired: the application is gone
	Failed              int // not fired; the next run tries again
}

func (r *DispatchResult) add(o DispatchResult) {
	r.Fired += o.Fired
	r.InApp += o.InApp
	r.Mails += o.Mails
	r.Silent += o.Silent
	r.Cancelled += o.Cancelled
	r.Failed += o.Failed
}

// dispatchers is how many batches of a run may be fired at once: while one waits for a commit, PostgreSQL works for others.
const dispatchers = 4

// dispatchRun is one run of the dispatcher. Any number may run at once, in this process and in others.
type dispatchRun struct {
	sync.Mutex
	queue queue
	total DispatchResult
}

// dispatch fires batches of a run, one after the other.
type dispatch struct {
	*Service
	run *dispatchRun

	addresses addressBook
	names     nameBook
	// A service that failed to answer is not called by it again: mails wait for identity, and reminders fire without the check that
	// their application exists.
	identityAway, applicationsAway bool
}

// bookSize is the number of answers that a dispatch keeps before it starts again.
const bookSize = 100_000

// DispatchReminders fires every custom reminder that is due, in batches, until none is left.
func (s *Service) DispatchReminders(ctx context.Context) (DispatchResult, error) {
	run := &dispatchRun{queue: queue{size: s.cfg.Reminder.BatchSize}}
	work, each := errgroup.WithContext(ctx)
	work.SetLimit(dispatchers)
	var start func()
	start = func() {
		work.TryGo(func() error {
			d := &dispatch{Service: s, run: run, addresses: addressBook{}, names: nameBook{}}
			_, err := background.Recovered(each, func(ctx context.Context) (struct{}, error) { return struct{}{}, d.fireAll(ctx, start) })
			return err
		})
	}
	start()
	if err := work.Wait(); err != nil {
		return run.total, err
	}
	return run.total, ctx.Err()
}

// fireAll fires batches until none is left. It starts another dispatch after a full batch, since there may be more then.
func (d *dispatch) fireAll(ctx context.Context, another func()) error {
	for !background.Stopping(ctx) {
		batch, err := d.next(ctx)
		if err != nil {
			return pg.Fault(fmt.Errorf("read due reminders: %w", err))
		}
		if len(batch) == 0 {
			return nil
		}
		if len(batch) == d.cfg.Reminder.BatchSize {
			another()
		}
		if err := d.fire(ctx, batch); err != nil {
			return err
		}
	}
	return nil
}

func (d *dispatch) next(ctx context.Context) ([]store.Due, error) {
	d.run.Lock()
	defer d.run.Unlock()
	return d.run.queue.batch(ctx, d.db, d.now())
}

// settle records the result of some reminders of a batch.
func (d *dispatch) settle(reminders int, done DispatchResult, failed ...uuid.UUID) {
	d.run.Lock()
	defer d.run.Unlock()
	d.run.total.add(done)
	d.run.queue.settle(reminders, done.Fired+done.Failed+done.Cancelled, failed...)
}

// fire fires one batch in one transaction. If that fails for another reason than an outage, one of the reminders cannot
// be fired: then each gets its own transaction.
func (d *dispatch) fire(ctx context.Context, batch []store.Due) error {
	batch, err := d.cancelOrphans(ctx, batch)
	if err != nil || len(batch) == 0 {
		return err
	}
	prefs, err := d.preferencesOf(ctx, usersOf(batch))
	if err != nil {
		return err
	}
	d.lookUpAddresses(ctx, batch, prefs)
	done, err := d.transact(ctx, batch, prefs)
	if err == nil {
		d.settle(len(batch), done)
	}
	if err == nil || pg.Unavailable(err) || ctx.Err() != nil {
		return pg.Fault(err)
	}
	for _, r := range batch {
		done, err := d.transact(ctx, []store.Due{r}, prefs)
		switch {
		case err == nil:
			d.settle(1, done)
		case pg.Unavailable(err) || ctx.Err() != nil:
			return pg.Fault(err)
		default:
			d.log.ErrorContext(ctx, "reminder not fired", "reminder_id", r.ID, "user_id", r.UserID, "error", err)
			d.meters.count(taskReminder, outcomeFailed, 1)
			d.settle(1, DispatchResult{Failed: 1}, r.ID)
		}
	}
	return nil
}

// cancelOrphans cancels the reminders whose application is gone and returns the others. While applications is away it
// cancels nothing: reminding on time matters more than the check.
func (d *dispatch) cancelOrphans(ctx context.Context, batch []store.Due) ([]store.Due, error) {
	if len(d.names) > bookSize {
		d.names = nameBook{}
	}
	ids := make([]uuid.UUID, len(batch))
	for i, r := range batch {
		ids[i] = r.ApplicationID
	}
	if !d.applicationsAway {
		if err := d.nameApplications(ctx, d.names, ids); err != nil {
			d.applicationsAway = true
			d.log.WarnContext(ctx, "applications not looked up, reminders fire unchecked", "error", err)
		}
	}
	cancel := store.CancelOrphansParams{Now: d.now()}
	var kept []store.Due
	for _, r := range batch {
		if name, answered := d.names[r.ApplicationID]; answered && name == (applicationName{}) {
			cancel.Ids = append(cancel.Ids, r.ID)
		} else {
			kept = append(kept, r)
		}
	}
	if len(cancel.Ids) == 0 {
		return kept, nil
	}
	n, err := d.q.CancelOrphans(ctx, d.db, cancel)
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("cancel reminders of deleted applications: %w", err))
	}
	d.meters.count(taskReminder, outcomeDropped, int(n))
	d.settle(len(cancel.Ids), DispatchResult{Cancelled: int(n)})
	return kept, nil
}

// wantsMail reports whether the owner of a reminder wants it mailed.
func wantsMail(r store.Due, p store.Preferences) bool {
	return slices.Contains(r.Channels, string(oas.ReminderChannelEMAIL)) && p.InterviewReminderEmail
}

// lookUpAddresses asks identity, in one call for the batch, for the addresses of those who will get a mail.
func (d *dispatch) lookUpAddresses(ctx context.Context, batch []store.Due, prefs func(uuid.UUID) store.Preferences) {
	if len(d.addresses) > bookSize {
		d.addresses = addressBook{}
	}
	var users []uuid.UUID
	for _, r := range batch {
		if wantsMail(r, prefs(r.UserID)) {
			users = append(users, r.UserID)
		}
	}
	if d.identityAway {
		return
	}
	if err := d.lookUp(ctx, d.addresses, users); err != nil {
		d.identityAway = true
		d.log.WarnContext(ctx, "addresses not looked up, mails wait", "task", taskReminder, "error", err)
	}
}

// transact fires reminders together with their notices and mails in one transaction.
func (d *dispatch) transact(ctx context.Context, batch []store.Due, prefs func(uuid.UUID) store.Preferences) (DispatchResult, error) {
	now := d.now()
	formats, err := d.formatsFor(ctx, usersOf(batch))
	if err != nil {
		return DispatchResult{}, err
	}
	plans := make([]plan, len(batch))
	firings := make([]store.Firing, len(batch))
	for i, r := range batch {
		if plans[i], err = d.plan(r, prefs(r.UserID), formats(r.UserID), now); err != nil {
			return DispatchResult{}, err
		}
		firings[i] = plans[i].Firing
	}
	err = pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		fired, err := store.FireReminders(ctx, tx, now, firings)
		if err != nil {
			return err
		}
		// The others were changed or taken since they were read.
		plans = slices.DeleteFunc(plans, func(p plan) bool { return !fired[p.ID] })
		var mails []outbox.Entry
		var events []channelEvent
		for _, p := range plans {
			events = append(events, channelEvent{
				user: p.UserID, kind: oas.NotificationTypeCUSTOMREMINDER, application: &p.ApplicationID, title: p.Title, message: p.Message,
			})
			if p.mail != nil {
				mails = append(mails, *p.mail)
			}
		}
		if _, err = d.box.AddBatch(ctx, tx, mails); err != nil {
			return err
		}
		return d.spread(ctx, tx, events...)
	})
	if err != nil {
		return DispatchResult{}, err
	}
	return d.report(ctx, plans, now), nil
}

// plan holds what firing one reminder writes.
type plan struct {
	store.Firing
	mail      *outbox.Entry
	waits     bool // the mail waits for its address
	noAddress bool // the mail was dropped
}

// report counts and logs what was fired.
func (d *dispatch) report(ctx context.Context, fired []plan, now time.Time) DispatchResult {
	done := DispatchResult{Fired: len(fired)}
	for _, p := range fired {
		d.meters.lateness.Observe(now.Sub(p.TriggerAtUtc).Seconds())
		if p.NoticeID != uuid.Nil {
			done.InApp++
		}
		if p.mail != nil {
			done.Mails++
		}
		if p.waits {
			d.meters.count(taskReminder, outcomeWaiting, 1)
		}
		if p.noAddress {
			d.meters.count(taskReminder, outcomeNoAddress, 1)
			d.log.WarnContext(ctx, "mail of a reminder dropped: no address", "reminder_id", p.ID, "user_id", p.UserID)
		}
		if p.Channels == "" {
			done.Silent++
			d.log.WarnContext(ctx, "reminder fired without a channel", "reminder_id", p.ID, "user_id", p.UserID)
		}
	}
	d.meters.count(taskReminder, outcomeFired, done.Fired)
	d.meters.count(taskReminder, outcomeNothing, done.Silent)
	return done
}

// lateAfter is the lateness from which a reminder mentions its time.
const lateAfter = 10 * time.Minute

// oldestDue limits how old the due time of a mail may be. The outbox gives up on mails by their age, and a mail written
// after a long outage must still get its tries.
const oldestDue = 24 * time.Hour

// plan chooses when the reminder comes next, and the channels: IN_APP always, EMAIL if the user has enabled mail and
// has an address or may have one.
func (d *dispatch) plan(r store.Due, prefs store.Preferences, to userFormat, now time.Time) (plan, error) {
	p := plan{Firing: store.Firing{Due: r}}
	name := d.names[r.ApplicationID]
	if r.Repeat != nil {
		p.NextID, p.NextAt = uuid.Must(uuid.NewV7()), new(nextRepeat(oas.ReminderRepeat(*r.Repeat), *r.RepeatFrom, to.zone, now))
	}
	var late *time.Time
	if now.Sub(r.TriggerAtUtc) > lateAfter {
		late = &r.TriggerAtUtc
	}
	p.Message = reminderMessage(r.Note, cmp.Or(name.in(to.Language), r.About), late, to)
	var channels []string
	if slices.Contains(r.Channels, string(oas.ReminderChannelINAPP)) {
		p.NoticeID = uuid.Must(uuid.NewV7())
		channels = append(channels, string(oas.ReminderChannelINAPP))
	}
	if wantsMail(r, prefs) {
		address, reachable := d.addresses.find(r.UserID)
		if reachable {
			due := r.TriggerAtUtc
			if earliest := now.Add(-oldestDue); due.Before(earliest) {
				due = earliest
			}
			e, err := mailEntry("reminder/"+r.ID.String(), r.UserID, due, mailContent{To: address, Reminder: &reminderMail{
				Application: r.ApplicationID, Position: name.jobTitle, Company: name.company, About: r.About,
				Title: r.Title, Note: text(r.Note), WasDue: late,
			}})
			if err != nil {
				return p, err
			}
			p.mail = &e
			channels = append(channels, string(oas.ReminderChannelEMAIL))
		}
		p.waits, p.noAddress = reachable && address == "", !reachable
	}
	p.Channels = strings.Join(channels, ",")
	return p, nil
}

// reminderMessage returns the name of the application, the note, and when it was due if it is late. The name comes
// first, because short views cut the end off.
func reminderMessage(note *string, about string, late *time.Time, r userFormat) string {
	parts := []string{about, strings.TrimSpace(text(note))}
	if late != nil {
		parts = append(parts, r.Text("reminder.late", "time", r.clock(*late)))
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "\n\n")
}

// text returns the text, "" for nil.
func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
