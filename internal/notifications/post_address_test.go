package notifications_test

import (
	"testing"
	"time"

	"rolecall/internal/mail/mailtest"
)

// A letter that waits for the mail server follows its reader to a new address.
func TestAWaitingMailGoesToTheNewAddress(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.person()
	ada.sets(nil)
	w.clock.pass(time.Hour)
	w.dispatches()
	w.mail.Behave(mailtest.TempFail)
	if r := w.delivers(); r.Retried != 1 {
		t.Fatalf("%+v", r)
	}
	moved := ada
	moved.address = "new-" + ada.address
	w.identity.mu.Lock()
	w.identity.emails[ada.id] = moved.address
	w.identity.mu.Unlock()
	w.mail.Behave(mailtest.Accept)
	w.clock.pass(10 * time.Minute)
	w.delivers()
	if len(ada.mails()) != 0 || len(moved.mails()) != 1 {
		t.Errorf("%d mails to the old address, %d to the new one", len(ada.mails()), len(moved.mails()))
	}
}
