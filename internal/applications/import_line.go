package applications

import (
	"crypto/sha256"
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
)

// line is an application read from a file, with its timeline.
type line struct {
	app   store.Application
	moves []store.Move
}

// digest identifies the content of a line, independent of how its file formats it.
func (l line) digest() digest {
	r := store.ExportSomeRow{
		JobTitle: l.app.JobTitle, Company: l.app.Company, Location: l.app.Location, URL: l.app.URL, Status: l.app.Status,
		AppliedAt: l.app.AppliedAt, EndedAt: l.app.EndedAt, CreatedAt: l.app.CreatedAt, LastActivityAt: l.app.LastActivityAt,
		NextStepLabel: l.app.NextStepLabel, NextStepDate: l.app.NextStepDate, NextStepReminderAt: l.app.NextStepReminderAt,
		Contact: l.app.Contact, PortalURL: l.app.PortalURL, Notes: l.app.Notes,
	}
	for _, m := range l.moves {
		r.Statuses, r.Moments = append(r.Statuses, m.Status), append(r.Moments, m.OccurredAt)
	}
	return sha256.Sum256([]byte(strings.Join(csvRecord(r), "\x00")))
}

// lineReader turns the records of one file into applications.
type lineReader struct {
	table table
	zone  *time.Location
	now   time.Time
	order map[string]dateOrder // date order of the columns that hold dates
}

// newLineReader reads the whole file once to find the date order of each column.
func newLineReader(t table, zone *time.Location, now time.Time) (*lineReader, error) {
	r := &lineReader{table: t, zone: zone, now: now, order: map[string]dateOrder{}}
	for rec, err := range t.records() {
		if err != nil {
			return nil, err
		}
		for _, name := range []string{"appliedAt", "endedAt", "createdAt", "lastActivityAt", "nextStepDate", "nextStepReminderAt"} {
			if column, ok := t.columns[name]; ok && column < len(rec.fields) && startsWithDay(rec.fields[column]) {
				r.order[name] = dayFirst
			}
		}
	}
	return r, nil
}

// read parses one record or returns what is wrong with it.
func (r *lineReader) read(rec record) (line, *problem) {
	if rec.problem != nil {
		return line{}, rec.problem
	}
	if n := len(rec.fields); n > r.table.width {
		return line{}, &problem{kind: oas.ImportProblemTOOMANYFIELDS, value: strconv.Itoa(n), limit: r.table.width}
	}
	f := &fields{reader: r, rec: rec}
	a := store.Application{
		JobTitle:           f.required("title", maxTitle),
		Company:            f.required("company", maxCompany),
		Location:           f.text("location", maxLocation),
		URL:                f.address("url"),
		Notes:              f.text("notes", 20_000),
		Contact:            f.text("contact", 500),
		PortalURL:          f.address("portalUrl"),
		NextStepLabel:      f.text("nextStepLabel", 200),
		NextStepDate:       f.date("nextStepDate"),
		NextStepReminderAt: f.time("nextStepReminderAt"),
		AppliedAt:          f.past("appliedAt"),
		EndedAt:            f.past("endedAt"),
		UpdatedAt:          r.now,
	}
	created := f.past("createdAt")
	f.past("lastActivityAt") // only checked: the import itself is the latest activity
	status := f.status()
	moves := f.timeline()
	if f.problem != nil {
		return line{}, f.problem
	}
	a.CreatedAt, a.LastActivityAt = r.now, r.now
	if created != nil {
		a.CreatedAt = *created
	}
	return complete(a, status, moves)
}

// complete makes status, end and timeline agree.
func complete(a store.Application, status oas.ApplicationStatus, moves []store.Move) (line, *problem) {
	switch {
	case len(moves) == 0:
		if status == "" {
			status = oas.ApplicationStatusAPPLIED
		}
		moves = assumedMoves(a, status)
	case status == "":
		status = oas.ApplicationStatus(moves[len(moves)-1].Status)
	case string(status) != moves[len(moves)-1].Status:
		return line{}, &problem{kind: oas.ImportProblemTIMELINEEND, column: "timeline", value: moves[len(moves)-1].Status}
	}
	a.Status = string(status)
	if !terminal(status) {
		a.EndedAt = nil
	} else if a.EndedAt == nil {
		a.EndedAt = &moves[len(moves)-1].OccurredAt
	}
	return line{app: a, moves: moves}, nil
}

// assumedMoves returns the timeline of a line that has none, from the dates that it gives.
func assumedMoves(a store.Application, status oas.ApplicationStatus) []store.Move {
	applied, ended := a.AppliedAt, a.EndedAt
	if status == oas.ApplicationStatusSAVED {
		applied = nil
	}
	if !terminal(status) || ended != nil && applied != nil && ended.Before(*applied) {
		ended = nil
	}
	switch {
	case applied != nil && ended != nil:
		return []store.Move{
			{Status: string(oas.ApplicationStatusAPPLIED), OccurredAt: *applied},
			{Status: string(status), OccurredAt: *ended},
		}
	case ended != nil:
		return []store.Move{{Status: string(status), OccurredAt: *ended}}
	case applied != nil:
		// The file does not say when a later status was reached. A row of its own for APPLIED would need a date for it, from
		// which the statistics would count a waiting time that nobody reported.
		return []store.Move{{Status: string(status), OccurredAt: *applied}}
	}
	return []store.Move{{Status: string(status), OccurredAt: a.CreatedAt}}
}

