package fault

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestUnknownErrorsRevealNothing(t *testing.T) {
	t.Parallel()
	cause := errors.New("password=hunter2 at 10.0.0.3")

	f := Of(fmt.Errorf("open session: %w", cause))

	if f.Kind != Internal || f.Kind.Status() != 500 {
		t.Errorf("kind = %v, want Internal", f.Kind)
	}
	if strings.Contains(f.Message, "hunter2") || strings.Contains(f.Title, "hunter2") {
		t.Errorf("the cause reached the client: %q %q", f.Title, f.Message)
	}
	if !errors.Is(f, cause) {
		t.Error("the cause is lost to the log")
	}
}

func TestOfFindsTheFaultInTheChain(t *testing.T) {
	t.Parallel()
	declared := New(Conflict, "Email Taken", "There is an account with this address.")

	got := Of(fmt.Errorf("register: %w", declared.Because(errors.New("account_email_key"))))

	if got.Kind.Status() != 409 || got.Title != "Email Taken" {
		t.Errorf("got %d %q, want 409 Email Taken", got.Kind.Status(), got.Title)
	}
	if !errors.Is(got, declared) {
		t.Error("a copy with a cause does not match the original")
	}
	if !Is(got, Conflict) || Is(got, NotFound) {
		t.Error("Is does not distinguish kinds")
	}
}

func TestCopiesDoNotChangeTheOriginal(t *testing.T) {
	t.Parallel()
	declared := New(RateLimited, "", "Too many tries.")

	_ = declared.WithRetryAfter(time.Minute)
	_ = declared.WithFields(Field{Name: "email", Message: "is missing"})
	_ = declared.WithDetail(7)

	if declared.RetryAfter != 0 || declared.Fields != nil || declared.Detail != nil {
		t.Errorf("the original was changed: %+v", declared)
	}
}

func TestEveryKindHasAStatusAndATitle(t *testing.T) {
	t.Parallel()
	for k := Internal; k <= Unavailable; k++ {
		if k.Status() < 400 || k.String() == "" {
			t.Errorf("kind %d: status %d, title %q", k, k.Status(), k)
		}
		if got := New(k, "", "m").Title; got != k.String() {
			t.Errorf("default title of kind %d = %q, want %q", k, got, k.String())
		}
	}
}
