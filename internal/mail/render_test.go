package mail_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/mail"
)

var update = flag.Bool("update", false, "write the golden files")

var letters = map[string]mail.Content{
	"code": {
		Preview: "482913 is your Rolecall code",
		Blocks: []mail.Block{
			mail.Heading("Confirm your email address"),
			mail.Paragraph("Enter this code to finish your registration. It is valid for 15 minutes."),
			mail.Code("482913"),
			mail.Paragraph("If you did not ask for it, you need not do anything."),
		},
		Reason: "You get this mail because someone registered with this address.",
		Home:   "https://rolecall.example",
	},
	"digest": {
		Preview: "3 new postings",
		Blocks: []mail.Block{
			mail.Heading("Your week on Rolecall"),
			mail.Cards(
				mail.Card{Title: "Go Engineer", Company: "Northwind Tools", Detail: "Köln, Germany", URL: "https://boards.example/northwind/1?a=1&b=2"},
				mail.Card{Title: "<script>alert(1)</script> & \"Sons\"", Company: "Tilde\nLabs\u202e", URL: "javascript:alert(1)"},
				mail.Card{Title: "Data Analyst", Detail: "Remote", URL: "https://boards.example/2",
					Action: &mail.Link{Label: "Save it", URL: "https://rolecall.example/save?job=2"}},
			),
			mail.Button("See all jobs", "https://rolecall.example/jobs?postedWithin=week&sort=newest"),
		},
		Reason:      "You get this mail because you switched on the weekly digest.",
		Home:        "https://rolecall.example",
		Unsubscribe: "https://rolecall.example/unsubscribe?token=abc",
		Settings:    "https://rolecall.example/settings",
	},
	"alert": {
		Blocks: []mail.Block{mail.Cards(
			mail.Card{Title: "Go Engineer", Company: "Northwind Tools", Why: "Matches “Go & more”:", Marked: []string{"go", "<b>Remote</b>"}},
			mail.Card{Title: "Welder", Why: "Matches “Everything”"},
		)},
		Home: "https://rolecall.example",
	},
	"reminder": {
		Blocks: []mail.Block{
			mail.Heading("Call <b>Mr Okafor</b> back"),
			mail.Paragraph("Bring the portfolio.\r\nAsk about:\n  - the team\n\n  - the start date\n"),
			mail.Button("Open the application", "https://rolecall.example/applications/0190"),
		},
		Reason: "You get this mail because you set this reminder.",
		Home:   "http://localhost:8080",
	},
}

func TestRenderedMail(t *testing.T) {
	t.Parallel()
	for name, content := range letters {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, html, err := mail.Render(content)
			if err != nil {
				t.Fatal(err)
			}
			golden(t, name+".txt", text)
			golden(t, name+".html", html)
		})
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (write anew with -update):\n%s", name, diff)
	}
}

func TestContentIsEscaped(t *testing.T) {
	t.Parallel()
	evil := `"><img src=x onerror=alert(1)><script>alert(1)</script>`
	_, html, err := mail.Render(mail.Content{
		Preview: evil, Reason: evil, Home: "https://rolecall.example/?" + evil, Unsubscribe: "https://rolecall.example/?" + evil,
		Blocks: []mail.Block{mail.Heading(evil), mail.Paragraph(evil), mail.Code(evil),
			mail.Cards(mail.Card{Title: evil, Company: evil, Detail: evil, URL: "https://x.example/" + evil}),
			mail.Button(evil, "https://x.example/"+evil)},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"<script", "<img", "onerror=alert(1)>"} {
		if strings.Contains(html, bad) {
			t.Errorf("contains %q", bad)
		}
	}
}

func TestMailLoadsNoRemoteContent(t *testing.T) {
	t.Parallel()
	for name, content := range letters {
		_, html, err := mail.Render(content)
		if err != nil {
			t.Fatal(err)
		}
		for _, bad := range []string{"src=", "url(", "<link", "@import", "background="} {
			if strings.Contains(html, bad) {
				t.Errorf("%s contains %q", name, bad)
			}
		}
	}
}

func TestRenderRefusesInvalidAddresses(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]mail.Content{
		"home":        {Home: "localhost"},
		"unsubscribe": {Home: "https://rolecall.example", Unsubscribe: "mailto:x"},
		"settings":    {Home: "https://rolecall.example", Settings: "/settings"},
		"card": {Home: "https://rolecall.example", Blocks: []mail.Block{
			mail.Cards(mail.Card{Title: "x", Action: &mail.Link{Label: "Go", URL: "data:x"}}),
		}},
		"button": {Home: "https://rolecall.example", Blocks: []mail.Block{mail.Button("Go", "javascript:alert(1)")}},
	} {
		if _, _, err := mail.Render(c); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
