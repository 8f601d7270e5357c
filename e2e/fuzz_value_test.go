package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
)

// maker writes values for a schema. wild is the probability of each part to be an odd value instead of a valid one. It writes
// JSON text, because an encoder cannot produce the odd values.
type maker struct {
	rnd  *rand.Rand
	wild float64
	ids  func(property string) string // a UUID that may exist
}

func (m *maker) chance(p float64) bool { return m.rnd.Float64() < p }

func pick[T any](r *rand.Rand, list ...T) T { return list[r.IntN(len(list))] }

func (m *maker) uuid() string {
	var id uuid.UUID
	for i := range id {
		id[i] = byte(m.rnd.UintN(256))
	}
	id[6], id[8] = id[6]&0x0f|0x70, id[8]&0x3f|0x80
	return id.String()
}

// knownValues are values by property whose rules are only in descriptions.
var knownValues = map[string][]string{
	"status":         {"SAVED", "APPLIED", "applied", "SCREENING", "INTERVIEW", "OFFER", "ACCEPTED", "REJECTED", "WITHDRAWN", "GHOSTED"},
	"email":          {"ada@example.org", "grace@example.org", "nobody@example.org", "A.B+tag@Example.ORG"},
	"password":       {"nine quiet herons", demoUserPassword, "password"},
	"newPassword":    {"ten quiet herons", "password"},
	"code":           {"000000", "123456", "abcd2345"},
	"twoFactorToken": {"unknown", "00000000-0000-0000-0000-000000000000"},
	"website":        {"https://foo.example", "foo.example", "javascript:alert(1)"},
	"logoUrl":        {"https://foo.example/logo.png", "//foo.example/logo.png"},
	"keyword":        {"engineer", `"data engineer" -manager`, "go or rust", "-", `"`, "a:* & b | !c", "\\", "%", "_"},
	"location":       {"Remote", "Berlin", "Toronto, Canada", "%", "_"},
	"url":            {"https://foo.example/1", "HTTP://foo.example/?a=b#c"},
	"portalUrl":      {"https://foo.example/portal"},
	"q":              {"engineer", "%", "_", "\\", "'", "a b c"},
}

// value returns the value of a property.
func (m *maker) value(name string, s *openapi3.Schema) string {
	if m.chance(m.wild) {
		return m.odd(s)
	}
	if s.Nullable && m.chance(0.15) {
		return "null"
	}
	if s.Example != nil && m.chance(0.2) {
		b, _ := json.Marshal(s.Example)
		return string(b)
	}
	for len(s.AllOf) == 1 && len(s.Properties) == 0 {
		s = s.AllOf[0].Value
	}
	switch {
	case len(s.Enum) > 0:
		b, _ := json.Marshal(pick(m.rnd, s.Enum...))
		return string(b)
	case s.Type.Is("object"):
		return m.object(s)
	case s.Type.Is("array"):
		return m.array(name, s)
	case s.Type.Is("boolean"):
		return strconv.FormatBool(m.chance(0.5))
	case s.Type.Is("integer"), s.Type.Is("number"):
		return m.number(s)
	case s.Type.Is("string"):
		return quoted(m.text(name, s))
	}
	return "null"
}

func (m *maker) object(s *openapi3.Schema) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		required := slices.Contains(s.Required, name)
		if !required && m.chance(0.5) || required && m.chance(m.wild/2) {
			continue
		}
		parts = append(parts, quoted(name)+":"+m.value(name, s.Properties[name].Value))
	}
	if len(parts) > 0 && m.chance(m.wild) {
		parts = append(parts, pick(m.rnd, parts...)) // the same key twice
	}
	if m.chance(m.wild) || s.AdditionalProperties.Has != nil && *s.AdditionalProperties.Has && m.chance(0.1) {
		parts = append(parts, pick(m.rnd, `"unknown":1`, `"":null`, `"__proto__":{"admin":true}`, `"\u0000":0`, `"`+strings.Repeat("k", 5000)+
			`":[]`))
	}
	m.rnd.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return "{" + strings.Join(parts, ",") + "}"
}

