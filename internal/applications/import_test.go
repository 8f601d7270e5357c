package applications_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"mime/multipart"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/apitest"
	"rolecall/internal/applications/oas"
)

func (p person) export(query string) []byte {
	return p.Do("GET", "/applications/export"+query, nil).Want(200).Body
}

func (p person) importCSV(file, query string) oas.ImportResult {
	var got oas.ImportResult
	p.Do("POST", "/applications/import"+query, file, apitest.Header("Content-Type", "text/csv; charset=utf-8")).Want(200).JSON(&got)
	return got
}

func result(imported, skipped int64, errors ...oas.ImportError) oas.ImportResult {
	if errors == nil {
		errors = []oas.ImportError{}
	}
	return oas.ImportResult{Imported: imported, Skipped: skipped, Failed: int64(len(errors)), Errors: errors}
}

// lineError returns the error of a line. Empty strings and a limit of 0 become null.
func lineError(line int64, kind oas.ImportProblem, column, value string, limit int64, message string) oas.ImportError {
	return oas.ImportError{
		Line: line, Message: message, Problem: kind, Column: oas.NilString{Value: column, Null: column == ""},
		Value: oas.NilString{Value: value, Null: value == ""}, Limit: oas.NilInt64{Value: limit, Null: limit == 0},
	}
}

const header = `"title","company","location","url","status","appliedAt","endedAt","createdAt","lastActivityAt","nextStepLabel",` +
	`"nextStepDate","nextStepReminderAt","contact","portalUrl","notes","timeline"` + "\n"

func TestExportFormats(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	if got := string(p.export("")); got != header {
		t.Errorf("no applications: got %q, want %q", got, header)
	}
	if got := string(p.export("?format=json")); got != "[]\n" {
		t.Errorf("no applications as JSON: got %q, want %q", got, "[]\n")
	}
	a := p.create(object{
		"jobDetails": object{"title": "=HYPERLINK(1)", "company": "Larkspur, Inc.", "url": "https://l.example/1", "location": "Oslo"},
		"appliedAt":  "2026-05-02T10:00:00.25Z", "notes": "two\nlines", "nextStep": object{"label": "-Call", "date": "2026-06-01",
			"reminderAt": "2026-06-01T08:00:00Z"},
		"contact": "Mira", "portalUrl": "https://l.example/p",
	})
	fx.clock.Add(time.Minute)
	p.move(a.ID, "REJECTED")
	p.create(object{"status": "SAVED"})
	want := header +
		`"'=HYPERLINK(1)","Larkspur, Inc.","Oslo","https://l.example/1","REJECTED","2026-05-02T10:00:00.25Z","2026-05-20T12:01:00Z",` +
		`"2026-05-20T12:00:00Z","2026-05-20T12:01:00Z","'-Call","2026-06-01","2026-06-01T08:00:00Z","Mira","https://l.example/p","two` + "\n" +
		`lines",` +
		`"APPLIED@2026-05-02T10:00:00.25Z;REJECTED@2026-05-20T12:01:00Z"` + "\n" +
		`"Backend Engineer","Northwind Harbour","","","SAVED","","","2026-05-20T12:01:00Z","2026-05-20T12:01:00Z",` +
		`"","","","","","","SAVED@2026-05-20T12:01:00Z"` + "\n"
	res := p.Do("GET", "/applications/export", nil).Want(200)
	if diff := cmp.Diff(string(res.Body), want); diff != "" {
		t.Errorf("CSV (-got +want):\n%s", diff)
	}
	if got := res.Header.Get("Content-Disposition"); got != `attachment; filename="applications-2026-05-20.csv"` {
		t.Errorf("got %s, want %s", got, `attachment; filename="applications-2026-05-20.csv"`)
	}

	res = p.Do("GET", "/applications/export", nil, apitest.Header("Accept", "application/json")).Want(200)
	var items oas.ApplicationExport
	res.JSON(&items)
	if len(items) != 2 || items[0].Title != "=HYPERLINK(1)" || len(items[0].Timeline) != 2 || items[1].Status != "SAVED" {
		t.Errorf("JSON: got %+v, want the formula with two moves, then SAVED", items)
	}
	if got := res.Header.Get("Content-Disposition"); got != `attachment; filename="applications-2026-05-20.json"` {
		t.Errorf("got %s, want %s", got, `attachment; filename="applications-2026-05-20.json"`)
	}
	// The query parameter takes precedence over the Accept header.
	res = p.Do("GET", "/applications/export?format=csv", nil, apitest.Header("Accept", "application/json")).Want(200)
	if !bytes.HasPrefix(res.Body, []byte(`"title",`)) {
		t.Errorf("got %s, want the header first", res.Body)
	}
	p.Do("GET", "/applications/export?format=xml", nil).WantError(400, "Validation Error")
}

