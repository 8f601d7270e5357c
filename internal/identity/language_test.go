package identity

import (
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/apitest"
	"rolecall/internal/identity/oas"
	"rolecall/internal/lang"
)

var update = flag.Bool("update", false, "write the golden file")

func TestContractListsTheLanguages(t *testing.T) {
	t.Parallel()
	var listed []lang.Language
	for _, l := range oas.Language("").AllValues() {
		listed = append(listed, lang.Language(l))
	}
	if want := lang.All(); !slices.Equal(slices.Sorted(slices.Values(listed)), slices.Sorted(slices.Values(want))) {
		t.Errorf("the contract has %v, the texts are in %v", listed, want)
	}
}

// TestLettersAreComplete checks that every action and every topic has a complete letter in every language.
func TestLettersAreComplete(t *testing.T) {
	t.Parallel()
	for _, l := range lang.All() {
		letters := map[string]letter{}
		for a := range codeLetters {
			letters["code."+string(a)] = codeLetter(l, a)
		}
		for topic := range plainLetters {
			letters["letter."+string(topic)] = plainLetter(l, topic)
		}
		for name, got := range letters {
			for _, text := range []string{got.subject, got.preview, got.text, got.reason} {
				if text == "" || strings.HasPrefix(text, name) || strings.HasPrefix(text, "reason.") {
					t.Errorf("%s: %s: %+v", l, name, got)
				}
			}
			if got.advice == "" && name != "letter.invitation" && name != "letter.test" || strings.Contains(got.advice, "advice.") {
				t.Errorf("%s: %s: advice %q", l, name, got.advice)
			}
		}
	}
}

