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

// Secret is a value that does not print itself: not in fmt, not in slog, not in JSON. The zero value is none.
type Secret struct {
	// A function, because fmt cannot look into one: it prints an unexported field of another struct without asking for
	// the Format method. It also keeps == from comparing secrets in a time that tells of them.
	reveal func() string
}

// NewSecret hides a text.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{reveal: func() string { return text }}
}

// Reveal gives the value to the one place that needs it.
func (s Secret) Reveal() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// Set tells whether there is a value.
func (s Secret) Set() bool { return s.reveal != nil }

// Equal compares in a time that does not depend on where the values differ.
func (s Secret) Equal(other Secret) bool {
	return subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(other.Reveal())) == 1
}

func (s Secret) String() string {
	if !s.Set() {
		return ""
	}
	return hidden
}

// GoString keeps %#v from showing the value.
func (s Secret) GoString() string { return strconv.Quote(s.String()) }

// Format keeps every other verb (%x, %q) from showing it.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// LogValue keeps it out of logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// MarshalText keeps it out of JSON.
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
