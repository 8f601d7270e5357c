package identity

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/mail"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

const maxAddress = 254

var errNotAddress = errors.New("not an email address")

// parseAddress returns the one form of an email address in which it is stored, compared, throttled and written to. Mail
// goes to exactly that form, so two spellings that become equal always mean the same mailbox.
func parseAddress(text string) (string, error) {
	if len(text) > maxAddress*utf8.UTFMax { // checked before work that grows with the length
		return "", errNotAddress
	}
	text = norm.NFKC.String(strings.TrimSpace(text))
	at := strings.LastIndexByte(text, '@')
	if at < 1 || at > 64 || !utf8.ValidString(text) {
		return "", errNotAddress
	}
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(`"(),:;<>[\]`, r)
	}) {
		return "", errNotAddress
	}
	domain, err := idna.Lookup.ToASCII(text[at+1:])
	if err != nil || domain == "" || strings.HasSuffix(domain, ".") {
		return "", errNotAddress
	}
	address := strings.ToLower(text[:at]) + "@" + strings.ToLower(domain)
	if parsed, err := mail.ParseAddress(address); err != nil || parsed.Address != address || utf8.RuneCountInString(address) > maxAddress {
		return "", errNotAddress
	}
	return address, nil
}

// sameAddress returns the form in which an address from a request is looked up and throttled. Text that is not an address
// gets its own form, so that it costs and counts as much as an unknown address.
func sameAddress(text string) string {
	if address, err := parseAddress(text); err == nil {
		return address
	}
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(text))))
	return "no address " + hex.EncodeToString(sum[:])
}

// answerStep is the step to which the time of a response about an address is rounded up. It is far more than the remaining
// difference between addresses with and without an account, which is that some pages were read more recently.
const answerStep = 5 * time.Millisecond

// hideTime waits until a whole number of steps has passed since the start.
func hideTime(ctx context.Context, start time.Time) {
	rest := time.NewTimer(answerStep - time.Since(start)%answerStep)
	defer rest.Stop()
	select {
	case <-rest.C:
	case <-ctx.Done():
	}
}