// fields reads the fields of one record and keeps the first problem.
type fields struct {
	reader  *lineReader
	rec     record
	problem *problem
}

// fail keeps a problem with a value, which is shortened: a file may contain anything.
func (f *fields) fail(column string, kind oas.ImportProblem, value string) {
	f.keep(problem{kind: kind, column: column, value: shortened(value)})
}

func (f *fields) keep(p problem) {
	if f.problem == nil {
		f.problem = &p
	}
}

func (f *fields) raw(column string) string {
	i, ok := f.reader.table.columns[column]
	if !ok || i >= len(f.rec.fields) {
		return ""
	}
	return tidy(unguard(tidy(f.rec.fields[i])))
}

func (f *fields) text(column string, limit int) *string {
	v := f.raw(column)
	switch {
	case v == "":
		return nil
	case strings.ContainsRune(v, 0):
		f.keep(problem{kind: oas.ImportProblemNULCHARACTER, column: column})
	case utf8.RuneCountInString(v) > limit:
		f.keep(problem{kind: oas.ImportProblemTOOLONG, column: column, limit: limit})
	}
	return &v
}

func (f *fields) required(column string, limit int) string {
	v := f.text(column, limit)
	if v == nil {
		f.keep(problem{kind: oas.ImportProblemMISSING, column: column})
		return ""
	}
	return *v
}

var webAddress = regexp.MustCompile(`^[Hh][Tt][Tt][Pp][Ss]?://\S+$`)

func (f *fields) address(column string) *string {
	v := f.text(column, 2000)
	if v == nil {
		return nil
	}
	if strings.HasPrefix(strings.ToLower(*v), "www.") {
		*v = "https://" + *v
	}
	if !webAddress.MatchString(*v) {
		f.fail(column, oas.ImportProblemNOTANADDRESS, *v)
	}
	return v
}

func (f *fields) status() oas.ApplicationStatus {
	text := f.raw("status")
	if text == "" {
		return ""
	}
	if s, ok := knownStatus(text); ok {
		return s
	}
	s, ok := statusWords[plain(text)]
	if !ok {
		f.fail("status", oas.ImportProblemNOTASTATUS, text)
	}
	return s
}

func (f *fields) time(column string) *time.Time {
	text := f.raw(column)
	if text == "" {
		return nil
	}
	t, err := parseMoment(text, f.reader.order[column], f.reader.zone)
	if err != nil || !plausible(t) {
		f.fail(column, oas.ImportProblemNOTADATE, text)
		return nil
	}
	return &t
}

// past reads a time that must not be in the future.
func (f *fields) past(column string) *time.Time {
	t := f.time(column)
	if t != nil && t.After(f.reader.now.Add(futureTolerance)) {
		f.fail(column, oas.ImportProblemINTHEFUTURE, f.raw(column))
	}
	return t
}

// date reads the day of a time, as midnight UTC, which is how dates are stored.
func (f *fields) date(column string) *time.Time {
	t := f.time(column)
	if t == nil {
		return nil
	}
	y, m, d := t.Date()
	return new(time.Date(y, m, d, 0, 0, 0, 0, time.UTC))
}

// timeline reads entries such as STATUS@time;STATUS@time.
func (f *fields) timeline() []store.Move {
	text := f.raw("timeline")
	if text == "" {
		return nil
	}
	var moves []store.Move
	for entry := range strings.SplitSeq(text, ";") {
		name, at, _ := strings.Cut(entry, "@")
		status, known := knownStatus(name)
		t, err := time.Parse(time.RFC3339, strings.TrimSpace(at))
		switch {
		case !known || err != nil || !plausible(t):
			f.fail("timeline", oas.ImportProblemNOTATIMELINEENTRY, entry)
		case t.After(f.reader.now.Add(futureTolerance)):
			f.fail("timeline", oas.ImportProblemINTHEFUTURE, entry)
		case len(moves) > 0 && t.Before(moves[len(moves)-1].OccurredAt):
			f.fail("timeline", oas.ImportProblemTIMELINEORDER, entry)
		case len(moves) == maxMoves:
			f.keep(problem{kind: oas.ImportProblemTIMELINETOOLONG, column: "timeline", limit: maxMoves})
		}
		if f.problem != nil {
			return nil
		}
		moves = append(moves, store.Move{Status: string(status), OccurredAt: t})
	}
	return moves
}

// shortened keeps a message short, whatever the file contains.
func shortened(text string) string {
	if r := []rune(text); len(r) > 40 {
		return string(r[:40]) + "…"
	}
	return text
}
