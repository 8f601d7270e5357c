package source

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
)

// dialect is raised when a parser learns to read more from the same document: validators from
// before then no longer fit, and every board is read in full once.
const dialect = "1"

// A validator is a fingerprint of the request, Last-Modified and ETag, joined by "|". The
// fingerprint keeps it from being used for another document than it came from.
func validatorOf(sent *http.Request, h http.Header) string {
	tag, modified := h.Get("ETag"), h.Get("Last-Modified")
	if tag == "" && modified == "" || len(tag)+len(modified) > maxValidator {
		return ""
	}
	return fingerprint(sent) + "|" + modified + "|" + tag
}

func setConditions(hr *http.Request, req Request) {
	parts := strings.SplitN(req.Validator, "|", 3)
	if len(parts) != 3 || parts[0] != fingerprint(hr) || hr.Method != http.MethodGet {
		return
	}
	if parts[1] != "" {
		hr.Header.Set("If-Modified-Since", parts[1])
	}
	if parts[2] != "" {
		hr.Header.Set("If-None-Match", parts[2])
	}
}

func conditional(hr *http.Request) bool {
	return hr.Header.Get("If-None-Match") != "" || hr.Header.Get("If-Modified-Since") != ""
}

func fingerprint(hr *http.Request) string {
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %s %s", dialect, hr.URL, hr.Header.Get("Accept"))
	return fmt.Sprintf("%08x", h.Sum32())
}
