package mail

import (
	"embed"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"strings"
	texttemplate "text/template"
	"unicode"

	"rolecall/internal/lang"
)

// Content is the content of a mail, as building blocks from top to bottom. Markup in texts is shown as text.
type Content struct {
	Language lang.Language
	// Preview is the line that a mail client shows beside the subject.
	Preview string
	Blocks  []Block
	// Reason is why the reader gets this mail.
	Reason string
	// Home is the URL of the platform; Unsubscribe, if set, ends this kind of mail; Settings, if set, is where it is turned on
	// and off.
	Home        string
	Unsubscribe string
	Settings    string
}

// Block is one building block, made by Heading, Paragraph, Code, Cards or Button.
type Block struct {
	Heading   string
	Paragraph string
	Code      string
	Cards     []Card
	Button    *Link
}

// Card is a posting or an application. All but the title may be empty.
type Card struct {
	Title, Company, Detail, URL string
	Why                         string   // why it is shown
	Marked                      []string // words that follow it, highlighted
	Action                      *Link
}

// Link is a labelled address.
type Link struct {
	Label, URL string
}

// Heading returns a heading.
func Heading(text string) Block { return Block{Heading: text} }

// Paragraph returns running text; its line breaks are kept.
func Paragraph(text string) Block { return Block{Paragraph: text} }

// Code returns a short code in large digits.
func Code(code string) Block { return Block{Code: code} }

// Cards returns cards, one below the other.
func Cards(cards ...Card) Block { return Block{Cards: cards} }

// Button returns the mail's main link.
func Button(label, url string) Block { return Block{Button: &Link{Label: label, URL: url}} }

//go:embed layout/*.tmpl
var layouts embed.FS

var functions = map[string]any{"line": line, "lines": lines, "web": webAddress, "spaced": spaced}

var (
	textLayout = texttemplate.Must(texttemplate.New("mail.txt.tmpl").Funcs(functions).ParseFS(layouts, "layout/mail.txt.tmpl"))
	htmlLayout = htmltemplate.Must(htmltemplate.New("mail.html.tmpl").Funcs(functions).ParseFS(layouts, "layout/mail.html.tmpl"))
)

// Render returns the text and HTML parts of a mail. They load nothing from the network.
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

// check validates our own URLs. Those of postings come from boards; an invalid one is left out.
func (c Content) check() error {
	if webAddress(c.Home) == "" {
		return errors.New("the home address is not a web address")
	}
	if c.Unsubscribe != "" && webAddress(c.Unsubscribe) == "" {
		return errors.New("the unsubscribe address is not a web address")
	}
	if c.Settings != "" && webAddress(c.Settings) == "" {
		return errors.New("the address of the settings is not a web address")
	}
	for _, b := range c.Blocks {
		links := []*Link{b.Button}
		for _, card := range b.Cards {
			links = append(links, card.Action)
		}
		for _, l := range links {
			if l != nil && webAddress(l.URL) == "" {
				return fmt.Errorf("the address of %q is not a web address", l.Label)
			}
		}
	}
	return nil
}

// line returns the text on one line, without characters that could reorder or hide text.
func line(s string) string {
	return strings.Join(strings.FieldsFunc(strings.Map(visible, s), func(r rune) bool { return r == ' ' }), " ")
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
	case r == '\u00a0': // French has a no-break space before a colon
		return r
	case unicode.IsSpace(r), unicode.IsControl(r):
		return ' '
	case r >= 0x202a && r <= 0x202e, r >= 0x2066 && r <= 0x2069: // writing direction overrides
		return -1
	}
	return r
}

// spaced splits a six-digit code into two groups for reading; it is not the form to copy.
func spaced(code string) string {
	if len(code) != 6 {
		return code
	}
	return code[:3] + " " + code[3:]
}
