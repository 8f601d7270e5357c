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
)

// upload is an unlinked file on disk: no other process can open it, and it disappears with its process.
type upload struct {
	file *os.File
	size int64
}

// receive stores an upload on disk and refuses one that is not UTF-8.
func receive(body io.Reader) (*upload, error) {
	file, err := os.CreateTemp("", "rolecall-import-")
	if err != nil {
		return nil, fmt.Errorf("create the file of an import: %w", err)
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

// unwrapForm replaces the body of an import that is a form by the file in it. The generated decoder would read the whole
// form into memory before the caller is authenticated.
func unwrapForm(next http.Handler, isImport func(*http.Request) bool) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		boundary := params["boundary"]
		isForm := err == nil && kind == "multipart/form-data" && boundary != ""
		if isForm && isImport(r) {
			body := &boundedReader{from: r.Body, left: maxFormHead, exceeded: errFormHead}
			r.Body = &formFile{ReadCloser: r.Body, body: body, form: multipart.NewReader(body, boundary)}
			r.Header.Set("Content-Type", "text/csv")
		}
		next.ServeHTTP(w, r)
	})
}

// maxFormHead is the number of bytes of a form that may precede its file.
const maxFormHead = 64 << 10

var (
	errNoFormFile = badFile("The form has no field named file.")
	errFormHead   = badFile("Too much data precedes the field named file in the form.")
	errFormBroken = badFile("The form is incomplete.")
)

// formFile reads the field named file of a form.
type formFile struct {
	io.ReadCloser // the form
	body          *boundedReader
	form          *multipart.Reader
	part          *multipart.Part
}

func (f *formFile) Read(p []byte) (int, error) {
	n, err := f.read(p)
	if err == nil || errors.Is(err, io.EOF) {
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
		if errors.Is(err, io.EOF) {
			return 0, errNoFormFile
		}
		if err != nil {
			return 0, err
		}
		if part.FormName() == "file" {
			f.part, f.body.left = part, maxImportBytes
		}
	}
	return f.part.Read(p)
}
