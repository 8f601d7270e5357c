package gateway

import (
	"encoding/json"
	"net/http"

	"rolecall/internal/httpd"
)

// platform is what the web app needs to know before anyone logs in.
type platform struct {
	Version   string `json:"version"`
	Mail      string `json:"mail"` // smtp or local
	PublicURL string `json:"publicUrl"`
	// Registration is open, invite or closed. Identity enforces it; the web app only shows it.
	Registration string `json:"registration"`
}

func (p platform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !readOnly(r) {
		httpd.MethodNotAllowed(w, r, "GET,HEAD")
		return
	}
	writeJSON(w, p)
}

func readOnly(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

func writeJSON(w http.ResponseWriter, body any) {
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	_ = json.NewEncoder(w).Encode(body)
}
