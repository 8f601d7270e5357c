package applications

import (
	"context"
	"strconv"
	"strings"

	"github.com/ogen-go/ogen/middleware"

	"rolecall/internal/applications/oas"
	"rolecall/internal/auth"
	"rolecall/internal/httpd"
)

// NewError is the one road from an error to an answer.
func (h *handler) NewError(ctx context.Context, err error) *oas.ErrorStatusCodeWithHeaders {
	f := httpd.Describe(ctx, err)
	res := oas.Error{Error: f.Title, Message: f.Message}
	for _, field := range f.Fields {
		res.Fields = append(res.Fields, oas.FieldError{Name: field.Name, Message: field.Message})
	}
	if id := httpd.ShownID(ctx, f); id != "" {
		res.RequestId = oas.NewOptString(id)
	}
	out := &oas.ErrorStatusCodeWithHeaders{StatusCode: f.Kind.Status(), Response: res}
	if s := httpd.RetrySeconds(f); s > 0 {
		out.RetryAfter = oas.NewOptInt(s)
	}
	return out
}

// security asks who is calling.
type security struct {
	verifier *auth.Verifier
	key      auth.ServiceKey
}

// HandleBearer admits users whose token carries the groups of the operation.
func (s *security) HandleBearer(ctx context.Context, _ oas.OperationName, t oas.Bearer) (context.Context, error) {
	return s.verifier.Authenticate(ctx, t.Token, t.Roles)
}

// HandleServiceKey admits the other services.
func (s *security) HandleServiceKey(ctx context.Context, _ oas.OperationName, t oas.ServiceKey) (context.Context, error) {
	return ctx, auth.CheckServiceKey(s.key, t.APIKey)
}

type acceptKey struct{}

// rememberAccept hands the export the one header that generated handlers do not see.
func rememberAccept(req middleware.Request, next middleware.Next) (middleware.Response, error) {
	if req.OperationName == oas.ExportApplicationsOperation {
		req.SetContext(context.WithValue(req.Context, acceptKey{}, strings.Join(req.Raw.Header.Values("Accept"), ",")))
	}
	return next(req)
}

// preferredFormat is the format that the Accept header likes best; CSV when it likes both the same.
func preferredFormat(ctx context.Context) oas.ExportFormat {
	accept, _ := ctx.Value(acceptKey{}).(string)
	if quality(accept, "application", "json") > quality(accept, "text", "csv") {
		return oas.ExportFormatJSON
	}
	return oas.ExportFormatCsv
}

// quality is how much an Accept header wants a media type: the weight of the most specific range that fits (RFC 9110).
func quality(accept, kind, subtype string) float64 {
	best, weight := -1, 0.0
	for part := range strings.SplitSeq(accept, ",") {
		media, params, _ := strings.Cut(part, ";")
		specific := -1
		switch strings.ToLower(strings.TrimSpace(media)) {
		case kind + "/" + subtype:
			specific = 2
		case kind + "/*":
			specific = 1
		case "*/*":
			specific = 0
		}
		if specific < 0 || specific < best {
			continue
		}
		q := 1.0
		for p := range strings.SplitSeq(params, ";") {
			if v, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(p)), "q="); ok {
				if f, err := strconv.ParseFloat(v, 64); err == nil {
					q = f
				}
			}
		}
		best, weight = specific, q
	}
	return weight
}
