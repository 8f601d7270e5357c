package identity

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/fault"
	"rolecall/internal/identity/store"
	"rolecall/internal/pg"
)

// A throttle counts failures in the database. A try is written down before the check is made, in a transaction of its
// own, so that a request that is rolled back, cut off or killed still counts, and so that parallel guesses can never
// be more than the budget allows. The outcome is settled in the transaction of the check's own effects.

// window is a number of failures in a time.
type window struct {
	limit  int
	period time.Duration
	strict bool // a success does not forgive
}

// budget is what one kind of guess may cost.
type budget struct {
	purpose string
	windows []window
	spend   bool // every call counts, not only those that fail
	shared  bool // a success says nothing of the other failures: they are other people's
}

const (
	quarter = 15 * time.Minute
	day     = 24 * time.Hour
)

var (
	loginBudget        = budget{purpose: "login", windows: []window{{limit: 5, period: quarter}}}
	passwordBudget     = budget{purpose: "current-password", windows: []window{{limit: 5, period: quarter}}}
	secondFactorBudget = budget{purpose: "second-factor", windows: []window{{limit: 5, period: quarter}, {limit: 30, period: 24 * time.Hour, strict: true}}}
	verifyEmailBudget  = budget{purpose: "verify-email", windows: []window{{limit: 5, period: quarter}}}
	resendBudget       = budget{purpose: "resend", windows: []window{{limit: 5, period: quarter}}, spend: true}
	requestBudget      = budget{purpose: "verification-request", windows: []window{{limit: 5, period: quarter}}, spend: true}
	mailBudget         = budget{purpose: "mail", windows: []window{{limit: 40, period: time.Hour}, {limit: 120, period: day}}, spend: true}
	registerBudget     = budget{purpose: "register", windows: []window{{limit: 5, period: quarter}, {limit: 10, period: day}}, spend: true}
	consumeBudget      = budget{purpose: "verification-consume", windows: []window{{limit: 5, period: quarter}}}
)

// clientBudget is the wider limit of logins from one place.
func clientBudget(limit int) budget {
	return budget{purpose: "login-client", windows: []window{{limit: limit, period: quarter}}, shared: true}
}

// registerClientBudget is the wider limit of registrations from one network, whatever the addresses.
func registerClientBudget(limit int) budget {
	return budget{purpose: "register-client", windows: []window{{limit: limit, period: quarter}, {limit: 4 * limit, period: day}}, spend: true}
}

// verifyClientBudget is the wider limit of wrong codes from one place.
func verifyClientBudget(limit int) budget {
	return budget{purpose: "verify-client", windows: []window{{limit: limit, period: quarter}}, shared: true}
}

// resendClientBudget is the wider limit of requests for a code from one place.
func resendClientBudget(limit int) budget {
	return budget{purpose: "resend-client", windows: []window{{limit: limit, period: quarter}}, spend: true}
}

// Passkeys cannot be guessed: these bound the work that one client causes, and stop one that goes on failing.
var (
	passkeyBeginBudget = budget{purpose: "passkey-begin", windows: []window{{limit: 300, period: quarter}}, spend: true}
	passkeyLoginBudget = budget{purpose: "passkey-login", windows: []window{{limit: 50, period: quarter}}, shared: true}
)

// reach is how far back a budget looks.
func (b budget) reach() time.Duration {
	var longest time.Duration
	for _, w := range b.windows {
		longest = max(longest, w.period)
	}
	return longest
}

// of names whose budget it is.
func (b budget) of(subject string) claim { return claim{budget: b, subject: subject} }

type claim struct {
	budget
	subject string
}

const (
	// pendingLife is how long a try may be under way; one that was never settled is a failure afterwards.
	pendingLife = time.Minute
	// pendingPatience is how long a try waits for others that might be successes.
	pendingPatience = 2 * time.Second
	pendingPoll     = 20 * time.Millisecond
)

// past is one row of the table.
type past struct {
	at    time.Time
	state string
}

// judge decides on one more try. When there have been too many failures, wait says until when; when there could have
// been, because tries are still under way, busy says so.
func (b budget) judge(now time.Time, tries []past) (wait time.Duration, busy bool) {
	for _, w := range b.windows {
		var failures []time.Time
		pending := 0
		for _, p := range tries {
			switch age := now.Sub(p.at); {
			case age >= w.period, p.state == "forgiven" && !w.strict:
			case p.state == "pending" && age < pendingLife:
				pending++
			default:
				failures = append(failures, p.at)
			}
		}
		if n := len(failures); n >= w.limit {
			slices.SortFunc(failures, time.Time.Compare)
			wait = max(wait, failures[n-w.limit].Add(w.period).Sub(now))
		} else if n+pending >= w.limit {
			busy = true
		}
	}
	return wait, busy
}