// TestExportedFileImportsUnchanged checks that everything a user can enter survives an export and an import, over
// several batches.
func TestExportedFileImportsUnchanged(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p, q := fx.person(), fx.person()
	awkward := []string{"=1+1", "'=1+1", "+4712345", "-", "@here", "a,b;c\td", `"quoted"`, "'Tis", "line\nline\n\nline", "Ærø", "x\ty",
		`back\slash`, "#1", "\ufeffbom"}
	for i, text := range awkward {
		body := object{
			"jobDetails": object{"title": text, "company": text, "location": text, "url": "https://x.example/" + fmt.Sprint(i)},
			"status":     string(statuses[i%9]), "notes": text, "contact": text,
			"nextStep": object{"label": text, "date": "2026-06-01", "reminderAt": "2026-06-01T08:00:00.123456Z"},
		}
		if i%3 == 0 {
			body["appliedAt"] = "2026-05-02T10:00:00.123456+02:00"
		}
		fx.clock.Add(1234567 * time.Microsecond)
		a := p.create(body)
		if i%4 == 0 {
			fx.clock.Add(time.Hour)
			p.move(a.ID, "INTERVIEW")
			p.move(a.ID, "WITHDRAWN")
		}
	}
	fx.exec(`WITH a AS (INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at,
		last_activity_at)
		SELECT gen_random_uuid(), $1, 'APPLIED', 'T' || n, 'C', timestamptz '2026-01-01Z' + n * interval '1 second', now(), timestamptz
		'2026-02-01Z'
		FROM generate_series(1, 1000) n RETURNING id, created_at)
		INSERT INTO applications.timeline (application_id, position, status, occurred_at) SELECT id, 1, 'APPLIED', created_at FROM a`, p.id)

	fx.exec("UPDATE applications.application SET last_activity_at = $1", fx.clock.Add(time.Hour)) // the time that the import below sets
	file := p.export("")
	total := int64(len(awkward) + 1000)
	if diff := cmp.Diff(q.importCSV(string(file), ""), result(total, 0)); diff != "" {
		t.Fatalf("import (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(string(q.export("")), string(file)); diff != "" {
		t.Errorf("CSV after a round trip (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(string(q.export("?format=json")), string(p.export("?format=json"))); diff != "" {
		t.Errorf("JSON after a round trip (-got +want):\n%s", diff)
	}
	if diff := cmp.Diff(q.importCSV(string(file), ""), result(0, total)); diff != "" {
		t.Errorf("second import (-got +want):\n%s", diff)
	}
	if got := p.importCSV(string(file), ""); got.Skipped != total {
		t.Errorf("import into the account it came from: got %+v, want %d skipped", got, total)
	}
}

// TestImportReadsForeignFormats checks files that other programs wrote.
func TestImportReadsForeignFormats(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, inZone("Europe/Oslo"))
	type fields struct{ title, company, status, applied, location, url, notes, contact string }
	for name, tt := range map[string]struct {
		file string
		want fields
	}{
		"semicolons, BOM, German": {
			"\ufeffFirma;Stelle;Bewerbungsdatum;Stand;Ort\r\nNordwind;\"Entwickler;in\";02.05.2026;Absage;Köln\r\n",
			fields{title: "Entwickler;in", company: "Nordwind", status: "REJECTED", applied: "2026-05-01T22:00:00Z", location: "Köln"},
		},
		"tabs, US dates": {
			"Position\tCompany\tDate Applied\nDev\tAcorn\t05/02/2026\n",
			fields{title: "Dev", company: "Acorn", status: "APPLIED", applied: "2026-05-01T22:00:00Z"},
		},
		"the whole column decides on the date format": {
			"Title,Company,Applied\nDev,Acorn,05/02/2026\nOps,Acorn,25/02/2026\n",
			fields{title: "Dev", company: "Acorn", status: "APPLIED", applied: "2026-02-04T23:00:00Z"},
		},
		"French": {
			"Entreprise,Poste,Statut,Lien,Remarques\nÉrable,Ingénieur,Entretien,www.erable.example/1,\"à\nvoir\"\n",
			fields{title: "Ingénieur", company: "Érable", status: "INTERVIEW", url: "https://www.erable.example/1", notes: "à\nvoir"},
		},
		"Spanish": {
			"Empresa,Puesto,Estado\nNogal,Analista,Guardado\n",
			fields{title: "Analista", company: "Nogal", status: "SAVED"},
		},
		"separator line": {
			"sep=;\ntitle;company;notes\nDev;Acorn;x\n",
			fields{title: "Dev", company: "Acorn", status: "APPLIED", notes: "x"},
		},
		"columns of the export in another order": {
			"notes,company,title,extra\nx,Acorn,Dev,y\n",
			fields{title: "Dev", company: "Acorn", status: "APPLIED", notes: "x"},
		},
		"empty rows": {
			"title,company\n,\nDev,Acorn\n,\n",
			fields{title: "Dev", company: "Acorn", status: "APPLIED"},
		},
		"apostrophe before a formula": {
			"title,company,contact\nDev,Acorn,'+47 123\n",
			fields{title: "Dev", company: "Acorn", status: "APPLIED", contact: "+47 123"},
		},
	} {
		p := fx.person()
		result := p.importCSV(tt.file, "")
		if result.Failed != 0 || result.Imported == 0 {
			t.Errorf("%s: got %+v, want all imported", name, result)
			continue
		}
		word, _, _ := strings.Cut(tt.want.title, ";")
		a := p.list("?q=" + word).Content[0]
		got := fields{
			a.Job.Title, a.Job.Company, string(a.Status), "", a.Job.Location.Value, a.Job.URL.Value, a.Notes.Value, a.Contact.Value,
		}
		if !a.AppliedAt.Null {
			got.applied = a.AppliedAt.Value.Format(time.RFC3339)
		}
		if got != tt.want {
			t.Errorf("%s: got %+v, want %+v", name, got, tt.want)
		}
	}
}

func TestImportReadsDatesInTheZone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, inZone("Europe/Oslo"))
	const file = "title,company,appliedAt,nextStepDate\nDev,Acorn,2026-05-02,2026-06-01\nOps,Acorn,2026-05-02T10:00:00Z,\n"
	for query, want := range map[string]string{
		"":                          "2026-05-01T22:00:00Z",
		"?zone=America/Los_Angeles": "2026-05-02T07:00:00Z",
		"?zone=Asia/Tokyo":          "2026-05-01T15:00:00Z",
	} {
		p := fx.person()
		p.importCSV(file, query)
		dev, ops := p.list("?q=Dev").Content[0], p.list("?q=Ops").Content[0]
		if dev.AppliedAt.Value != at(want) || dev.NextStep.Value.Date.Value != at("2026-06-01T00:00:00Z") {
			t.Errorf("%q: got %v and the next step %v, want %s", query, dev.AppliedAt.Value, dev.NextStep.Value, want)
		}
		if ops.AppliedAt.Value != at("2026-05-02T10:00:00Z") {
			t.Errorf("%q: got %v, want the time of the file: it has an offset", query, ops.AppliedAt.Value)
		}
	}
	for _, zone := range []string{"Local", "Nowhere/Land", "../etc/passwd"} {
		fx.person().Do("POST", "/applications/import?zone="+zone, file, apitest.Header("Content-Type", "text/csv")).
			WantError(400, "Validation Error")
	}
}

