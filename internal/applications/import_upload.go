package applications

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"rolecall/internal/applications/oas"
)

// upload is a file on disk while it is imported. Nobody else can open it, and it is gone when its process is.
type upload struct {
	file *os.File
	size int64
}

// receive stores what a client sends, if it is UTF-8.
func receive(body io.Reader) (*upload, error) {
	file, err := os.CreateTemp("", "rolecall-import-")
	if err != nil {
		return nil, fmt.Errorf("make a file for an import: %w", err)
	}
	u := &upload{file: file}
	if err := os.Remove(file.Name()); err != nil {
		u.remove()
		return nil, fmt.Errorf("unlink the file of an import: %w", err)
	}
	u.size, err = io.Copy(file, transform.NewReader(body, encoding.UTF8Validator))
	if err != nil {
		u.remove()
		if errors.Is(err, encoding.ErrInvalidUTF8) {
			return nil, badFile("The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.")
		}
		return nil, fmt.Errorf("read the file: %w", err)
	}
	return u, nil
}

func (u *upload) remove() { _ = u.file.Close() }

// unwrapForm makes an import that comes as a form look like one that comes as a file: the generated decoder would keep the
// form in memory before anybody has asked whose it is.
func (s *Service) unwrapForm(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		if boundary := params["boundary"]; err == nil && kind == "multipart/form-data" && boundary != "" && s.operation(r) == oas.ImportApplicationsOperation {
			head := &formHead{body: r.Body, left: maxFormHead}
			r.Body = &formFile{ReadCloser: r.Body, head: head, form: multipart.NewReader(head, boundary)}
			r.Header.Set("Content-Type", "text/csv")
		}
		next.ServeHTTP(w, r)
	})
}

// maxFormHead is how much of a form may come before its file.
const maxFormHead = 64 << 10

var (
	errNoFormFile = badFile("The form has no field named file.")
	errFormHead   = badFile("Too much of the form comes before its field named file.")
	errFormBroken = badFile("The form ends before its file does.")
)

// formFile reads the field named file of a form, from its first read on.
type formFile struct {
	io.ReadCloser // the form
	head          *formHead
	form          *multipart.Reader
	part          *multipart.Part
}

func (f *formFile) Read(p []byte) (int, error) {
	n, err := f.read(p)
	if err == nil || err == io.EOF {
		return n, err
	}
	_, _ = io.Copy(io.Discard, f.ReadCloser)
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return n, tooLarge
	}
	if errors.Is(err, errFormHead) || errors.Is(err, errNoFormFile) {
		return n, err
	}
	return n, errFormBroken.Because(err)
}

func (f *formFile) read(p []byte) (int, error) {
	for f.part == nil {
		part, err := f.form.NextRawPart()
		if err == io.EOF {
			return 0, errNoFormFile
		}
		if err != nil {
			return 0, err
		}
		if part.FormName() == "file" {
			f.part, f.head.left = part, maxImportBytes
		}
	}
	return f.part.Read(p)
}

// formHead fails when a form has more before its file than a form needs.
type formHead struct {
	body io.Reader
	left int
}

func (h *formHead) Read(p []byte) (int, error) {
	if h.left <= 0 {
		return 0, errFormHead
	}
	n, err := h.body.Read(p[:min(len(p), h.left)])
	h.left -= n
	return n, err
}
