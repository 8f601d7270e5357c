package gateway

import (
	"crypto/subtle"
	"errors"
	"net"
	"net/http"
	"net/mail"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
	mailing "rolecall/internal/mail"
)

// mailbox serves the mail of an installation without a mail server. Mail contains login codes, so the mailbox answers
// only browsers on this machine, and only if the public address is local: behind a proxy, every request seems to come
// from this machine. Other users of the machine could still connect, so the browser also needs the token that is stored
// beside the mail.
type mailbox struct {
	box   *mailing.Mailbox
	local bool // the public address is local
	token string
}

// mailboxTokenHeader is a header and not a cookie, so pages of other sites cannot send it.
const mailboxTokenHeader = "X-Mailbox-Token"

var errMailboxLocked = fault.New(fault.Forbidden, "Mailbox Locked",
	"The mailbox needs its token. Open the link that rolecall up prints, or enter the content of the file mailbox/token in the data folder.")

type mailSummary struct {
	ID         uuid.UUID `json:"id"`
	To         string    `json:"to"`
	Subject    string    `json:"subject"`
	ReceivedAt time.Time `json:"receivedAt"`
}

type mailMessage struct {
	mailSummary
	Text string  `json:"text"`
	HTML *string `json:"html"`
}

type mailPage struct {
	Content       []mailSummary `json:"content"`
	Page          int64         `json:"page"`
	Size          int64         `json:"size"`
	TotalElements int64         `json:"totalElements"`
	TotalPages    int64         `json:"totalPages"`
}

func (m *mailbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if m == nil || !m.local || !fromThisMachine(r) {
		httpd.NotFound(w, r)
		return
	}
	if subtle.ConstantTimeCompare([]byte(r.Header.Get(mailboxTokenHeader)), []byte(m.token)) != 1 {
		httpd.WriteError(w, r, errMailboxLocked)
		return
	}
	id, single := strings.CutPrefix(r.URL.Path, "/mailbox/messages/")
	switch {
	case single && readOnly(r):
		m.read(w, r, id)
	case single:
		httpd.MethodNotAllowed(w, r, "GET,HEAD")
	case readOnly(r):
		m.list(w, r)
	case r.Method == http.MethodDelete:
		m.clear(w, r)
	default:
		httpd.MethodNotAllowed(w, r, "GET,HEAD,DELETE")
	}
}

func (m *mailbox) list(w http.ResponseWriter, r *http.Request) {
	page, size, to, err := mailQuery(r.URL.Query())
	if err != nil {
		httpd.WriteError(w, r, err)
		return
	}
	kept, err := m.box.List()
	if err != nil {
		httpd.WriteError(w, r, err)
		return
	}
	out := mailPage{Content: []mailSummary{}, Page: page, Size: size}
	for _, stored := range kept {
		if to != "" && !strings.EqualFold(to, bareAddress(stored.To)) {
			continue
		}
		if out.TotalElements/size == page {
			out.Content = append(out.Content, summary(stored))
		}
		out.TotalElements++
	}
	out.TotalPages = (out.TotalElements + size - 1) / size
	writeJSON(w, out)
}

func (m *mailbox) read(w http.ResponseWriter, r *http.Request, id string) {
	parsed, err := uuid.Parse(id)
	if err != nil || len(id) != 36 {
		httpd.NotFound(w, r)
		return
	}
	stored, err := m.box.Read(parsed)
	if errors.Is(err, mailing.ErrNoMail) {
		httpd.WriteError(w, r, fault.New(fault.NotFound, "", "There is no such mail.").Because(err))
		return
	}
	if err != nil {
		httpd.WriteError(w, r, err)
		return
	}
	out := mailMessage{mailSummary: summary(stored), Text: stored.Text}
	if stored.HTML != "" {
		out.HTML = &stored.HTML
	}
	writeJSON(w, out)
}

func (m *mailbox) clear(w http.ResponseWriter, r *http.Request) {
	if err := m.box.Clear(); err != nil {
		httpd.WriteError(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

func summary(s mailing.Stored) mailSummary {
	return mailSummary{ID: s.ID, To: s.To, Subject: s.Subject, ReceivedAt: s.ReceivedAt.UTC()}
}

func bareAddress(to string) string {
	if a, err := mail.ParseAddress(to); err == nil {
		return a.Address
	}
	return to
}

func mailQuery(q url.Values) (page, size int64, to string, err error) {
	var fields []fault.Field
	number := func(name string, fallback, low, high int64) int64 {
		if !q.Has(name) {
			return fallback
		}
		n, err := strconv.ParseInt(q.Get(name), 10, 64)
		if err != nil || n < low || n > high {
			fields = append(fields, fault.Field{Name: name, Message: "must be a whole number from " + strconv.FormatInt(low, 10) + " to " +
				strconv.FormatInt(high, 10)})
		}
		return n
	}
	page = number("page", 0, 0, 1_000_000_000)
	size = number("size", 20, 1, 100)
	to = q.Get("to")
	if n := len([]rune(to)); q.Has("to") && (n < 3 || n > 254) {
		fields = append(fields, fault.Field{Name: "to", Message: "must have 3 to 254 characters"})
	}
	if len(fields) > 0 {
		return 0, 0, "", fault.New(fault.Invalid, "", "The query is not valid.").WithFields(fields...)
	}
	return page, size, to, nil
}

// fromThisMachine reports whether the request comes from a browser on this machine that opened our own page. Checking
// the Host header defeats DNS rebinding; a forwarded request came from elsewhere.
func fromThisMachine(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil || !peer.Addr().Unmap().IsLoopback() {
		return false
	}
	for _, name := range []string{"X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Real-Ip", "Via"} {
		if len(r.Header.Values(name)) > 0 {
			return false
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return false
	}
	host, _, err := net.SplitHostPort(r.Host)
	if err != nil {
		host = r.Host
	}
	return isLocalName(host)
}

// isLocalName reports whether a host is loopback whatever name servers say.
func isLocalName(host string) bool {
	host = strings.TrimSuffix(strings.Trim(strings.ToLower(host), "[]"), ".")
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	a, err := netip.ParseAddr(host)
	return err == nil && a.Unmap().IsLoopback()
}
