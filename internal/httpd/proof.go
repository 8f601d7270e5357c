package httpd

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// proofMargin is how far the time in a proof may differ from our clock, in either direction. It covers the life of a
// proof and clocks that differ.
const proofMargin = 2 * time.Minute

// proof returns Unix seconds, a dot, and an HMAC of the seconds and the address.
func (c Clients) proof(address string, at time.Time) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(c.Key.Reveal()))
	mac.Write([]byte("forwarded-for:" + seconds + ":" + address))
	return seconds + "." + hex.EncodeToString(mac.Sum(nil))
}

// proved reports whether a proof was made with our key, and how far its time is from our clock.
func (c Clients) proved(address, proof string) (ok bool, off time.Duration) {
	seconds, _, _ := strings.Cut(proof, ".")
	unix, err := strconv.ParseInt(seconds, 10, 64)
	if err != nil || !c.Key.Set() {
		return false, 0
	}
	at := time.Unix(unix, 0)
	if !hmac.Equal([]byte(proof), []byte(c.proof(address, at))) {
		return false, 0
	}
	return true, time.Since(at).Abs()
}

// clockWarning returns a function that logs, at most once a minute, that proofs are refused for their time. While they
// are, all clients share the gateway's address and its limits.
func clockWarning(log *slog.Logger) func(off time.Duration) {
	each := rate.Sometimes{Interval: time.Minute}
	return func(off time.Duration) {
		each.Do(func() {
			log.Warn("refused a gateway's proof of a client address because of its time: the clocks differ, or requests are replayed",
				"difference", off.Truncate(time.Second).String(), "allowed", proofMargin.String())
		})
	}
}