type throttle struct {
	db       *pgxpool.Pool
	key      []byte
	now      func() time.Time
	patience time.Duration // pendingPatience
}

var errThrottled = fault.New(fault.RateLimited, "", "Too many attempts. Please wait a while before trying again.")

// subject hashes whose budget it is under a key, so that the table names nobody.
func (t *throttle) subject(c claim) []byte {
	mac := hmac.New(sha256.New, t.key)
	fmt.Fprintf(mac, "%s\x00%s", c.purpose, c.subject)
	return mac.Sum(nil)
}

// look refuses early, before anything costly is done. It decides nothing: enter does.
func (t *throttle) look(ctx context.Context, claims ...claim) error {
	_, err := t.ask(ctx, t.db, claims)
	return err
}

// ask judges one more try of all the claims, whose purposes differ.
func (t *throttle) ask(ctx context.Context, db store.DBTX, claims []claim) (busy bool, err error) {
	now := t.now()
	purposes, subjects := t.names(claims)
	rows, err := q.Tries(ctx, db, store.TriesParams{Purposes: purposes, Subjects: subjects, Since: since(now, claims)})
	if err != nil {
		return false, pg.Fault(fmt.Errorf("read tries: %w", err))
	}
	for _, c := range claims {
		var tries []past
		for _, r := range rows {
			if r.Purpose == c.purpose {
				tries = append(tries, past{at: r.FailedAt, state: r.State})
			}
		}
		wait, full := c.judge(now, tries)
		if wait > 0 {
			return false, errThrottled.WithRetryAfter(wait)
		}
		busy = busy || full
	}
	return busy, nil
}

// since is how far back each claim looks.
func since(now time.Time, claims []claim) []time.Time {
	times := make([]time.Time, len(claims))
	for i, c := range claims {
		times[i] = now.Add(-c.reach())
	}
	return times
}

// names are the claims as the table knows them.
func (t *throttle) names(claims []claim) (purposes []string, subjects [][]byte) {
	for _, c := range claims {
		purposes, subjects = append(purposes, c.purpose), append(subjects, t.subject(c))
	}
	return purposes, subjects
}

// enter writes down a try against every claim, or refuses it. The caller settles it; until then it holds its place.
func (t *throttle) enter(ctx context.Context, claims ...claim) (*try, error) {
	return t.enterWith(ctx, new(pgx.Batch), claims)
}

// enterWith does the same, and on the way to the database whatever else is in the batch.
func (t *throttle) enterWith(ctx context.Context, also *pgx.Batch, claims []claim) (*try, error) {
	if y, err := t.first(ctx, also, claims); y != nil || err != nil {
		return y, err
	}
	deadline := time.Now().Add(t.patience)
	for {
		y, busy, err := t.reserve(ctx, claims)
		if err != nil {
			return nil, err
		}
		if !busy {
			return y, nil
		}
		if time.Now().After(deadline) {
			return nil, errThrottled.WithRetryAfter(time.Second)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pendingPoll):
		}
	}
}

// first writes down a try that nobody has to judge, as most are: there is none before it. The locks and the rows are one
// transaction and one round trip. It gives nothing if there is something to judge.
func (t *throttle) first(ctx context.Context, batch *pgx.Batch, claims []claim) (*try, error) {
	now := t.now()
	purposes, subjects := t.names(claims)
	batch.Queue(store.LockThrottle, t.locks(claims))
	var y *try
	batch.Queue(store.InsertFirstTries, now, purposes, subjects, since(now, claims)).Query(func(rows pgx.Rows) error {
		written, err := pgx.CollectRows(rows, pgx.RowToStructByPos[store.InsertTriesRow])
		if len(written) == len(claims) {
			y = newTry(t, claims, written)
		}
		return err
	})
	if err := t.db.SendBatch(ctx, batch).Close(); err != nil {
		return nil, pg.Fault(fmt.Errorf("write a first try: %w", err))
	}
	return y, nil
}