func TestImportFillsInMissingFields(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	// The import counts as activity, so that old applications are not stale immediately.
	p.importCSV("title,company,status,appliedAt,endedAt,lastActivityAt,timeline\n"+
		"A,C,rejected,2026-05-02,,,\n"+
		"B,C,REJECTED,2026-05-02,2026-05-09,2026-05-09,\n"+
		"C,C,APPLIED,2026-05-02,2026-05-09,2026-05-03,\n"+ // an open application has no end
		"D,C,,,,,SAVED@2026-05-01T00:00:00Z;offer@2026-05-03T00:00:00Z\n"+
		"E,C,SAVED,2026-05-02,,,\n"+
		"F,C,WITHDRAWN,,2026-05-09,,\n"+
		"G,C,REJECTED,2026-05-09,2026-05-02,,\n", "") // an end before the application adds no move
	now := fx.clock.Now()
	titled := func(title string) oas.ApplicationDetails {
		t.Helper()
		for _, a := range p.list("?q=" + title).Content {
			if a.Job.Title == title {
				return p.get(a.ID)
			}
		}
		t.Fatalf("no application %s", title)
		return oas.ApplicationDetails{}
	}
	for title, want := range map[string]struct {
		status oas.ApplicationStatus
		ended  oas.NilDateTime
		first  time.Time
		moves  int
	}{
		"A": {"REJECTED", oas.NewNilDateTime(at("2026-05-02T00:00:00Z")), at("2026-05-02T00:00:00Z"), 1},
		"B": {"REJECTED", oas.NewNilDateTime(at("2026-05-09T00:00:00Z")), at("2026-05-02T00:00:00Z"), 2},
		"C": {"APPLIED", oas.NilDateTime{Null: true}, at("2026-05-02T00:00:00Z"), 1},
		"D": {"OFFER", oas.NilDateTime{Null: true}, at("2026-05-01T00:00:00Z"), 2},
		"E": {"SAVED", oas.NilDateTime{Null: true}, now, 1},
		"F": {"WITHDRAWN", oas.NewNilDateTime(at("2026-05-09T00:00:00Z")), at("2026-05-09T00:00:00Z"), 1},
		"G": {"REJECTED", oas.NewNilDateTime(at("2026-05-02T00:00:00Z")), at("2026-05-09T00:00:00Z"), 1},
	} {
		got := titled(title)
		if got.Status != want.status || got.EndedAt != want.ended || len(got.Timeline) != want.moves ||
			got.Timeline[0].OccurredAt != want.first ||
			got.LastActivityAt != now || got.CreatedAt != now {
			t.Errorf("%s: got %+v, want %+v", title, got, want)
		}
	}
	// The file's dates become moves. Only B has both dates, so only B has a waiting time.
	rows := titled("B").Timeline
	if rows[0].Status != "APPLIED" || rows[1].Status != "REJECTED" || rows[1].OccurredAt != at("2026-05-09T00:00:00Z") {
		t.Errorf("B: got %+v, want APPLIED, then REJECTED on its date", rows)
	}
	var figures oas.PeriodStats
	p.Do("GET", "/applications/stats/period", nil).Want(200).JSON(&figures)
	if figures.Waited != 1 || figures.AverageReplyDays.Value != 7 {
		t.Errorf("got %+v, want only the wait of B, 7 days", figures)
	}
	// An imported application can be moved.
	if got := p.move(titled("D").ID, "ACCEPTED"); got.Timeline[len(got.Timeline)-1].Status != "ACCEPTED" {
		t.Errorf("got %+v, want ACCEPTED last", got.Timeline)
	}
}

