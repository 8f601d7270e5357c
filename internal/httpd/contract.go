package httpd

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	traced "github.com/go-faster/errors"
	ht "github.com/ogen-go/ogen/http"
	"github.com/ogen-go/ogen/middleware"
	"github.com/ogen-go/ogen/ogenerrors"
	"github.com/ogen-go/ogen/openapi"
	"github.com/ogen-go/ogen/validate"

	"rolecall/internal/fault"
)

// A generated server makes an error for each optional parameter that a request leaves out. If each recorded where it was made, that
// would take a tenth of the processor time of a search.
func init() { traced.DisableTrace() }

// ContractError answers requests that the generated server refuses before it calls a handler.
func ContractError(ctx context.Context, w http.ResponseWriter, r *http.Request, err error) {
	// On a public resource a malformed id is an id that does not exist.
	if p, ok := errors.AsType[*ogenerrors.DecodeParamError](err); ok && p.In == openapi.LocationPath &&
		!strings.Contains(r.URL.Path, "/internal/") {
		WriteError(w, r.WithContext(ctx), fault.New(fault.NotFound, "", "There is nothing with this id.").Because(err))
		return
	}
	WriteError(w, r.WithContext(ctx), err)
}

// NotFound answers a path that no operation has.
func NotFound(w http.ResponseWriter, r *http.Request) {
	WriteError(w, r, fault.New(fault.NotFound, "", "There is nothing at this address."))
}

// MethodNotAllowed answers a method that the path does not have.
func MethodNotAllowed(w http.ResponseWriter, r *http.Request, allowed string) {
	if methods := strings.Split(allowed, ","); slices.Contains(methods, http.MethodGet) && !slices.Contains(methods, http.MethodHead) {
		allowed += "," + http.MethodHead
	}
	w.Header().Set("Allow", allowed)
	WriteError(w, r, fault.New(fault.MethodNotAllowed, "", "This address takes "+strings.ReplaceAll(allowed, ",", ", ")+"."))
}

var errUnreadableQuery = fault.New(fault.Invalid, "",
	"The query is malformed: a percent sign is not followed by two hexadecimal digits, or a semicolon is not written as %3B.")

// ReadableQuery refuses a malformed query where the operation takes parameters. The decoders silently skip what they
// cannot read, and a search without its filter would return everything.
func ReadableQuery(r middleware.Request, next middleware.Next) (middleware.Response, error) {
	if query := r.Raw.URL.RawQuery; strings.ContainsAny(query, "%;") {
		_, err := url.ParseQuery(query)
		for parameter := range r.Params {
			if err != nil && parameter.In == openapi.LocationQuery {
				return middleware.Response{}, errUnreadableQuery.Because(err)
			}
		}
	}
	return next(r)
}

// refusal translates errors of the generated server. Their texts name Go types and can repeat the request, so they are
// not shown; the message names the fields and describes the faults instead.
func refusal(err error) *fault.Fault {
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, "", "The request is larger than "+sizeWords(tooLarge.Limit)+".").Because(err)
	}
	if _, ok := errors.AsType[*ogenerrors.SecurityError](err); ok {
		return fault.New(fault.Unauthorized, "", "Please log in: a valid token is needed here.").Because(err)
	}
	if errors.Is(err, ht.ErrNotImplemented) {
		return fault.New(fault.NotImplemented, "", "This is not available yet.").Because(err)
	}
	if _, ok := errors.AsType[*validate.InvalidContentTypeError](err); ok || strings.Contains(err.Error(), "parse media type") {
		return fault.New(fault.UnsupportedMedia, "", "The content type of the request is not one this address takes.").Because(err)
	}
	if p, ok := errors.AsType[*ogenerrors.DecodeParamError](err); ok {
		return invalid([]fault.Field{{Name: p.Name, Message: describeField(p.Err)}}).Because(stripped(err))
	}
	if _, ok := errors.AsType[*ogenerrors.DecodeRequestError](err); !ok {
		return nil
	}
	if errors.Is(err, validate.ErrBodyRequired) {
		return fault.New(fault.Invalid, "", "The request needs a body.").Because(err)
	}
	return invalid(invalidFields(err)).Because(stripped(err))
}

func invalid(fields []fault.Field) *fault.Fault {
	if len(fields) == 0 {
		return fault.New(fault.Invalid, "", "The request body is not well-formed or does not have the expected shape.")
	}
	f := fields[0]
	return fault.New(fault.Invalid, "", strings.TrimSpace(f.Name+" "+f.Message)+".").WithFields(fields...)
}

var decodedField = regexp.MustCompile(`decode field "([^"]+)"`)

func invalidFields(err error) []fault.Field {
	if v, ok := errors.AsType[*validate.Error](err); ok {
		return flatten("", v)
	}
	// A wrong type is found while decoding: the error text contains the path of fields.
	var path []string
	for _, m := range decodedField.FindAllStringSubmatch(err.Error(), 8) {
		path = append(path, m[1])
	}
	if len(path) == 0 {
		return nil
	}
	return []fault.Field{{Name: strings.Join(path, "."), Message: "has a value of the wrong type or form"}}
}

func flatten(prefix string, v *validate.Error) []fault.Field {
	var out []fault.Field
	for _, f := range v.Fields {
		name := f.Name
		if prefix != "" {
			name = prefix + "." + name
		}
		if inner, ok := errors.AsType[*validate.Error](f.Error); ok {
			out = append(out, flatten(name, inner)...)
			continue
		}
		out = append(out, fault.Field{Name: name, Message: describeField(f.Error)})
	}
	return out
}

// describeField describes a fault without repeating the value.
func describeField(err error) string {
	if errors.Is(err, validate.ErrFieldRequired) {
		return "is required"
	}
	if _, ok := errors.AsType[*validate.NoRegexMatchError](err); ok {
		return "does not have the expected form"
	}
	if _, ok := errors.AsType[*validate.MinLengthError](err); ok {
		return "is too short"
	}
	if _, ok := errors.AsType[*validate.MaxLengthError](err); ok {
		return "is too long"
	}
	text := err.Error()
	for _, known := range []struct{ part, words string }{
		{"less than", "is too small"},
		{"greater than", "is too large"},
		{"invalid value", "is not one of the allowed values"},
		{"duplicate element", "has a repeated value"},
		{"invalid UUID", "must be a UUID"},
		{"parsing time", "must be an RFC 3339 time"},
		{"invalid syntax", "has a value of the wrong type"},
		{"not set", "is required"},
	} {
		if strings.Contains(text, known.part) {
			return known.words
		}
	}
	return "has a value of the wrong type or form"
}

// stripped replaces the text of a contract error, which can repeat the request, by its class for the log.
func stripped(err error) error {
	switch e := err.(type) {
	case *ogenerrors.DecodeParamsError:
		return errors.New("contract: " + e.OperationName() + ": parameters refused")
	case *ogenerrors.DecodeRequestError:
		return errors.New("contract: " + e.OperationName() + ": body refused")
	}
	return errors.New("contract: request refused")
}

// OperationOf returns the name of a request's operation, from the FindPath of a generated server.
func OperationOf[R interface{ Name() string }](find func(method string, u *url.URL) (R, bool)) func(*http.Request) string {
	return func(r *http.Request) string {
		route, ok := find(r.Method, r.URL)
		if !ok {
			return ""
		}
		return route.Name()
	}
}