// admit is enter for routes that a flood costs the flooder nothing: once it is to be refused, it waits for no lock, which
// would keep a connection of the pool from everybody else.
func (t *throttle) admit(ctx context.Context, claims ...claim) (*try, error) {
	if err := t.look(ctx, claims...); err != nil {
		return nil, err
	}
	return t.enter(ctx, claims...)
}

// spend counts a call that is not a guess against every claim, all of them budgets that each call spends, or refuses it.
func (t *throttle) spend(ctx context.Context, claims ...claim) error {
	y, err := t.admit(ctx, claims...)
	if err != nil {
		return err
	}
	defer y.close(ctx)
	_, err = y.settle(ctx, func(pgx.Tx) (bool, error) { return true, nil })
	return err
}

func (t *throttle) reserve(ctx context.Context, claims []claim) (y *try, busy bool, err error) {
	err = pg.InTx(ctx, t.db, func(tx pgx.Tx) (err error) {
		if err := q.LockThrottle(ctx, tx, t.locks(claims)); err != nil {
			return pg.Fault(fmt.Errorf("lock tries: %w", err))
		}
		if busy, err = t.ask(ctx, tx, claims); err != nil || busy {
			return err
		}
		purposes, subjects := t.names(claims)
		rows, err := q.InsertTries(ctx, tx, store.InsertTriesParams{Purposes: purposes, Subjects: subjects, Now: t.now()})
		if err != nil {
			return pg.Fault(fmt.Errorf("write a try: %w", err))
		}
		y = newTry(t, claims, rows)
		return nil
	})
	return y, busy, err
}

// locks are the advisory locks of the claims, in one order for everybody.
func (t *throttle) locks(claims []claim) []int64 {
	keys := make([]int64, len(claims))
	for i, c := range claims {
		keys[i] = int64(binary.BigEndian.Uint64(t.subject(c)))
	}
	slices.Sort(keys)
	return keys
}

// try is one guess under way.
type try struct {
	throttle *throttle
	claims   []claim
	ids      []int64
	settled  bool
}

// newTry knows the rows of a try by their purposes, which differ.
func newTry(t *throttle, claims []claim, rows []store.InsertTriesRow) *try {
	y := &try{throttle: t, claims: claims, ids: make([]int64, len(claims))}
	for _, r := range rows {
		y.ids[slices.IndexFunc(claims, func(c claim) bool { return c.purpose == r.Purpose })] = r.ID
	}
	return y
}

// settle runs the effects of a check and records its outcome in the same transaction. A wrong guess commits too: what
// it wrote (the count of tries on a code) must stay. An error rolls everything back and leaves the try unsettled.
func (y *try) settle(ctx context.Context, effects func(tx pgx.Tx) (right bool, err error)) (right bool, err error) {
	err = pg.InTx(ctx, y.throttle.db, func(tx pgx.Tx) error {
		if right, err = effects(tx); err != nil {
			return err
		}
		return y.record(ctx, tx, right)
	})
	if err != nil {
		return false, err
	}
	y.settled = true
	return right, nil
}

func (y *try) record(ctx context.Context, tx pgx.Tx, right bool) error {
	failed, forgiven := y.outcome(right)
	if len(failed) > 0 {
		if err := q.FailTries(ctx, tx, failed); err != nil {
			return pg.Fault(fmt.Errorf("record failures: %w", err))
		}
	}
	if len(forgiven.Ids) > 0 {
		if err := q.ForgiveTries(ctx, tx, forgiven); err != nil {
			return pg.Fault(fmt.Errorf("record a success: %w", err))
		}
	}
	return nil
}

// outcome is what becomes of the rows: those that fail, and those that a success takes back with the failures that it
// forgives.
func (y *try) outcome(right bool) (failed []int64, forgiven store.ForgiveTriesParams) {
	var own []claim
	for i, c := range y.claims {
		if !right || c.spend {
			failed = append(failed, y.ids[i])
			continue
		}
		forgiven.Ids = append(forgiven.Ids, y.ids[i])
		if !c.shared {
			own = append(own, c)
		}
	}
	forgiven.Purposes, forgiven.Subjects = y.throttle.names(own)
	return failed, forgiven
}

// close ends a try that was not settled: a guess that could not be checked is no failure, but one whose client hung up
// is, or hanging up would be a way around the count. A row that cannot be written now becomes a failure by its age.
func (y *try) close(ctx context.Context) {
	if y.settled {
		return
	}
	settle := q.WithdrawTries
	if ctx.Err() != nil {
		settle = q.FailTries
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	_ = settle(ctx, y.throttle.db, y.ids)
}
