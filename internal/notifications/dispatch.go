package notifications

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
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

// dispatchers is how many batches are worked on at a time: while one waits for the database another is prepared.
const dispatchers = 3

// dispatch is one run of the dispatcher: it drains what is due. Any number may run at once, here and elsewhere.
type dispatch struct {
	*Service

	mu    sync.Mutex // over all that follows
	queue queue
	total DispatchResult

	askMu sync.Mutex // over all that follows; held while identity is asked
	known addressBook
	// Once identity has failed to answer it is left alone until the next run: mails wait, the centre does not.
	identityAway bool

	existMu sync.Mutex // over all that follows; held while applications is asked
	named   names
	// Once applications has failed to answer it is left alone until the next run: reminders fire unchecked.
	applicationsAway bool
}

// DispatchReminders fires every custom reminder that is due, in batches, until none is left.
func (s *Service) DispatchReminders(ctx context.Context) (DispatchResult, error) {
	d := &dispatch{Service: s, known: addressBook{}, named: names{}, queue: newQueue(s.cfg.Reminder.BatchSize)}
	var (
		wg   sync.WaitGroup
		errs [dispatchers]error
	)
	for i := range errs {
		wg.Go(func() { errs[i] = d.drain(ctx) })
	}
	wg.Wait()
	return d.total, cmp.Or(errs[:]...)
}

func (d *dispatch) drain(ctx context.Context) error {
	for !background.Stopping(ctx) {
		batch, err := d.next(ctx)
		if err != nil || len(batch) == 0 {
			return err
		}
		if err := d.fire(ctx, batch); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (d *dispatch) next(ctx context.Context) ([]store.Due, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	batch, err := d.queue.next(ctx, d.db, d.now())
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read due reminders: %w", err))
	}
	return batch, nil
}

// settle takes down what became of a batch.
func (d *dispatch) settle(batch []store.Due, done DispatchResult, failed ...uuid.UUID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.total.add(done)
	d.queue.settle(batch, done.Fired+done.Failed+done.Cancelled, failed)
}

// fire works through one batch in one transaction. When that fails for another reason than an outage, one of them is
// poisoned: then each gets a transaction of its own.
func (d *dispatch) fire(ctx context.Context, batch []store.Due) error {
	batch, named, err := d.existing(ctx, batch)
	if err != nil || len(batch) == 0 {
		return err
	}
	// The switches gate mail alone, so only those who asked for mail are looked up; mostly nobody.
	prefs, err := d.preferencesOf(ctx, d.db, usersOf(slices.DeleteFunc(slices.Clone(batch), func(r store.Due) bool { return !slices.Contains(r.Channels, email) })))
	if err != nil {
		return err
	}
	book := d.addresses(ctx, batch, prefs)
	done, err := d.transact(ctx, batch, prefs, book, named)
	if err == nil {
		d.settle(batch, done)
	}
	if err == nil || pg.Unavailable(err) || ctx.Err() != nil {
		return pg.Fault(err)
	}
	for _, r := range batch {
		one := []store.Due{r}
		done, err := d.transact(ctx, one, prefs, book, named)
		switch {
		case err == nil:
			d.settle(one, done)
		case pg.Unavailable(err) || ctx.Err() != nil:
			return pg.Fault(err)
		default:
			d.log.ErrorContext(ctx, "reminder not fired", "reminder_id", r.ID, "user_id", r.UserID, "error", err)
			d.meters.count(taskReminder, outcomeFailed, 1)
			d.settle(one, DispatchResult{Failed: 1}, r.ID)
		}
	}
	return nil
}

// addresses asks identity, in one call for the batch, about those who will get a mail and are not known yet.
func (d *dispatch) addresses(ctx context.Context, batch []store.Due, prefs func(uuid.UUID) Preferences) addressBook {
	var users []uuid.UUID
	for _, r := range batch {
		if slices.Contains(r.Channels, email) && prefs(r.UserID).InterviewReminderEmail {
			users = append(users, r.UserID)
		}
	}
	if len(users) == 0 {
		return nil
	}
	d.askMu.Lock()
	defer d.askMu.Unlock()
	if len(d.known) > 100_000 {
		d.known = addressBook{} // a run may see any number of users
	}
	if !d.identityAway {
		if err := d.lookUp(ctx, d.known, users); err != nil {
			d.identityAway = true
			d.log.WarnContext(ctx, "addresses not found, mails wait", "task", taskReminder, "error", err)
		}
	}
	book := addressBook{}
	for _, u := range users {
		if address, answered := d.known[u]; answered {
			book[u] = address
		}
	}
	return book
}

// transact fires reminders with all that belongs to it: state, notice and mail, or none of them.
func (d *dispatch) transact(ctx context.Context, batch []store.Due, prefs func(uuid.UUID) Preferences, book addressBook, named names) (DispatchResult, error) {
	now := d.now()
	zones, err := d.lateZones(ctx, batch, now)
	if err != nil {
		return DispatchResult{}, err
	}
	plans := make([]plan, len(batch))
	for i, r := range batch {
		var err error
		if plans[i], err = d.plan(r, prefs(r.UserID), book, named[r.ApplicationID].String(), zones(r.UserID), now); err != nil {
			return DispatchResult{}, err
		}
	}
	gone, err := d.write(ctx, plans, now)
	if err != nil {
		return DispatchResult{}, err
	}
	return d.tell(ctx, gone, now), nil
}

// lateZones reads the zones of those who are told how late their reminder is; the others are told no time.
func (d *dispatch) lateZones(ctx context.Context, batch []store.Due, now time.Time) (func(uuid.UUID) *time.Location, error) {
	late := slices.DeleteFunc(slices.Clone(batch), func(r store.Due) bool { return now.Sub(r.TriggerAtUtc) <= lateAfter })
	if len(late) == 0 {
		return func(uuid.UUID) *time.Location { return d.zone }, nil
	}
	return d.zonesOf(ctx, usersOf(late))
}

// write fires the planned reminders and returns those that went: the others were changed or taken since they were read.
func (d *dispatch) write(ctx context.Context, plans []plan, now time.Time) (gone []plan, err error) {
	firings := make([]store.Firing, len(plans))
	mails := false
	for i, p := range plans {
		firings[i] = p.Firing
		mails = mails || p.mail != nil
	}
	fire := func(db pg.Conn) error {
		fired, err := store.FireReminders(ctx, db, now, firings)
		gone = slices.DeleteFunc(slices.Clone(plans), func(p plan) bool { return !fired[p.ID] })
		return err
	}
	if !mails {
		err = fire(d.db) // one statement is a transaction by itself, and spares the two round trips of another
		return gone, err
	}
	err = pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		if err := fire(tx); err != nil {
			return err
		}
		var letters []outbox.Entry
		for _, p := range gone {
			if p.mail != nil {
				letters = append(letters, *p.mail)
			}
		}
		if len(letters) == 0 {
			return nil
		}
		_, err := d.box.AddBatch(ctx, tx, letters)
		return err
	})
	return gone, err
}

