package gateway

import (
	"testing"

	mailing "rolecall/internal/mail"
)

// TestMailboxNeedsItsToken checks that the local mailbox requires its token: every user of the machine can connect to
// loopback, and mail contains login codes.
func TestMailboxNeedsItsToken(t *testing.T) {
	t.Parallel()
	box, with := withMailbox(t)
	h := open(t, nil, with)
	if err := box.Send(t.Context(), mailing.Message{To: "mira@example.org", Subject: "Your code is 402917", Text: "402917"}); err != nil {
		t.Fatal(err)
	}
	kept, err := box.List()
	if err != nil {
		t.Fatal(err)
	}
	token := tokenOf(t, box)
	for name, headers := range map[string][]string{
		"no token":        nil,
		"an empty token":  {"X-Mailbox-Token", ""},
		"a wrong token":   {"X-Mailbox-Token", "guess"},
		"half the token":  {"X-Mailbox-Token", token[:len(token)/2]},
		"a longer token":  {"X-Mailbox-Token", token + "x"},
		"as a login":      {"Authorization", "Bearer " + token},
		"in the address":  {"Referer", "/mailbox?token=" + token},
		"two, one wrong":  {"X-Mailbox-Token", "guess", "X-Mailbox-Token", token},
		"a cookie of it":  {"Cookie", "X-Mailbox-Token=" + token},
		"the service key": {"X-Mailbox-Token", serviceKey},
	} {
		for _, request := range [][2]string{{"GET", "/mailbox/messages"}, {"GET", "/mailbox/messages/" + kept[0].ID.String()},
			{"DELETE", "/mailbox/messages"}} {
			if got := h.send(t, request[0], request[1], nil, headers...); got.StatusCode != 403 {
				t.Errorf("%s: %s %s: got %d, want 403", name, request[0], request[1], got.StatusCode)
			}
		}
	}
	if got := h.send(t, "GET", "/mailbox/messages", nil, "X-Mailbox-Token", token); got.StatusCode != 200 {
		t.Errorf("with the token: got %d, want 200", got.StatusCode)
	}
	if left, err := box.List(); err != nil || len(left) != 1 {
		t.Errorf("mail is gone: %v, %v", left, err)
	}
}