func TestGermanLetters(t *testing.T) {
	t.Parallel()
	const german = lang.Language("de")
	var got strings.Builder
	write := func(name string, l letter) {
		fmt.Fprintf(&got, "## %s\n%s\n(%s)\n\n%s\n\n%s\n\n%s\n\n", name, l.subject, l.preview, l.text, l.advice, l.reason)
	}
	for _, a := range slices.Sorted(maps.Keys(codeLetters)) {
		write("code "+string(a), codeLetter(german, a))
	}
	for _, topic := range slices.Sorted(maps.Keys(plainLetters)) {
		write(string(topic), plainLetter(german, topic, "passkey", "Laptop", "time", german.Time(time.Date(2026, 3, 1, 9, 5, 0, 0, time.UTC))))
	}
	const path = "testdata/letters.de.txt"
	if *update {
		if err := os.WriteFile(path, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("write anew with -update:\n%s", diff)
	}
}

// told returns the languages that notifications received for a user.
func (h *fixture) told(user uuid.UUID) []string {
	h.runCalls()
	h.peers.mu.Lock()
	defer h.peers.mu.Unlock()
	return h.peers.languages["/notifications/internal/users/"+user.String()+"/language"]
}

// wantMail reports a last mail with another subject or language.
func (h *fixture) wantMail(to, subject, language string) {
	h.t.Helper()
	got := h.lastMail(to)
	if got.Subject != subject || !strings.Contains(got.HTML, `<html lang="`+language+`">`) {
		h.t.Errorf("got %q in %.60s, want %q in %s", got.Subject, got.HTML, subject, language)
	}
}

// TestMailsAreInTheLanguageOfTheAccount checks that the browser decides the language of a registration, and that the
// account keeps it until its owner chooses another.
func TestMailsAreInTheLanguageOfTheAccount(t *testing.T) {
	t.Parallel()
	h := open(t)
	german := apitest.Header("Accept-Language", "de-AT,de;q=0.9,en;q=0.5")
	var res struct {
		Account struct {
			ID       uuid.UUID
			Language string
		}
	}
	h.tryRegister("mira@example.org", german).Want(http.StatusCreated).JSON(&res)
	if res.Account.Language != "de" {
		t.Errorf("registered in %q, want %q", res.Account.Language, "de")
	}
	h.wantMail("mira@example.org", "Bestätige deine E-Mail-Adresse", "de")
	h.resend("mira@example.org").Want(204)
	h.wantMail("mira@example.org", "Bestätige deine E-Mail-Adresse", "de")
	h.verify("mira@example.org", h.code("mira@example.org")).Want(200)
	u := (&user{h: h, Client: h.Client, ID: res.Account.ID, Email: "mira@example.org", Password: password}).logIn()
	if got := h.told(u.ID); !slices.Equal(got, []string{"de"}) {
		t.Errorf("notifications was told %v", got)
	}
	u.changePassword(password, newPassword).Want(204)
	h.wantMail(u.Email, "Dein Passwort wurde geändert", "de")
	if want, got := lang.Language("de").Time(h.clock.Now().UTC()), h.lastMail(u.Email).Text; !strings.Contains(got, want) {
		t.Errorf("no %s in\n%s", want, got)
	}

	for range 2 { // the second changes nothing
		u.Do("PUT", "/auth/language", m{"language": "fr"}).Want(200)
	}
	u.Do("GET", "/auth/account", nil).Want(200).JSON(&res.Account)
	if got := h.told(u.ID); res.Account.Language != "fr" || !slices.Equal(got, []string{"de", "fr"}) {
		t.Errorf("the account has %q, notifications was told %v", res.Account.Language, got)
	}
	h.Do("POST", "/auth/password/forgot", m{"email": u.Email}, german).Want(204)
	h.wantMail(u.Email, "Réinitialisez votre mot de passe", "fr")
	h.tryRegister(u.Email).WantError(409, "Email Taken")
	h.wantMail(u.Email, "Quelqu’un a essayé d’inscrire votre adresse", "fr")

	for _, bad := range []any{"it", "", "DE", "de-AT", nil, 7} {
		u.Do("PUT", "/auth/language", m{"language": bad}).WantError(400, "Validation Error")
	}
	h.Do("PUT", "/auth/language", m{"language": "de"}).WantError(401, "Unauthorized")
	if err := h.operator().Delete(t.Context(), u.Email); err != nil {
		t.Fatal(err)
	}
	h.wantMail(u.Email, "Votre compte a été supprimé", "fr")
}

// TestLanguageIsToldUntilAnswered checks that notifications gets the language as soon as it answers, and never that of
// an account that was deleted meanwhile.
func TestLanguageIsToldUntilAnswered(t *testing.T) {
	t.Parallel()
	h := open(t)
	u, gone := h.user(), h.user()
	h.peers.answer(http.StatusServiceUnavailable)
	for _, p := range []*user{u, gone} {
		p.Do("PUT", "/auth/language", m{"language": "es"}).Want(200)
	}
	if got := h.told(u.ID); got != nil {
		t.Errorf("told %v while away", got)
	}
	if err := h.operator().Delete(t.Context(), gone.Email); err != nil {
		t.Fatal(err)
	}
	h.peers.answer(http.StatusNoContent)
	h.clock.Add(10 * time.Minute)
	if got := h.told(u.ID); !slices.Equal(got, []string{"es"}) {
		t.Errorf("told %v", got)
	}
	if got := h.told(gone.ID); got != nil {
		t.Errorf("told %v about a deleted account", got)
	}
}

// TestOwnerOfATakenAddressIsWrittenToInTheirLanguage checks that mail to an address with an account is in the language
// of that account.
func TestOwnerOfATakenAddressIsWrittenToInTheirLanguage(t *testing.T) {
	t.Parallel()
	h := open(t)
	owner, mover := h.user(), h.user()
	owner.Do("PUT", "/auth/language", m{"language": "es"}).Want(200)
	mover.requestMove(owner.Email).Want(200)
	h.wantMail(owner.Email, "Esta dirección ya tiene una cuenta", "es")
	h.wantMail(mover.Email, "Confirm the change of your email address", "en")
}