// plan is what is to become of one reminder.
type plan struct {
	store.Firing
	mail      *outbox.Entry
	waits     bool // the mail, for its address
	noAddress bool // the mail was dropped
}

// tell counts and logs what has happened.
func (d *dispatch) tell(ctx context.Context, gone []plan, now time.Time) DispatchResult {
	var done DispatchResult
	for _, p := range gone {
		done.Fired++
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

// lateAfter is how late a reminder may be without saying so.
const lateAfter = 10 * time.Minute

// oldestDue bounds how far back the due time of a mail lies: what failed to be sent is given up by its age, and a
// mail that is written today because everything was down for a week still deserves its tries.
const oldestDue = 24 * time.Hour

// plan applies the gates: IN_APP always, EMAIL if the user wants mail and has an address or may have one.
func (d *dispatch) plan(r store.Due, prefs Preferences, book addressBook, about string, zone *time.Location, now time.Time) (plan, error) {
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
		p.NoticeID, p.Message = id, reminderMessage(r.Note, about, late, zone)
		channels = append(channels, inApp)
	}
	if slices.Contains(r.Channels, email) && prefs.InterviewReminderEmail {
		address, reachable := book.find(r.UserID)
		if reachable {
			due := r.TriggerAtUtc
			if earliest := now.Add(-oldestDue); due.Before(earliest) {
				due = earliest
			}
			e, err := entry("reminder/"+r.ID.String(), r.UserID, due, letter{To: address, Reminder: &reminderLetter{
				Application: r.ApplicationID, About: about, Title: r.Title, Note: text(r.Note), WasDue: late,
			}})
			if err != nil {
				return p, err
			}
			p.mail = &e
			channels = append(channels, email)
		}
		p.waits, p.noAddress = reachable && address == "", !reachable
	}
	p.Channels = strings.Join(channels, ",")
	return p, nil
}

// reminderMessage is the note, what the application is for, and a word about lateness.
func reminderMessage(note *string, about string, late *time.Time, zone *time.Location) string {
	parts := []string{strings.TrimSpace(text(note)), about}
	if late != nil {
		parts = append(parts, "This was due "+clock(*late, zone)+".")
	}
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return p == "" }), "\n\n")
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
