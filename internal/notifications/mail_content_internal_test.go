package notifications

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/lang"
	"rolecall/internal/outbox"
)

// TestMailOfAnOlderVersionKeepsItsWords covers mails in the outbox from an older version, which stored sentences.
func TestMailOfAnOlderVersionKeepsItsWords(t *testing.T) {
	t.Parallel()
	s := &Service{home: "https://rolecall.example", zone: time.UTC}
	for payload, want := range map[string]string{
		`{"to":"a@example.org","reminder":{"title":"Call","about":"Pilot at Keel"}}`:                                   "Pilot at Keel:",
		`{"to":"a@example.org","digest":{"jobs":[{"title":"Pilot"}],"about":"These jobs match."}}`:                     "These jobs match.",
		`{"to":"a@example.org","alert":{"title":"5 new jobs for “Go”","jobs":[{"title":"Pilot"}],"total":5}}`:          "5 new jobs for “Go”",
		`{"to":"a@example.org","ghosted":{"jobTitle":"Pilot","company":"Keel","since":"2026-05-01T09:00:00.123456Z"}}`: "Pilot bei Keel",
	} {
		c, err := readMail(outbox.Delivery{Payload: []byte(payload)})
		if err != nil {
			t.Fatal(err)
		}
		m, err := s.render(c, uuid.New(), userFormat{lang.Language("de"), time.UTC})
		if err != nil || !strings.Contains(m.Text, want) {
			t.Errorf("%s: %v, no %q in\n%s", payload, err, want, m.Text)
		}
	}
}
