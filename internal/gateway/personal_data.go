package gateway

import (
	"archive/zip"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"

	"rolecall/internal/fault"
	"rolecall/internal/httpd"
)

// personalFiles are the files of the export and where each comes from.
var personalFiles = []struct{ name, service, path, query string }{
	{"account.json", identity, "/auth/account/personal-data", ""},
	{"applications.json", applications, "/applications/personal-data", ""},
	{"applications.csv", applications, "/applications/export", "format=csv"},
	{"jobs.json", jobs, "/jobs/personal-data", ""},
	{"notifications.json", notifications, "/notifications/personal-data", ""},
}

const personalReadme = `Everything that Rolecall knows about you
========================================

account.json        your name and address, sessions, passkeys, two-factor authentication (whether it is on and when codes were
                    used, not the codes), and your security activity
applications.json   your applications with notes, tags, place on the board and archive state, the jobs that you saved, the
                    applications' timeline, saved views, settings, and what you deleted or changed in the last minutes
applications.csv    your applications as a table, for spreadsheets and other trackers; Rolecall can import it again
jobs.json           saved searches, jobs saved by other programs, employers that you follow, facts that you corrected, boards
                    that you looked for
notifications.json  preferences, time zone, notices, reminders, digests and alerts

Each .json file has a list for every area. Times are in UTC unless they say otherwise. Passwords, codes, keys and tokens are
not in here: the platform keeps most of them only as hashes, which are of no use to you.
`

const maxPersonalExports = 4 // that a process prepares at once

var (
	errManyExports = fault.New(fault.Unavailable, "", "Too many exports are running. Please try again.").WithRetryAfter(10 * time.Second)
	errPartMissing = fault.New(fault.Unavailable, "", "Part of your data cannot be read at the moment. Please try again.").
			WithRetryAfter(10 * time.Second)
)

// personalData puts the exports of all services about a user into one file.
type personalData struct {
	upstreams map[string]*upstream
	clients   httpd.Clients
	slots     chan struct{}
}

// ServeHTTP answers with the file. It is written to disk first, so that only a complete one is sent.
func (p *personalData) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		httpd.MethodNotAllowed(w, r, "GET")
		return
	}
	file, size, err := p.prepare(r)
	if err != nil {
		httpd.WriteError(w, r, err)
		return
	}
	defer func() { _ = file.Close() }()
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	h.Set("Content-Disposition", `attachment; filename="rolecall-data.zip"`)
	h.Set("Content-Length", strconv.FormatInt(size, 10))
	h.Set("Cache-Control", "no-store")
	_, _ = io.Copy(w, file) // fails only if the client has gone
}

// prepare returns the complete file at its beginning, and its size. Its slot is free again afterwards: whoever downloads slowly
// keeps nobody else from an export.
func (p *personalData) prepare(r *http.Request) (_ *os.File, size int64, err error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	default:
		return nil, 0, errManyExports
	}
	file, err := os.CreateTemp("", "rolecall-export-*.zip")
	if err != nil {
		return nil, 0, fmt.Errorf("create a file for the export: %w", err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	// The file exists until it is closed, so that a process that is killed leaves nobody's data behind.
	if err := os.Remove(file.Name()); err != nil {
		return nil, 0, fmt.Errorf("unlink the file of the export: %w", err)
	}
	if err := p.write(r, file); err != nil {
		return nil, 0, err
	}
	if size, err = file.Seek(0, io.SeekCurrent); err != nil {
		return nil, 0, err
	}
	_, err = file.Seek(0, io.SeekStart)
	return file, size, err
}

func (p *personalData) write(r *http.Request, file io.Writer) error {
	archive := zip.NewWriter(file)
	readme, err := archive.Create("README.txt")
	if err != nil {
		return err
	}
	if _, err := io.WriteString(readme, personalReadme); err != nil {
		return err
	}
	for _, part := range personalFiles {
		to, err := archive.Create(part.name)
		if err != nil {
			return err
		}
		if err := p.fetch(r, p.upstreams[part.service], &url.URL{Path: part.path, RawQuery: part.query}, to); err != nil {
			return err
		}
	}
	return archive.Close()
}

// fetch copies what a service answers to the caller's token.
func (p *personalData) fetch(r *http.Request, u *upstream, address *url.URL, to io.Writer) error {
	ctx, cancel := context.WithTimeout(r.Context(), u.timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.base.ResolveReference(address).String(), http.NoBody)
	if err != nil {
		return err
	}
	req.Header.Set("Authorization", r.Header.Get("Authorization"))
	req.Header.Set("User-Agent", r.UserAgent()) // the export is recorded as this device's
	p.clients.Vouch(req.Header, httpd.ClientAddress(r.Context()))
	req.Header.Set(httpd.RequestIDHeader, httpd.RequestID(r.Context()))
	res, err := u.transport.RoundTrip(req)
	if err != nil {
		return errPartMissing.Because(fmt.Errorf("%s: %w", u.name, err))
	}
	defer func() { _ = res.Body.Close() }()
	switch res.StatusCode {
	case http.StatusOK:
	case http.StatusUnauthorized:
		return fault.New(fault.Unauthorized, "", "Please sign in.")
	case http.StatusForbidden:
		return fault.New(fault.Forbidden, "", "This account may not export data.")
	default:
		return errPartMissing.Because(fmt.Errorf("%s answers %d", u.name, res.StatusCode))
	}
	if _, err := io.Copy(to, res.Body); err != nil {
		return errPartMissing.Because(errors.Join(fmt.Errorf("%s: incomplete answer", u.name), err))
	}
	return nil
}