func (m *maker) array(name string, s *openapi3.Schema) string {
	n := int(s.MinItems) + m.rnd.IntN(3)
	if s.MaxItems != nil && m.chance(m.wild) {
		n = int(*s.MaxItems) + m.rnd.IntN(2) // full, or one too many
	}
	parts := make([]string, n)
	for i := range parts {
		parts[i] = m.value(name, s.Items.Value)
	}
	return "[" + strings.Join(parts, ",") + "]"
}

func (m *maker) number(s *openapi3.Schema) string {
	low, high := 0.0, 1000.0
	if s.Min != nil {
		low = *s.Min
	}
	if s.Max != nil {
		high = *s.Max
	}
	switch {
	case m.chance(0.2):
		return strconv.FormatFloat(low, 'f', -1, 64)
	case m.chance(0.2):
		return strconv.FormatFloat(high, 'f', -1, 64)
	}
	return strconv.FormatInt(int64(low)+m.rnd.Int64N(int64(min(high-low, 100))+1), 10)
}

// startedAt is the same for all requests, so that a seed makes the same ones twice.
var startedAt = time.Now().UTC()

// text returns a valid string without quotes.
func (m *maker) text(name string, s *openapi3.Schema) string {
	if words, ok := knownValues[name]; ok && m.chance(0.8) {
		return pick(m.rnd, words...)
	}
	now := startedAt
	switch {
	case name == "appliedAt" && m.chance(0.9):
		return now.AddDate(0, 0, -m.rnd.IntN(60)).Format(time.RFC3339)
	case name == "triggerAtUtc" && m.chance(0.9):
		return now.Add(time.Duration(m.rnd.IntN(100_000)) * time.Second).Format(time.RFC3339Nano) // some reminders fire during the test
	}
	switch s.Format {
	case "uuid":
		if m.chance(0.7) {
			return m.ids(name)
		}
		return m.uuid()
	case "date":
		return now.AddDate(0, 0, m.rnd.IntN(400)-200).Format(time.DateOnly)
	case "date-time":
		at := now.Add(time.Duration(m.rnd.IntN(20000)-4000) * time.Minute)
		return at.Format(pick(m.rnd, time.RFC3339, time.RFC3339Nano))
	case "email":
		return fmt.Sprintf("u%d@example.org", m.rnd.IntN(1e6))
	case "uri":
		return "https://foo.example/" + strconv.Itoa(m.rnd.IntN(100))
	}
	if s.Pattern != "" && s.Pattern != `\S` {
		if re, err := syntax.Parse(s.Pattern, syntax.Perl); err == nil {
			return m.matching(re.Simplify())
		}
	}
	length := int(s.MinLength) + m.rnd.IntN(30)
	if s.MaxLength != nil {
		length = min(length, int(*s.MaxLength))
		if m.chance(0.1) {
			length = int(*s.MaxLength)
		}
	}
	alphabet := pick(m.rnd, "abc xyz", "Zoë Ångström", "日本語テキスト", "👩🏽‍💻🇩🇰𝒳", "שלום עולם", "<b>&\"'</b>", "\t\n\u00a0\u2028x", "e\u0301\u0308")
	letters := []rune(alphabet)
	var b strings.Builder
	b.WriteRune('x')
	for range max(length-1, 0) {
		b.WriteRune(pick(m.rnd, letters...))
	}
	return b.String()
}

// matching returns a string that the expression matches.
func (m *maker) matching(re *syntax.Regexp) string {
	var b strings.Builder
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		i := m.rnd.IntN(len(re.Rune)/2) * 2
		b.WriteRune(re.Rune[i] + rune(m.rnd.IntN(min(int(re.Rune[i+1]-re.Rune[i]), 90)+1)))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			b.WriteString(m.matching(sub))
		}
	case syntax.OpAlternate:
		b.WriteString(m.matching(pick(m.rnd, re.Sub...)))
	case syntax.OpStar, syntax.OpPlus, syntax.OpQuest:
		least, most := 0, 3
		if re.Op == syntax.OpPlus {
			least = 1
		} else if re.Op == syntax.OpQuest {
			most = 1
		}
		for range least + m.rnd.IntN(most-least+1) {
			b.WriteString(m.matching(re.Sub[0]))
		}
	}
	return b.String()
}

func quoted(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}
