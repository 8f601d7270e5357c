package mailtest

import (
	"bytes"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
)

// Received is a message as the server took it.
type Received struct {
	From   string   // sender of the envelope
	To     []string // recipients of the envelope
	At     time.Time
	Header mail.Header
	// Subject is decoded. Text and HTML are the decoded parts.
	Subject, Text, HTML string
	Raw                 []byte
}

func parse(from string, to []string, data []byte) (Received, error) {
	r := Received{From: from, To: append([]string(nil), to...), At: time.Now(), Raw: data}
	msg, err := mail.ReadMessage(bytes.NewReader(data))
	if err != nil {
		return r, err
	}
	r.Header = msg.Header
	if r.Subject, err = new(mime.WordDecoder).DecodeHeader(msg.Header.Get("Subject")); err != nil {
		return r, err
	}
	kind, params, err := mime.ParseMediaType(msg.Header.Get("Content-Type"))
	if err != nil {
		return r, err
	}
	if !strings.HasPrefix(kind, "multipart/") {
		return r, r.part(kind, msg.Header.Get("Content-Transfer-Encoding"), msg.Body)
	}
	parts := multipart.NewReader(msg.Body, params["boundary"])
	for {
		p, err := parts.NextPart() // decodes quoted-printable
		if err == io.EOF {
			return r, nil
		}
		if err != nil {
			return r, err
		}
		kind, _, err := mime.ParseMediaType(p.Header.Get("Content-Type"))
		if err != nil {
			return r, err
		}
		if err := r.part(kind, "", p); err != nil {
			return r, err
		}
	}
}

func (r *Received) part(kind, encoding string, body io.Reader) error {
	if encoding == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	content, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	text := strings.ReplaceAll(string(content), "\r\n", "\n")
	switch kind {
	case "text/plain":
		r.Text = text
	case "text/html":
		r.HTML = text
	default:
		return fmt.Errorf("unexpected part %s", kind)
	}
	return nil
}