func TestImportReportsBadLines(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	long := func(n int) string { return strings.Repeat("x", n) }
	file := "title,company,status,appliedAt,url,portalUrl,location,notes,contact,nextStepLabel,timeline\n" +
		"Good,C,,,,,,\"two\nlines\",,,\n" + // lines 2 and 3
		",C\n" +
		"T,\n" +
		"T,C,maybe\n" +
		"T,C,,soon\n" +
		"T,C,,2030-01-01\n" +
		"T,C,,,javascript:x\n" +
		"T,C,,,,ftp://x\n" +
		long(301) + ",C\n" +
		"T," + long(201) + "\n" +
		"T,C,,,,," + long(201) + "\n" +
		"T,C,,,,,," + long(20_001) + "\n" +
		"T,C,,,,,,," + long(501) + "\n" +
		"T,C,,,,,,,," + long(201) + "\n" +
		"T,C,,,,,,,,,HIRED@2026-05-01T00:00:00Z\n" +
		"T,C,,,,,,,,,APPLIED@2026-05-02T00:00:00Z;OFFER@2026-05-01T00:00:00Z\n" +
		"T,C,SAVED,,,,,,,,APPLIED@2026-05-02T00:00:00Z\n" +
		"T,C,,,,,,,,,APPLIED@2036-05-02T00:00:00Z\n" +
		"T,C,,,,,,,,," + strings.Repeat("APPLIED@2026-05-02T00:00:00Z;", 1000) + "APPLIED@2026-05-02T00:00:00Z\n" +
		"T,C,,,,,,,,,,extra\n" +
		"T,C\x00\n" +
		"T,C,\"bro\"ken\n" +
		"Good,C\n" +
		"Good,C,SAVED\n"
	want := result(3, 0,
		lineError(4, "MISSING", "title", "", 0, "title: is missing"),
		lineError(5, "MISSING", "company", "", 0, "company: is missing"),
		lineError(6, "NOT_A_STATUS", "status", "maybe", 0, `status: "maybe" is not a status`),
		lineError(7, "NOT_A_DATE", "appliedAt", "soon", 0, `appliedAt: "soon" is not a date in a known format`),
		lineError(8, "IN_THE_FUTURE", "appliedAt", "2030-01-01", 0, `appliedAt: "2030-01-01" is in the future`),
		lineError(9, "NOT_AN_ADDRESS", "url", "javascript:x", 0, `url: "javascript:x" is not a web address`),
		lineError(10, "NOT_AN_ADDRESS", "portalUrl", "ftp://x", 0, `portalUrl: "ftp://x" is not a web address`),
		lineError(11, "TOO_LONG", "title", "", 300, "title: is longer than 300 characters"),
		lineError(12, "TOO_LONG", "company", "", 200, "company: is longer than 200 characters"),
		lineError(13, "TOO_LONG", "location", "", 200, "location: is longer than 200 characters"),
		lineError(14, "TOO_LONG", "notes", "", 20_000, "notes: is longer than 20000 characters"),
		lineError(15, "TOO_LONG", "contact", "", 500, "contact: is longer than 500 characters"),
		lineError(16, "TOO_LONG", "nextStepLabel", "", 200, "nextStepLabel: is longer than 200 characters"),
		lineError(17, "NOT_A_TIMELINE_ENTRY", "timeline", "HIRED@2026-05-01T00:00:00Z", 0,
			`timeline: "HIRED@2026-05-01T00:00:00Z" is not of the form STATUS@time`),
		lineError(18, "TIMELINE_ORDER", "timeline", "OFFER@2026-05-01T00:00:00Z", 0,
			`timeline: "OFFER@2026-05-01T00:00:00Z" is earlier than the entry before it`),
		lineError(19, "TIMELINE_END", "timeline", "APPLIED", 0, "timeline: ends in APPLIED, which is not the status of the line"),
		lineError(20, "IN_THE_FUTURE", "timeline", "APPLIED@2036-05-02T00:00:00Z", 0,
			`timeline: "APPLIED@2036-05-02T00:00:00Z" is in the future`),
		lineError(21, "TIMELINE_TOO_LONG", "timeline", "", 1000, "timeline: has more than 1000 entries"),
		lineError(22, "TOO_MANY_FIELDS", "", "12", 11,
			"has 12 fields, but the header has 11. Is a text that contains a separator not quoted?"),
		lineError(23, "NUL_CHARACTER", "company", "", 0, "company: contains a NUL character"),
		lineError(24, "NOT_CSV", "", `extraneous or missing " in quoted-field`, 0,
			`not readable as CSV: extraneous or missing " in quoted-field`),
	)
	if diff := cmp.Diff(p.importCSV(file, "?dryRun=true"), want); diff != "" {
		t.Errorf("dry run (-got +want):\n%s", diff)
	}
	if got := p.list("").TotalElements; got != 0 {
		t.Errorf("after a dry run: got %d applications, want 0", got)
	}
	if diff := cmp.Diff(p.importCSV(file, ""), want); diff != "" {
		t.Errorf("import (-got +want):\n%s", diff)
	}
	if got := p.list("").TotalElements; got != 3 {
		t.Errorf("got %d, want 3", got)
	}
	want.Imported, want.Skipped = 0, 3
	if diff := cmp.Diff(p.importCSV(file, "?dryRun=true"), want); diff != "" {
		t.Errorf("dry run after the import (-got +want):\n%s", diff)
	}
}

