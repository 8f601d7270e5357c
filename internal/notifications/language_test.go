package notifications_test

import (
	"flag"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/lang"
	"rolecall/internal/mail/mailtest"
)

var update = flag.Bool("update", false, "write the golden file")

// speak sets the person's language as identity does.
func (p person) speak(language string, changedAt time.Time) {
	p.fx.t.Helper()
	p.fx.api.Do("PUT", p.languagePath(), object{"language": language, "changedAt": changedAt}, serviceKey).Want(204)
}

func (p person) languagePath() string { return "/internal/users/" + p.id.String() + "/language" }

// changing matches what differs from run to run.
var changing = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|token=[\w%-]+`)

// TestGermanMailsAndNotices compares every kind of mail and notice in German.
func TestGermanMailsAndNotices(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.subscriber("go;backend", "Oslo;Bergen")
	ada.speak("de", noon)
	hook := newReceiver(t)
	c := ada.webhook(hook.URL)
	fx.identity.no2FA = append(fx.identity.no2FA, ada.id)
	if _, err := fx.svc.RecommendTwoFactor(t.Context()); err != nil {
		t.Fatal(err)
	}
	ada.addNextStep("Telefonat", "2026-05-20", noon.Add(50*time.Minute))
	ada.addNextStep("Besuch", "2026-05-21")
	fx.remindOfInterviews()
	fx.deliver()
	ada.goStale("Pilotin")
	fx.alertGhosted()
	fx.deliver()
	for range 2 { // one title, because their order is that of random ids
		ada.goStale("Lotsin")
	}
	fx.alertGhosted()
	fx.deliver()
	ada.hit(inOslo, "Go-Entwicklerin")
	fx.tell()
	fx.deliver()
	ada.hit(inOslo, "Backend-Entwicklerin")
	fx.clock.Add(time.Minute)
	ada.hit(another, "Datenanalystin")
	fx.clock.Add(time.Hour)
	fx.tell()
	fx.deliver()
	ada.remind(object{"title": "Dankesmail schreiben", "note": "An Frau Okafor."})
	fx.clock.Add(3 * time.Hour)
	fx.dispatch()
	fx.deliver()
	fx.sendDigests()
	fx.deliver()
	ada.Do("POST", "/notifications/channels/"+c.Channel.ID.String()+"/test", nil).Want(200)

	var got strings.Builder
	for _, m := range ada.mails() {
		if !strings.Contains(m.HTML, `<html lang="de">`) {
			t.Errorf("%s: %.60s", m.Subject, m.HTML)
		}
		fmt.Fprintf(&got, "## Mail: %s\n%s\n", m.Subject, m.Text)
	}
	notices := ada.notices()
	slices.Reverse(notices)
	for _, n := range notices {
		fmt.Fprintf(&got, "## %s: %s\n%s\n\n", n.Type, n.Title, n.Message)
	}
	fmt.Fprintf(&got, "## Channel: %s\n", strings.Join(hook.titles(t), "\n"))
	golden(t, "testdata/german.txt", changing.ReplaceAllString(got.String(), "…"))
}

func golden(t *testing.T, path, got string) {
	t.Helper()
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
		t.Errorf("%s (write anew with -update):\n%s", path, diff)
	}
}

// TestLanguageOfTheMomentOfSending checks that after a change of the language the next notice is in it, and mails that
// wait too. Existing notices stay.
func TestLanguageOfTheMomentOfSending(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.goStale("Pilot")
	fx.mail.Behave(mailtest.TempFail)
	fx.alertGhosted()
	fx.deliver()
	ada.speak("fr", noon)
	ada.speak("de", noon.Add(-time.Minute)) // arrives late and changes nothing
	fx.mail.Behave(mailtest.Accept)
	fx.clock.Add(10 * time.Minute)
	ada.goStale("Nurse")
	fx.alertGhosted()
	fx.deliver()
	want := []string{"No answer from Northwind Harbour", "Pas de réponse de Northwind Harbour"}
	var titles, subjects []string
	for _, n := range ada.notices() {
		titles = append([]string{n.Title}, titles...)
	}
	for _, m := range ada.mails() {
		subjects = append(subjects, m.Subject)
	}
	if diff := cmp.Diff(titles, want); diff != "" {
		t.Error(diff)
	}
	slices.Sort(subjects)
	want = []string{"Pas de réponse de Northwind Harbour\u00a0: Nurse", "Pas de réponse de Northwind Harbour\u00a0: Pilot"}
	if diff := cmp.Diff(subjects, want); diff != "" {
		t.Error(diff)
	}
	ada.speak("en", noon.Add(time.Minute))
	ada.goStale("Cook")
	fx.alertGhosted()
	if got := ada.notices()[0].Title; got != "No answer from Northwind Harbour" {
		t.Error(got)
	}
	fx.api.Do("PUT", ada.languagePath(), object{"language": "de", "changedAt": noon}).WantError(401, "Unauthorized")
	for _, bad := range []object{{"language": "German", "changedAt": noon}, {"language": "de"}, {"changedAt": noon}} {
		fx.api.Do("PUT", ada.languagePath(), bad, serviceKey).WantError(400, "Validation Error")
	}
}

// TestPagesAndCalendarInTheUsersLanguage checks that the pages that mails link to, the calendar and what channels
// report are in the user's language too.
func TestPagesAndCalendarInTheUsersLanguage(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.subscriber("", "")
	ada.speak("es", noon)
	fx.jobs.post("Nurse", "Oslo")
	fx.sendDigests()
	fx.deliver()
	link, err := url.Parse(strings.Trim(ada.mails()[0].Header.Get("List-Unsubscribe"), "<>"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(fx.api.Do("GET", link.RequestURI(), nil).Want(200).Body)
	for _, want := range []string{`<html lang="es">`, "¿Dejar de recibir el resumen semanal?", "Ajustes"} {
		if !strings.Contains(page, want) {
			t.Errorf("no %q in\n%s", want, page)
		}
	}
	if page = string(fx.api.Do("POST", link.RequestURI(), nil).Want(200).Body); !strings.Contains(page, "ya no se enviará") {
		t.Error(page)
	}
	fx.applications.steps[ada.id] = []applications.UserNextStep{{
		ApplicationId: uuid.New(), JobTitle: "Piloto", CompanyName: applications.NewNilString("Keel"), Status: "INTERVIEW",
		NextStepLabel: applications.NilString{Null: true}, NextStepDate: applications.NewNilDate(noon),
		NextStepReminderAt: applications.NilDateTime{Null: true}, Location: applications.NilString{Null: true}, UpdatedAt: noon,
	}}
	events := string(fx.api.Do("GET", ada.calendar("GET", "/notifications/calendar"), nil).Want(200).Body)
	for _, want := range []string{"SUMMARY:Próximo paso (Keel)", `DESCRIPTION:Piloto en Keel\nEstado: Entrevista`} {
		if !strings.Contains(events, want) {
			t.Errorf("no %q in\n%s", want, events)
		}
	}
	hook := newReceiver(t)
	hook.answer(503)
	c := ada.webhook(hook.URL)
	if got := string(ada.Do("POST", "/notifications/channels/"+c.Channel.ID.String()+"/test", nil).Want(200).Body); !strings.Contains(got,
		"El destinatario respondió con el estado 503.") {
		t.Error(got)
	}
}

func TestEveryStatusHasAName(t *testing.T) {
	t.Parallel()
	for _, status := range applications.ApplicationStatus("").AllValues() {
		if key := "status." + string(status); lang.English.Text(key) == key {
			t.Errorf("no text %s", key)
		}
	}
}
