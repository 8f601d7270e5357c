package e2e

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// depth is the nesting of the deepest values.
const depth = 10_000

var (
	oddTexts = []string{
		``, ` `, `\u0000`, `a\u0000b`, `\ud800`, `\udfff\ud800`, `\ud83d`, "\xff\xfe", "\xc0\x80", "\xed\xa0\x80", `\u202egnirts`, `\ufeff`,
		`👩‍👩‍👧‍👦`, `𠜎𠜱𠝹`, `'; DROP TABLE x; --`, `../../etc/passwd`, `%00`, `{{7*7}}`, `\r\nX-Injected: 1`, `=cmd|' /C calc'!A0`,
		`<script>alert(1)</script>`,
		`\x`, "\n", `null`, `NaN`, `-0`, `\u0130\u0131`, `ﷺ`,
	}
	oddTimes = []string{
		"0000-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999999999Z", "10000-01-01T00:00:00Z", "2026-12-31T23:59:60Z",
		"2026-05-21T24:00:00Z",
		"2026-02-30T00:00:00Z", "2026-05-21T00:00:00+23:59", "2026-05-21T00:00:00-99:99", "2026-05-21t00:00:00z", "2026-05-21 00:00:00Z", "1e9",
		"1970-01-01T00:00:00.0000000000000000001Z",
	}
	oddDates = []string{"0000-00-00", "0000-01-01", "0001-01-01", "2026-02-30", "9999-12-31", "10000-01-01", "-001-01-01", "2026-5-1",
		"2026-05-21T00:00:00Z", "today"}
	oddIDs = []string{
		"00000000-0000-0000-0000-000000000000", "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF", "urn:uuid:01978a61-77c0-7f4e-a2b9-5d1e0c3f8a66",
		"{01978a61-77c0-7f4e-a2b9-5d1e0c3f8a66}",
		"01978a6177c07f4ea2b95d1e0c3f8a66", "01978a61-77c0-7f4e-a2b9-5d1e0c3f8a6", "01978a61-77c0-7f4e-a2b9-5d1e0c3f8a66x",
		"01978a61-77c0-7f4e-a2b9-5d1e0c3f8a6g",
	}
	oddAddresses = []string{"@", "a@", "@b", "a@b@c.org", "a b@example.org", `\"a b\"@example.org`, "a@localhost", "a@[127.0.0.1]",
		"ä@exämple.org", "A@EXAMPLE.ORG", "a@example.org\\u0000", "a@example.org\\nBcc: b@example.org"}
	oddNumbers = []string{"-1", "0", "-0", "1.5", "1e3", "1e400", "-1e400", "1e-400", "9223372036854775807", "9223372036854775808",
		"-9223372036854775809", "123456789012345678901234567890", "2147483648", "0.1", "01", "+1", "0x10", "NaN", "Infinity", "1e99999999",
		strings.Repeat("9", 4000)}
	oddThings = []string{"null", "true", "0", `""`, "[]", "{}", "[null]", `[[]]`, `{"a":{}}`, "", "}", `"unended`, "nul", "//x", "[1,]"}
)

// odd returns a value that the schema probably forbids and that a decoder or a database may fail on, such as one below or
// above its limits.
func (m *maker) odd(s *openapi3.Schema) string {
	for len(s.AllOf) == 1 && len(s.Properties) == 0 {
		s = s.AllOf[0].Value
	}
	switch {
	case m.chance(0.02):
		return strings.Repeat("[", depth) + strings.Repeat("]", depth)
	case m.chance(0.02):
		return strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
	case m.chance(0.25):
		return pick(m.rnd, oddThings...)
	case s.Type.Is("integer"), s.Type.Is("number"):
		return m.oddNumber(s)
	case s.Type.Is("string"):
		return `"` + m.oddText(s) + `"`
	}
	return pick(m.rnd, pick(m.rnd, oddThings...), `"`+pick(m.rnd, oddTexts...)+`"`, pick(m.rnd, oddNumbers...))
}

func (m *maker) oddNumber(s *openapi3.Schema) string {
	switch {
	case s.Min != nil && m.chance(0.3):
		return strconv.FormatFloat(*s.Min-1, 'f', -1, 64)
	case s.Max != nil && m.chance(0.3):
		return strconv.FormatFloat(*s.Max+1, 'f', -1, 64)
	case m.chance(0.2):
		return fmt.Sprintf("%q", pick(m.rnd, oddNumbers...))
	}
	return pick(m.rnd, oddNumbers...)
}

// oddText returns the inside of a JSON string with escapes.
func (m *maker) oddText(s *openapi3.Schema) string {
	special := map[string][]string{"date": oddDates, "date-time": oddTimes, "uuid": oddIDs, "email": oddAddresses}[s.Format]
	if len(s.Enum) > 0 {
		special = []string{strings.ToUpper(fmt.Sprint(s.Enum[0])), fmt.Sprint(s.Enum[0]) + " ", "nothing-known"}
	}
	if len(special) > 0 && m.chance(0.6) {
		return pick(m.rnd, special...)
	}
	if m.chance(0.3) {
		length := uint64(100_000)
		if s.MaxLength != nil {
			length = *s.MaxLength + uint64(m.rnd.IntN(2)) // as long as allowed, or one more
		} else if s.MinLength > 0 {
			length = s.MinLength - 1
		}
		return strings.Repeat(pick(m.rnd, "x", " ", "é", "𝒳", `\u0000`, "'", "%"), int(length))
	}
	return pick(m.rnd, oddTexts...)
}