func TestImportRefusesUnreadableFiles(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	send := func(body any, contentType string) *apitest.Response {
		return p.Do("POST", "/applications/import", body, apitest.Header("Content-Type", contentType))
	}
	for name, file := range map[string]string{
		"empty":          "",
		"no header":      "Dev,Acorn\nOps,Acorn\n",
		"no company":     "title,notes\nDev,x\n",
		"no title":       "company\nAcorn\n",
		"not UTF-8":      "title,company\nD\xe9v,Acorn\n",
		"UTF-16":         "\xff\xfet\x00i\x00",
		"an image":       "\x89PNG\r\n\x1a\n",
		"too many lines": "title,company\n" + strings.Repeat("T,C\n", 50_001),
	} {
		send(file, "text/csv").WantError(400, "Validation Error")
		if t.Failed() {
			t.Fatal(name)
		}
	}
	send("title,company\n", "application/json").WantError(415, "Unsupported Media Type")
	send("title,company\n", "").WantError(415, "Unsupported Media Type")
	send(strings.Repeat("x", 16<<20+1), "text/csv").WantError(413, "Payload Too Large")
	p.Do("POST", "/applications/import?dryRun=maybe", "title,company\n", apitest.Header("Content-Type", "text/csv")).WantError(400,
		"Validation Error")

	form := func(field, file string) (string, string) {
		var b bytes.Buffer
		m := multipart.NewWriter(&b)
		part, _ := m.CreateFormFile(field, "applications.csv")
		_, _ = part.Write([]byte(file))
		_ = m.Close()
		return b.String(), m.FormDataContentType()
	}
	body, contentType := form("upload", "title,company\nDev,Acorn\n")
	send(body, contentType).WantError(400, "Validation Error")
	body, contentType = form("file", strings.Repeat("x", 16<<20))
	send(body, contentType).WantError(413, "Payload Too Large")
	body, contentType = form("file", "title,company\nDev,Acorn\n")
	send(body, contentType).Want(200)
	if got := p.list("").TotalElements; got != 1 {
		t.Errorf("got %d applications, want 1 from the form", got)
	}
}

