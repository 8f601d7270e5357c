package notifications

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"
)

// event is an entry of a calendar. Without a duration it blocks no time.
type event struct {
	uid         string // id without the domain
	stamp       time.Time
	start       time.Time
	allDay      bool
	duration    time.Duration
	summary     string
	description string
	location    string
	url         string
}

// calendar writes iCalendar (RFC 5545).
type calendar struct{ buf bytes.Buffer }

// newCalendar begins a calendar. Programs show it in the zone, if they do not use their own.
func newCalendar(name string, zone *time.Location) *calendar {
	c := &calendar{}
	c.line("BEGIN:VCALENDAR")
	c.line("VERSION:2.0")
	c.line("PRODID:-//Rolecall//Calendar//EN")
	c.line("CALSCALE:GREGORIAN")
	c.line("METHOD:PUBLISH")
	c.text("X-WR-CALNAME", name)
	c.text("X-WR-TIMEZONE", zone.String())
	c.line("REFRESH-INTERVAL;VALUE=DURATION:PT1H")
	c.line("X-PUBLISHED-TTL:PT1H")
	return c
}

func (c *calendar) add(e event) {
	c.line("BEGIN:VEVENT")
	c.line("UID:" + e.uid + "@rolecall")
	c.line("DTSTAMP:" + utc(e.stamp))
	c.line("LAST-MODIFIED:" + utc(e.stamp))
	if e.allDay {
		c.line("DTSTART;VALUE=DATE:" + e.start.Format("20060102"))
		c.line("DTEND;VALUE=DATE:" + e.start.AddDate(0, 0, 1).Format("20060102"))
	} else {
		c.line("DTSTART:" + utc(e.start))
	}
	if e.duration > 0 {
		c.line(fmt.Sprintf("DURATION:PT%dM", int(e.duration.Minutes())))
	} else {
		c.line("TRANSP:TRANSPARENT")
	}
	c.text("SUMMARY", e.summary)
	if e.description != "" {
		c.text("DESCRIPTION", e.description)
	}
	if e.location != "" {
		c.text("LOCATION", e.location)
	}
	if e.url != "" {
		c.line("URL:" + e.url)
	}
	c.line("END:VEVENT")
}

func (c *calendar) end() { c.line("END:VCALENDAR") }

// flush sends what was written so far. It ignores errors: the server ends the request of a client that has gone.
func (c *calendar) flush(w io.Writer) { _, _ = c.buf.WriteTo(w) }

func utc(t time.Time) string { return t.UTC().Format("20060102T150405Z") }

var icalEscapes = strings.NewReplacer(`\`, `\\`, `;`, `\;`, `,`, `\,`, "\r\n", `\n`, "\n", `\n`, "\r", `\n`)

// text writes a property whose value is free text.
func (c *calendar) text(name, value string) {
	value = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\t' || r >= ' ' && r != 0x7f {
			return r
		}
		return -1 // RFC 5545 allows no other control characters
	}, strings.ToValidUTF8(value, ""))
	c.line(name + ":" + icalEscapes.Replace(value))
}

// foldAt is the maximum length of a line in bytes, without its line end.
const foldAt = 75

// line writes a content line, folded between characters.
func (c *calendar) line(s string) {
	room := foldAt
	for len(s) > room {
		cut := room
		for !utf8.RuneStart(s[cut]) {
			cut--
		}
		c.buf.WriteString(s[:cut] + "\r\n ")
		s = s[cut:]
		room = foldAt - 1 // the space counts
	}
	c.buf.WriteString(s + "\r\n")
}
