package notifications

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
	"strings"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/lang"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// list is a kind of mail that carries an unsubscribe link. Its value is part of the signed token.
type list byte

const (
	listDigest  list = 1
	listGhosted list = 2
	listAlerts  list = 3
)

// ghostedList is the only list in notification.mail_ended: the preference of its alert also governs the notices, so the
// link ends the mail alone. The digest is mail only and ends with its preference.
const ghostedList = "ghosted"

// lists are the parts of the keys under which package lang has the wording of the unsubscribe page.
var lists = map[list]string{listDigest: "digest", listGhosted: "ghosted", listAlerts: "alerts"}

// mailEnded returns which of the users have unsubscribed from the mail about ghosted applications.
func (s *Service) mailEnded(ctx context.Context, users []uuid.UUID) (map[uuid.UUID]bool, error) {
	rows, err := s.q.MailEnded(ctx, s.db, store.MailEndedParams{List: ghostedList, UserIds: users})
	if err != nil {
		return nil, pg.Fault(fmt.Errorf("read unsubscribed users: %w", err))
	}
	ended := map[uuid.UUID]bool{}
	for _, user := range rows {
		ended[user] = true
	}
	return ended, nil
}

// An unsubscribe token is signed and not stored: the list, the user, and a signature over both.
const (
	tokenHead = 1 + len(uuid.UUID{})
	tokenSize = tokenHead + 16
)

var errNoLink = fault.New(fault.NotFound, "", "This link is not valid, or no longer valid.")

func (s *Service) unsubscribeToken(l list, user uuid.UUID) string {
	token := append([]byte{byte(l)}, user[:]...)
	return base64.RawURLEncoding.EncodeToString(append(token, s.sign(token)...))
}

func (s *Service) sign(head []byte) []byte {
	mac := hmac.New(sha256.New, s.unsubscribeKey)
	mac.Write(head)
	return mac.Sum(nil)[:tokenSize-tokenHead]
}

func (s *Service) readUnsubscribeToken(token string) (list, uuid.UUID, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenSize || !hmac.Equal(raw[tokenHead:], s.sign(raw[:tokenHead])) {
		return 0, uuid.Nil, errNoLink
	}
	l := list(raw[0])
	if _, known := lists[l]; !known {
		return 0, uuid.Nil, errNoLink
	}
	return l, uuid.UUID(raw[1:tokenHead]), nil
}

func (s *Service) unsubscribeLink(l list, user uuid.UUID) string {
	return s.home + "/notifications/unsubscribe?token=" + url.QueryEscape(s.unsubscribeToken(l, user))
}

// UnsubscribePage returns a page with a button to confirm. It changes nothing, because mail scanners follow links.
func (s *Service) UnsubscribePage(ctx context.Context, token string) (string, error) {
	l, user, err := s.readUnsubscribeToken(token)
	if err != nil {
		return "", err
	}
	r, err := s.formatFor(ctx, user)
	if err != nil {
		return "", err
	}
	return s.page(page{
		Language: r.Language, Title: r.Text("unsubscribe.title"),
		Text: r.Text("unsubscribe." + lists[l] + ".question"), Action: r.Text("unsubscribe." + lists[l] + ".button"),
	})
}

// Unsubscribe turns off the mail that the token names.
func (s *Service) Unsubscribe(ctx context.Context, token string) (string, error) {
	l, user, err := s.readUnsubscribeToken(token)
	if err != nil {
		return "", err
	}
	switch l {
	case listDigest:
		_, err = s.SetPreferences(ctx, store.SetPreferencesParams{UserID: user, WeeklyDigestEmail: new(false)})
	case listGhosted:
		err = pg.Fault(s.q.EndMail(ctx, s.db, store.EndMailParams{UserID: user, List: ghostedList, Now: s.now()}))
	case listAlerts:
		err = s.endAlertMail(ctx, user)
	}
	if err != nil {
		return "", err
	}
	r, err := s.formatFor(ctx, user)
	if err != nil {
		return "", err
	}
	return s.page(page{Language: r.Language, Title: r.Text("unsubscribe.done"), Text: r.Text("unsubscribe." + lists[l] + ".done")})
}

type page struct {
	Language                  lang.Language
	Title, Text, Action, Home string
}

var pageLayout = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="{{.Language.Code}}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>{{.Title}} · Rolecall</title>
<style>
/* The colours of the app. */
:root { color-scheme: light dark; --page: #faf9f6; --ink: #1f1e1b; --card: #fff; --line: #e8e5de; --accent: #0f6b5c; --button: #0f6b5c; }
@media (prefers-color-scheme: dark) {
  :root { --page: #121816; --ink: #e6ebe8; --card: #1a211f; --line: #2a3431; --accent: #6fcbb4; --button: #1a8270; }
}
body { font: 1.05rem/1.5 'Inter Variable', system-ui, sans-serif; margin: 0; padding: 12vh 1rem 0;
  background: var(--page); color: var(--ink); }
main { max-width: 32rem; margin: 0 auto; padding: 1rem 1.75rem;
  background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
h1 { font-size: 1.5rem; font-weight: 650; line-height: 1.2; }
a { color: var(--accent); }
button { font: inherit; font-weight: 550; padding: .6rem 1.2rem; border: 0; border-radius: 9px;
  background: var(--button); color: #fff; cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>{{.Title}}</h1>
<p>{{.Text}}</p>
{{- with .Action}}
<form method="post"><button type="submit">{{.}}</button></form>
{{- end}}
<p><a href="{{.Home}}/settings">{{.Language.Text "mail.settings"}}</a> · <a href="{{.Home}}">Rolecall</a></p>
</main>
</body>
</html>
`))

func (s *Service) page(p page) (string, error) {
	p.Home = s.home
	var b strings.Builder
	if err := pageLayout.Execute(&b, p); err != nil {
		return "", fmt.Errorf("write page: %w", err)
	}
	return b.String(), nil
}
