package env

import (
	"crypto/subtle"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"strings"
)

const hidden = "(hidden)"

// Secret is a value that fmt, slog and JSON do not print. The zero value is not set.
type Secret struct {
	// A function, because fmt prints an unexported field of another struct without calling its Format method, but cannot
	// look into a function. It also prevents ==, which would not take constant time.
	reveal func() string
}

// NewSecret returns a secret; an empty text is not set.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{reveal: func() string { return text }}
}

// Reveal returns the value.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// Set reports whether there is a value.
func (s Secret) Set() bool { return s.reveal != nil }

// Equal compares in constant time.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(other.Reveal())) == 1
}

func (s Secret) String() string {
	if !s.Set() {
		return ""
	}
	return hidden
}

// GoString hides the value from %#v.
func (s Secret) GoString() string { return strconv.Quote(s.String()) }

// Format hides the value from all other verbs, such as %x and %q.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// LogValue hides the value from logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText hides the value from JSON.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Bytes is a size written as a number with an optional unit: 512, 64KiB, 64MiB, 1GiB.
type Bytes int64

var units = []struct {
	suffix string
	factor int64
}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"B", 1}, {"", 1}}

// UnmarshalText reads a size.
func (b *Bytes) UnmarshalText(text []byte) error {
	for _, u := range units {
		digits, ok := strings.CutSuffix(string(text), u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
		if err != nil || n < 0 || n > math.MaxInt64/u.factor {
			break
		}
		*b = Bytes(n * u.factor)
		return nil
	}
	return errors.New("must be a size such as 512, 64KiB, 64MiB or 1GiB")
}

func (b Bytes) String() string {
	for _, u := range []int{2, 1, 0} {
		if f := units[u].factor; b != 0 && int64(b)%f == 0 {
			return strconv.FormatInt(int64(b)/f, 10) + units[u].suffix
		}
	}
	return strconv.FormatInt(int64(b), 10)
}
