package applications

import (
	"cmp"
	"context"
	"mime"
	"strconv"
	"strings"

	"github.com/ogen-go/ogen/middleware"

	"rolecall/internal/applications/oas"
)

type acceptKey struct{}

// keepAccept keeps the Accept header for the export; generated handlers do not see it.
func keepAccept(req middleware.Request, next middleware.Next) (middleware.Response, error) {
	if req.OperationName == oas.ExportApplicationsOperation {
		req.SetContext(context.WithValue(req.Context, acceptKey{}, strings.Join(req.Raw.Header.Values("Accept"), ",")))
	}
	return next(req)
}

// preferredFormat returns the format that the Accept header prefers; CSV when it prefers neither.
func preferredFormat(ctx context.Context) oas.ExportFormat {
	accept, _ := ctx.Value(acceptKey{}).(string)
	if weight(accept, "application/json") > weight(accept, "text/csv") {
		return oas.ExportFormatJSON
	}
	return oas.ExportFormatCsv
}

// weight returns the weight of a media type in an Accept header. The most specific matching range decides (RFC 9110).
func weight(accept, mediaType string) float64 {
	kind, _, _ := strings.Cut(mediaType, "/")
	for _, wanted := range []string{mediaType, kind + "/*", "*/*"} {
		for part := range strings.SplitSeq(accept, ",") {
			media, params, err := mime.ParseMediaType(part)
			if err != nil || media != wanted {
				continue
			}
			if q, err := strconv.ParseFloat(cmp.Or(params["q"], "1"), 64); err == nil {
				return q
			}
			return 1
		}
	}
	return 0
}
