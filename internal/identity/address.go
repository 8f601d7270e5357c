package identity

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/unicode/norm"
)

const longestAddress = 254

// parseAddress gives an email address the one form in which it is stored, compared, throttled and written to. Because
// mail goes to that very form, two spellings that fall together can only ever be the same mailbox's.
func parseAddress(text string) (string, error) {
	bad := errors.New("not an email address")
	if len(text) > longestAddress*utf8.UTFMax { // before the work that grows with it
		return "", bad
	}
	text = norm.NFKC.String(strings.TrimSpace(text))
	local, domain, found := cutLast(text, "@")
	if !found || local == "" || len(local) > 64 || !utf8.ValidString(text) {
		return "", bad
	}
	if strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r) || strings.ContainsRune(`"(),:;<>[\]`, r)
	}) {
		return "", bad
	}
	domain, err := idna.Lookup.ToASCII(domain)
	if err != nil || domain == "" || strings.HasSuffix(domain, ".") {
		return "", bad
	}
	address := strings.ToLower(local) + "@" + strings.ToLower(domain)
	if parsed, err := mail.ParseAddress(address); err != nil || parsed.Address != address || utf8.RuneCountInString(address) > longestAddress {
		return "", bad
	}
	return address, nil
}

// sameAddress is the form in which an address that someone tries is looked up and throttled. What no account can have
// becomes a name of its own, so that it costs and counts as much as any other.
func sameAddress(text string) string {
	if address, err := parseAddress(text); err == nil {
		return address
	}
	sum := sha256.Sum256([]byte(strings.ToLower(strings.TrimSpace(text))))
	return "no address " + hex.EncodeToString(sum[:])
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