// bigFile returns a CSV file of different applications.
func bigFile(lines int) string {
	var b bytes.Buffer
	c := csv.NewWriter(&b)
	_ = c.Write([]string{"title", "company", "status", "appliedAt", "url", "notes"})
	for i := range lines {
		_ = c.Write([]string{
			fmt.Sprintf("Engineer %d", i), "Northwind", string(statuses[i%9]), fmt.Sprintf("%02d/%02d/2025", i%12+1, i%28+1),
			fmt.Sprintf("https://northwind.example/%d", i), "found by a friend",
		})
	}
	c.Flush()
	return b.String()
}

func TestLargeImportIsOneTransaction(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	file := bigFile(10_000)
	// Of two concurrent imports at least one succeeds. A third skips every line.
	statuses := race(2, func(int) int {
		return p.Do("POST", "/applications/import", file, apitest.Header("Content-Type", "text/csv")).Status
	})
	if !slices.Contains(statuses, 200) {
		t.Errorf("got %v, want at least one 200", statuses)
	}
	if diff := cmp.Diff(p.importCSV(file, ""), result(0, 10_000)); diff != "" {
		t.Errorf("third import (-got +want):\n%s", diff)
	}
	if got := p.list("").TotalElements; got != 10_000 {
		t.Errorf("got %d applications, want 10000", got)
	}
	if n := fx.count("SELECT count(DISTINCT xmin::text) FROM applications.application"); n != 1 {
		t.Errorf("transactions: got %d, want 1", n)
	}
	// Another 12,000 lines exceed the limit of 20,000 applications.
	got := p.importCSV(strings.ReplaceAll(bigFile(12_000), "Northwind", "Larkspur"), "")
	if got.Imported != 10_000 || got.Failed != 2000 || len(got.Errors) != 1000 || got.Errors[0].Line != 10_002 {
		t.Errorf("over the limit: imported %d, failed %d, %d errors; want 10000, 2000 and 1000 errors from line 10002",
			got.Imported, got.Failed, len(got.Errors))
	}
	if n := bytes.Count(p.export(""), []byte("\n")); n != 20_001 {
		t.Errorf("export: got %d lines, want 20001", n)
	}
}

// TestImportIsAllOrNothing checks that an import that fails half-way writes nothing.
func TestImportIsAllOrNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	fx.exec(`CREATE FUNCTION applications.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
		IF NEW.application_id IN (SELECT id FROM applications.application
		WHERE job_title = 'Engineer 99') THEN RAISE EXCEPTION 'no'; END IF; RETURN NEW; END $$`)
	fx.exec(`CREATE TRIGGER refuse BEFORE INSERT ON applications.timeline FOR EACH ROW EXECUTE FUNCTION applications.refuse()`)
	res := p.Do("POST", "/applications/import", bigFile(100), apitest.Header("Content-Type", "text/csv"))
	res.WantError(500, "Internal Server Error")
	if got := p.list("").TotalElements; got != 0 {
		t.Errorf("got %d, want 0", got)
	}
}
