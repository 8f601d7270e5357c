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

// proofMargin is how far the time in a proof may lie from our clock, in either direction: the life of a proof and the
// allowance for clocks that differ. A proof that is used within a second of being made needs little of it, so machines
// may be nearly this far apart.
const proofMargin = 2 * time.Minute

// proof vouches for an address at an instant: Unix seconds, a dot, and an HMAC of both.
func (c Clients) proof(address string, at time.Time) string {
	seconds := strconv.FormatInt(at.Unix(), 10)
	mac := hmac.New(sha256.New, []byte(c.Key.Reveal()))
	mac.Write([]byte("forwarded-for:" + seconds + ":" + address))
	return seconds + "." + hex.EncodeToString(mac.Sum(nil))
}

// proved reports whether a proof was made with our key, and how far its time lies from our clock.
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

// clockWarning says, at most once a minute, that proofs are refused for their time. Without it everybody would quietly
// share the gateway's address, and with it one set of limits.
func clockWarning(log *slog.Logger) func(off time.Duration) {
	each := rate.Sometimes{Interval: time.Minute}
	return func(off time.Duration) {
		each.Do(func() {
			log.Warn("a gateway's proof of a client address is too old or too new and was refused: the clocks of this machine and the gateway differ, or somebody replays requests",
				"difference", off.Truncate(time.Second).String(), "allowed", proofMargin.String())
		})
	}
}
