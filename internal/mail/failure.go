package mail

import (
	"errors"
	"fmt"
	"strings"

	gomail "github.com/wneessen/go-mail"
)

// failure is a failed delivery.
type failure struct {
	permanent bool
	err       error
}

func (f *failure) Error() string { return f.err.Error() }
func (f *failure) Unwrap() error { return f.err }

// IsPermanent reports whether the same message would be refused again: the server refused its recipient or content, or
// the message is invalid. Everything else may pass later: the server is down, asks to try later, or refuses us (password,
// sender address) rather than this message, which an operator can fix.
func IsPermanent(err error) bool {
	f, ok := errors.AsType[*failure](err)
	return ok && f.permanent
}

// classify turns the library's error into ours without the recipient's address, because errors are stored and logged
// longer than the mail itself.
func classify(err error, m Message) error {
	text := err.Error()
	sent, ok := errors.AsType[*gomail.SendError](err)
	if !ok {
		return &failure{err: fmt.Errorf("send mail: %w", err)}
	}
	text, _, _ = strings.Cut(text, ", affected recipient(s)")
	text, _, _ = strings.Cut(text, ", affected message ID")
	if to, err := m.recipient(); err == nil {
		text = strings.ReplaceAll(text, to.Address, "the recipient")
	}
	return &failure{permanent: refused(sent), err: fmt.Errorf("send mail: %s", strings.TrimSpace(text))}
}

func refused(e *gomail.SendError) bool {
	code := e.ErrorCode()
	if code < 500 || code > 599 {
		return false
	}
	switch code {
	case 530, 534, 535, 538: // authentication required or failed
		return false
	}
	switch e.Reason {
	case gomail.ErrSMTPRcptTo, gomail.ErrSMTPData, gomail.ErrSMTPDataClose, gomail.ErrWriteContent:
		return true
	default:
		return false
	}
}
