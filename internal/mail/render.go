package mail

import (
	"embed"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"
	"unicode"
)

// Content is what a mail says, in building blocks from top to bottom. All text is plain: markup in it shows as text.
type Content struct {
	// Preview is the line that a mail client shows beside the subject.
	Preview string
	Blocks  []Block
	// Reason tells why the reader gets this mail.
	Reason string
	// Home is the address of the platform; Unsubscribe, when given, ends this kind of mail.
	Home        string
	Unsubscribe string
}

// Block is one building block. Make it with Heading, Paragraph, Code, Jobs or Button.
type Block struct {
	Heading   string
	Paragraph string
	Code      string
	Jobs      []Job
	Button    *Link
}

// Job is a posting as shown on a card. Company, Place and URL may be empty.
type Job struct {
	Title, Company, Place, URL string
}

// Link is a labelled address.
type Link struct {
	Label, URL string
}

// Heading is a line that stands out.
func Heading(text string) Block { return Block{Heading: text} }

// Paragraph is running text; its line breaks are kept.
func Paragraph(text string) Block { return Block{Paragraph: text} }

// Code is a short code in large digits.
func Code(code string) Block { return Block{Code: code} }

// Jobs is one card per posting.
func Jobs(jobs ...Job) Block { return Block{Jobs: jobs} }

// Button is the one thing to do next.
func Button(label, url string) Block { return Block{Button: &Link{Label: label, URL: url}} }

//go:embed layout/*.tmpl
var layouts embed.FS

var functions = map[string]any{"line": line, "lines": lines, "web": webAddress, "spaced": spaced}

var (
	textLayout = texttemplate.Must(texttemplate.New("mail.txt.tmpl").Funcs(functions).ParseFS(layouts, "layout/mail.txt.tmpl"))
	htmlLayout = htmltemplate.Must(htmltemplate.New("mail.html.tmpl").Funcs(functions).ParseFS(layouts, "layout/mail.html.tmpl"))
)

// Render writes the two parts of a mail. Nothing in them is loaded from elsewhere: no image, no font, no pixel.
func Render(c Content) (text, html string, err error) {
	if err := c.check(); err != nil {
		return "", "", fmt.Errorf("render mail: %w", err)
	}
	var t, h strings.Builder
	if err := textLayout.Execute(&t, c); err != nil {
		return "", "", fmt.Errorf("render mail: %w", err)
	}
	if err := htmlLayout.Execute(&h, c); err != nil {
		return "", "", fmt.Errorf("render mail: %w", err)
	}
	return t.String(), h.String(), nil
}

// check looks at the addresses that we wrote ourselves. Those of postings come from elsewhere: a bad one only loses
// its link.
func (c Content) check() error {
	if webAddress(c.Home) == "" {
		return errors.New("the home address is not a web address")
	}
	if c.Unsubscribe != "" && webAddress(c.Unsubscribe) == "" {
		return errors.New("the unsubscribe address is not a web address")
	}
	for _, b := range c.Blocks {
		if b.Button != nil && webAddress(b.Button.URL) == "" {
			return fmt.Errorf("the address of button %q is not a web address", b.Button.Label)
		}
	}
	return nil
}

// line makes one line of any text and drops what could reorder or hide what follows it.
func line(s string) string {
	return strings.Join(strings.Fields(strings.Map(visible, s)), " ")
}

// lines splits running text at its line breaks, without empty lines at either end.
func lines(s string) []string {
	out := strings.Split(strings.TrimSpace(strings.ReplaceAll(s, "\r\n", "\n")), "\n")
	for i := range out {
		out[i] = line(out[i])
	}
	return out
}

func visible(r rune) rune {
	switch {
	case unicode.IsSpace(r), unicode.IsControl(r):
		return ' '
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // overrides of the writing direction
		return -1
	}
	return r
}

// spaced sets a six-digit code in two groups for reading aloud; it is not how the code is copied.
func spaced(code string) string {
	if len(code) != 6 {
		return code
	}
	return code[:3] + " " + code[3:]
}
