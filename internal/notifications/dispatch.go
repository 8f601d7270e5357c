package notifications

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/background"
	"rolecall/internal/notifications/store"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
)

// DispatchResult is what a run of the dispatcher did.
type DispatchResult struct {
	Fired, InApp, Mails int
	Silent              int // fired, and no channel was left
	Failed              int // not fired; the next run tries again
}

func (r *DispatchResult) add(o DispatchResult) {
	r.Fired += o.Fired
	r.InApp += o.InApp
	r.Mails += o.Mails
	r.Silent += o.Silent
	r.Failed += o.Failed
}

// dispatch is one run of the dispatcher: it drains what is due. Any number may run at once, here and elsewhere.
type dispatch struct {
	*Service
	queue     queue
	addresses addressBook
	// Once identity has failed to answer it is left alone until the next run: mails wait, the centre does not.
	identityAway bool
}

// DispatchReminders fires every custom reminder that is due, in batches, until none is left.
func (s *Service) DispatchReminders(ctx context.Context) (DispatchResult, error) {
	d := &dispatch{Service: s, addresses: addressBook{}, queue: queue{size: s.cfg.Reminder.BatchSize}}
	var total DispatchResult
	for !background.Stopping(ctx) {
		batch, err := d.queue.next(ctx, s.db, s.now())
		if err != nil {
			return total, pg.Fault(fmt.Errorf("read due reminders: %w", err))
		}
		if len(batch) == 0 {
			break
		}
		done, err := d.fire(ctx, batch)
		total.add(done)
		if err != nil {
			return total, err
		}
	}
	return total, ctx.Err()
}

// fire works through one batch in one transaction. When that fails for another reason than an outage, one of them is
// poisoned: then each gets a transaction of its own.
func (d *dispatch) fire(ctx context.Context, batch []store.Due) (DispatchResult, error) {
	prefs, err := d.preferencesOf(ctx, d.db, usersOf(batch))
	if err != nil {
		return DispatchResult{}, err
	}
	d.findAddresses(ctx, batch, prefs)
	done, err := d.transact(ctx, batch, prefs)
	if err == nil || pg.Unavailable(err) || ctx.Err() != nil {
		d.queue.settle(batch, done.Fired)
		return done, pg.Fault(err)
	}
	var total DispatchResult
	for i, r := range batch {
		done, err := d.transact(ctx, batch[i:i+1], prefs)
		if pg.Unavailable(err) || ctx.Err() != nil {
			return total, pg.Fault(err)
		}
		if err != nil {
			d.log.ErrorContext(ctx, "reminder not fired", "reminder_id", r.ID, "user_id", r.UserID, "error", err)
			d.meters.count(taskReminder, outcomeFailed, 1)
			d.queue.leaveOut(r.ID)
			done.Failed = 1
		}
		total.add(done)
	}
	d.queue.settle(batch, total.Fired+total.Failed)
	return total, nil
}

// findAddresses asks identity, in one call for the batch, about those who will get a mail.
func (d *dispatch) findAddresses(ctx context.Context, batch []store.Due, prefs func(uuid.UUID) Preferences) {
	var users []uuid.UUID
	for _, r := range batch {
		if slices.Contains(r.Channels, email) && prefs(r.UserID).InterviewReminderEmail {
			users = append(users, r.UserID)
		}
	}
	if d.identityAway || len(users) == 0 {
		return
	}
	if len(d.addresses) > 100_000 {
		d.addresses = addressBook{} // a run may see any number of users
	}
	if err := d.lookUp(ctx, d.addresses, users); err != nil {
		d.identityAway = true
		d.log.WarnContext(ctx, "addresses not found, mails wait", "task", taskReminder, "error", err)
	}
}

