package applications

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"rolecall/internal/applications/oas"
)

func TestTitleWords(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ title, want string }{
		{"Senior C++ / C# Engineer (m/f/d)", "senior c++ c# engineer"},
		{".NET and Node.js Developer", ".net node.js developer"},
		{"Full-Stack Entwickler*in für das Team", "full-stack entwickler team"},
		{"Softwareentwickler:in (100%)", "softwareentwickler"},
		{"Ingénieur de données à Paris – H/F", "ingénieur données paris"},
		{"Responsable de la Región, el Norte", "responsable región norte"},
		{"2026 Summer Internship", "summer internship"},
		{"- - ... '' +", ""},
		{"The And Or Und Der Les", ""},
		{"R", ""},
	} {
		if got := strings.Join(titleWords(tt.title), " "); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.title, got, tt.want)
		}
	}
}

// TestOneLetterSkillsAreKeywords checks that skills such as C and R count, although titles drop single letters.
func TestOneLetterSkillsAreKeywords(t *testing.T) {
	t.Parallel()
	if got := strings.Join(skillWords([]string{"C", " R ", "and", "D"}), " "); got != "c r d" {
		t.Errorf("got %q, want %q", got, "c r d")
	}
}

func TestParseMoment(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("Europe/Oslo")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text  string
		order dateOrder
		want  string // time in Oslo
	}{
		{"2026-05-02", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"2026-5-2", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"2026/05/02", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"02.05.2026", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"2.5.2026 17:30", monthFirst, "2026-05-02T17:30:00+02:00"},
		{"02-05-2026", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"05/02/2026", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"05/02/2026", dayFirst, "2026-02-05T00:00:00+01:00"},
		{"5/2/2026 5:30 pm", monthFirst, "2026-05-02T17:30:00+02:00"},
		{"5/2/2026, 5:30:10 PM", monthFirst, "2026-05-02T17:30:10+02:00"},
		{"2 May 2026", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"2 February 2026", monthFirst, "2026-02-02T00:00:00+01:00"},
		{"2-Feb-2026", monthFirst, "2026-02-02T00:00:00+01:00"},
		{"May 2, 2026", monthFirst, "2026-05-02T00:00:00+02:00"},
		{"September 2, 2026 08:00", monthFirst, "2026-09-02T08:00:00+02:00"},
		{"2026-05-02 10:00:00", monthFirst, "2026-05-02T10:00:00+02:00"},
		{"2026-05-02T10:00", monthFirst, "2026-05-02T10:00:00+02:00"},
		{"2026-05-02T10:00:00.25Z", monthFirst, "2026-05-02T12:00:00.25+02:00"},
		{"2026-05-02 10:00:00+00:00", monthFirst, "2026-05-02T12:00:00+02:00"},
		{"  2026-05-02   10:00 ", monthFirst, "2026-05-02T10:00:00+02:00"},
		{"13/02/2026", monthFirst, ""},
		{"2026-02-30", monthFirst, ""},
		{"2026", monthFirst, ""},
		{"soon", monthFirst, ""},
		{"2026-05-02 noonish", monthFirst, ""},
	} {
		got, err := parseMoment(tt.text, tt.order, zone)
		if tt.want == "" {
			if err == nil {
				t.Errorf("%q: got %v, want none", tt.text, got)
			}
			continue
		}
		if err != nil || got.In(zone).Format(time.RFC3339Nano) != tt.want {
			t.Errorf("%q: got %v (%v), want %s", tt.text, got, err, tt.want)
		}
	}
}

func TestGuessColumns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ header, want string }{
		{"Job Title,Company Name,Date Applied,Job Link,Stage,Comments", "title=0 company=1 url=3 status=4 appliedAt=2 notes=5"},
		{"Firma,Stelle,Bewerbungsdatum,Ort,Stand,Nächster Schritt", "title=1 company=0 location=3 status=4 appliedAt=2 nextStepLabel=5"},
		{"Empresa,Puesto,Fecha de solicitud,Ubicación,Notas", "title=1 company=0 location=3 appliedAt=2 notes=4"},
		{"Entreprise,Intitulé du poste,Date d’envoi,Échéance", "title=1 company=0 appliedAt=2 nextStepDate=3"},
		{"job,title,company", "title=1 company=2"},      // an exact name wins
		{"role,position,company", "title=0 company=2"},  // else the first
		{" TITLE ,COMPANY,colour", "title=0 company=1"}, // unknown ones are left alone
		{"applied,appliedAt,title,company", "title=2 company=3 appliedAt=1"},
	} {
		columns := guessColumns(strings.Split(tt.header, ","))
		var parts []string
		for _, c := range csvColumns {
			if i, ok := columns[c]; ok {
				parts = append(parts, c+"="+string(rune('0'+i)))
			}
		}
		if got := strings.Join(parts, " "); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.header, got, tt.want)
		}
	}
}

func TestStatusWordsCoverTheNames(t *testing.T) {
	t.Parallel()
	for _, s := range statuses {
		if got := statusWords[plain(string(s))]; got != s {
			t.Errorf("%s: got %s, want %s", s, got, s)
		}
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add([]byte("title,company\na,b\n"))
	f.Add([]byte("\xef\xbb\xbfsep=;\nFirma;Stelle\n\"x\"\";\ny\";z\n"))
	f.Add([]byte("title,company,timeline,appliedAt\na,b,APPLIED@2026-05-02T10:00:00Z,1/2/2026\n\"\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if !utf8.Valid(content) {
			return // refused before
		}
		table, err := readTable(bytes.NewReader(content), int64(len(content)))
		if err != nil {
			return
		}
		r, err := newLineReader(table, time.UTC, time.Unix(1_780_000_000, 0))
		if err != nil {
			t.Fatal(err)
		}
		for rec := range table.records() {
			l, err := r.read(rec)
			if err == nil && (l.app.JobTitle == "" || len(l.moves) == 0 || l.moves[len(l.moves)-1].Status != l.app.Status) {
				t.Errorf("accepted %q as %+v", rec.fields, l)
			}
		}
	})
}

func TestPreferredFormat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		accept string
		want   oas.ExportFormat
	}{
		{"", "csv"}, {"*/*", "csv"}, {"application/json", "json"}, {"text/csv", "csv"}, {"text/*, application/json", "csv"},
		{"text/csv;q=0.5, application/json;q=0.9", "json"}, {"application/json;q=0.5, */*;q=0.1", "json"},
		{"application/json;q=0, */*", "csv"}, {"APPLICATION/JSON", "json"}, {"image/png", "csv"}, {"application/*;q=0.4, text/csv;q=x", "csv"},
	} {
		ctx := context.WithValue(t.Context(), acceptKey{}, tt.accept)
		if got := preferredFormat(ctx); got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.accept, got, tt.want)
		}
	}
}
