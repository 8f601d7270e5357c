package source

import (
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"
)

// Version is the version of what is read from a board's document and stored of it. Raise it with every change: all
// boards are then read in full once, and every posting is written again.
const Version = 3

// A validator is a fingerprint of the request, Last-Modified and ETag, joined by "|". The
// fingerprint prevents its use for another document, or by another version of the readers.
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
	fmt.Fprintf(h, "%d %s %s", Version, hr.URL, hr.Header.Get("Accept"))
	return fmt.Sprintf("%08x", h.Sum32())
}