// transact fires reminders with all that belongs to it: state, notice and mail, or none of them.
func (d *dispatch) transact(ctx context.Context, batch []store.Due, prefs func(uuid.UUID) Preferences) (DispatchResult, error) {
	now := d.now()
	plans, err := d.planAll(ctx, batch, prefs, now)
	if err != nil {
		return DispatchResult{}, err
	}
	var done DispatchResult
	err = pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		done = DispatchResult{}
		firings := make([]store.Firing, len(plans))
		for i, p := range plans {
			firings[i] = p.Firing
		}
		fired, err := store.FireReminders(ctx, tx, now, firings)
		if err != nil {
			return err
		}
		var mails []outbox.Entry
		for _, p := range plans {
			if !fired[p.ID] {
				continue // changed or taken since it was read
			}
			done.Fired++
			if p.NoticeID != uuid.Nil {
				done.InApp++
			}
			if p.mail != nil {
				done.Mails++
				mails = append(mails, *p.mail)
			}
			if p.Channels == "" {
				done.Silent++
			}
		}
		if len(mails) > 0 {
			_, err = d.box.AddBatch(ctx, tx, mails)
		}
		return err
	})
	if err != nil {
		return DispatchResult{}, err
	}
	d.meters.count(taskReminder, outcomeFired, done.Fired)
	d.meters.count(taskReminder, outcomeNothing, done.Silent)
	return done, nil
}

// plan is what is to become of one reminder.
type plan struct {
	store.Firing
	mail *outbox.Entry
}

func (d *dispatch) planAll(ctx context.Context, batch []store.Due, prefs func(uuid.UUID) Preferences, now time.Time) ([]plan, error) {
	plans := make([]plan, len(batch))
	for i, r := range batch {
		p, err := d.plan(ctx, r, prefs(r.UserID), now)
		if err != nil {
			return nil, err
		}
		plans[i] = p
		d.meters.lateness.Observe(now.Sub(r.TriggerAtUtc).Seconds())
	}
	return plans, nil
}

// lateAfter is how late a reminder may be without saying so.
const lateAfter = 10 * time.Minute

// oldestDue bounds how far back the due time of a mail lies: what failed to be sent is given up by its age, and a
// mail that is written today because everything was down for a week still deserves its tries.
const oldestDue = 24 * time.Hour

// plan applies the gates: IN_APP always, EMAIL if the user wants mail and has an address or may have one.
func (d *dispatch) plan(ctx context.Context, r store.Due, prefs Preferences, now time.Time) (plan, error) {
	p := plan{Firing: store.Firing{Due: r}}
	var late *time.Time
	if now.Sub(r.TriggerAtUtc) > lateAfter {
		late = &r.TriggerAtUtc
	}
	var channels []string
	if slices.Contains(r.Channels, inApp) {
		id, err := uuid.NewV7()
		if err != nil {
			return p, err
		}
		p.NoticeID, p.Message = id, d.reminderMessage(r.Note, late)
		channels = append(channels, inApp)
	}
	if slices.Contains(r.Channels, email) && prefs.InterviewReminderEmail {
		address, reachable := d.addresses.find(r.UserID)
		if reachable {
			l := letter{To: address, Reminder: &reminderLetter{Application: r.ApplicationID, Title: r.Title, Note: text(r.Note), WasDue: late}}
			due := r.TriggerAtUtc
			if earliest := now.Add(-oldestDue); due.Before(earliest) {
				due = earliest
			}
			e, err := entry("reminder/"+r.ID.String(), r.UserID, due, l)
			if err != nil {
				return p, err
			}
			p.mail = &e
			channels = append(channels, email)
		} else {
			d.log.WarnContext(ctx, "mail of a reminder dropped: no address", "reminder_id", r.ID, "user_id", r.UserID)
			d.meters.count(taskReminder, outcomeNoAddress, 1)
		}
		if address == "" && reachable {
			d.meters.count(taskReminder, outcomeWaiting, 1)
		}
	}
	if len(channels) == 0 {
		d.log.WarnContext(ctx, "reminder fired without a channel", "reminder_id", r.ID, "user_id", r.UserID)
	}
	p.Channels = strings.Join(channels, ",")
	return p, nil
}

// reminderMessage is the note, and a word about lateness.
func (s *Service) reminderMessage(note *string, late *time.Time) string {
	message := strings.TrimSpace(text(note))
	if late == nil {
		return message
	}
	was := "This was due " + s.clock(*late) + "."
	if message == "" {
		return was
	}
	return message + "\n\n" + was
}

func text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

func usersOf(batch []store.Due) []uuid.UUID {
	var out []uuid.UUID
	seen := map[uuid.UUID]bool{}
	for _, r := range batch {
		if !seen[r.UserID] {
			seen[r.UserID] = true
			out = append(out, r.UserID)
		}
	}
	return out
}

// end is the position behind every reminder that is due at a time.
func end(now time.Time) store.Position {
	p := store.Position{At: now}
	for i := range p.ID {
		p.ID[i] = math.MaxUint8
	}
	return p
}
