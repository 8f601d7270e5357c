package identity

import (
	"slices"
	"time"
)

// budget is the number of allowed attempts of one purpose, per subject: an account, an address or a client.
type budget struct {
	purpose string
	windows []window
	spend   bool // every attempt counts, not only failures
	shared  bool // a success forgives nothing: the failures may be other people's
}

// window allows a number of failures in a period.
type window struct {
	limit  int
	period time.Duration
	strict bool // a success does not forgive its failures
}

const (
	quarter = 15 * time.Minute
	day     = 24 * time.Hour
)

var fiveInQuarter = []window{{limit: 5, period: quarter}}

// Budgets per account or address. Five attempts in every quarter of an hour give a chance of 1 in 2,000 per day of guessing
// six digits; a further limit of 20 per day makes it 1 in 50,000.
var (
	loginBudget              = budget{purpose: "login", windows: fiveInQuarter}
	loginDeviceBudget        = budget{purpose: "login-device", windows: fiveInQuarter}
	passwordBudget           = budget{purpose: "current-password", windows: fiveInQuarter}
	secondFactorBudget       = budget{purpose: "second-factor", windows: []window{fiveInQuarter[0], {limit: 30, period: day, strict: true}}}
	secondFactorDeviceBudget = budget{purpose: "second-factor-device", windows: secondFactorBudget.windows}
	verifyEmailBudget        = budget{purpose: "verify-email", windows: fiveInQuarter}
	consumeBudget            = budget{purpose: "verification-consume", windows: fiveInQuarter}
	resetBudget              = budget{purpose: "reset", windows: []window{{limit: 5, period: quarter}, {limit: 20, period: day, strict: true}}}
	resetDeviceBudget        = budget{purpose: "reset-device", windows: resetBudget.windows}
	emailChangeBudget        = budget{purpose: "email-change", windows: resetBudget.windows}
)

// Budgets of requests. Every request counts, not only one that fails.
var (
	resendBudget       = budget{purpose: "resend", windows: fiveInQuarter, spend: true}
	requestBudget      = budget{purpose: "verification-request", windows: fiveInQuarter, spend: true}
	emailRequestBudget = budget{purpose: "email-change-request", windows: fiveInQuarter, spend: true}
	forgotBudget       = budget{purpose: "forgot", windows: []window{{limit: 5, period: quarter}, {limit: 20, period: day}}, spend: true}
	forgotDeviceBudget = budget{purpose: "forgot-device", windows: forgotBudget.windows, spend: true}
	registerBudget     = budget{purpose: "register", windows: []window{{limit: 5, period: quarter}, {limit: 10, period: day}}, spend: true}
	mailBudget         = budget{purpose: "mail", windows: []window{{limit: 40, period: time.Hour}, {limit: 120, period: day}}, spend: true}
)

// Passkeys cannot be guessed. These budgets bound the work that one client causes.
var (
	passkeyBeginBudget = budget{purpose: "passkey-begin", windows: []window{{limit: 300, period: quarter}}, spend: true}
	passkeyLoginBudget = budget{purpose: "passkey-login", windows: []window{{limit: 50, period: quarter}}, shared: true}
)

// clientBudget returns a wider limit for one client over all the addresses it tries.
func clientBudget(purpose string, limit int) budget {
	return budget{purpose: purpose, windows: []window{{limit: limit, period: quarter}}, shared: true}
}

// clientRequestBudget returns the same for requests, every one of which counts.
func clientRequestBudget(purpose string, limit int) budget {
	b := clientBudget(purpose, limit)
	b.spend = true
	return b
}

// registerClientBudget limits the registrations from one network, whatever the addresses.
func registerClientBudget(limit int) budget {
	return budget{purpose: "register-client", windows: []window{{limit: limit, period: quarter}, {limit: 4 * limit, period: day}}, spend: true}
}

// reach returns the longest period of the budget.
func (b budget) reach() time.Duration {
	var longest time.Duration
	for _, w := range b.windows {
		longest = max(longest, w.period)
	}
	return longest
}

// of returns the budget's claim on a subject.
func (b budget) of(subject string) claim { return claim{budget: b, subject: subject} }

// claim is a budget together with the subject that uses it.
type claim struct {
	budget
	subject string
}

// attemptState is the state of an attempt: under way, or its result.
type attemptState string

const (
	attemptPending  attemptState = "pending"
	attemptFailed   attemptState = "failed"
	attemptForgiven attemptState = "forgiven" // failed, and a success followed
)

// pastAttempt is one row of the table.
type pastAttempt struct {
	at    time.Time
	state attemptState
}

// admit decides on one more attempt. wait is how long it must wait because of failures; busy reports that attempts under
// way could still become failures.
func (b budget) admit(now time.Time, past []pastAttempt) (wait time.Duration, busy bool) {
	for _, w := range b.windows {
		var failures []time.Time
		pending := 0
		for _, p := range past {
			switch age := now.Sub(p.at); {
			case age >= w.period, p.state == attemptForgiven && !w.strict:
			case p.state == attemptPending && age < pendingLife:
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
