package source

import (
	"encoding/xml"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestUntrustedCertificateIsRefused(t *testing.T) {
	t.Parallel()
	hits := atomic.Int32{}
	srv := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	if _, _, err := get(t, testFetcher(t, nil), Request{URL: srv.URL}); err == nil || hits.Load() != 0 {
		t.Errorf("%d requests were sent, %v", hits.Load(), err)
	}
}

// TestXMLEntitiesAreNotExpanded checks entities that a document declares, be it a file, an address or a bomb.
func TestXMLEntitiesAreNotExpanded(t *testing.T) {
	t.Parallel()
	hits := atomic.Int32{}
	outside := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	for _, declared := range []string{
		`<!DOCTYPE jobs [<!ENTITY x SYSTEM "file:///etc/passwd">]>`, `<!DOCTYPE jobs [<!ENTITY x SYSTEM "` + outside + `">]>`,
		`<!DOCTYPE jobs SYSTEM "` + outside + `">`, `<!DOCTYPE jobs [<!ENTITY x "ha">]>`, `<!DOCTYPE jobs [<!ENTITY % p SYSTEM "` + outside + `"> %p;]>`,
	} {
		var doc struct {
			XMLName xml.Name
			Name    string `xml:"name"`
		}
		if err := NewXML(strings.NewReader(declared + `<jobs><name>&x;</name></jobs>`)).Decode(&doc); err == nil {
			t.Errorf("%s: read as %q", declared, doc.Name)
		}
	}
	if hits.Load() != 0 {
		t.Errorf("%d requests were sent, want 0", hits.Load())
	}
}

// TestXMLWithControlCharacters checks that a character that XML does not allow hides no feed, be it written as such or by
// its number, and wherever it is in the buffers of the reader.
func TestXMLWithControlCharacters(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\x0bb": "a b", "a&#11;b": "a b", "a&#x1F;b": "a b", "a&#0;b": "a b", "a&#xFFFE;b": "a b",
		"a&#252;b": "aüb", "R&amp;D": "R&D", "a&#9;b": "a b", "a&nbsp;b": "a b",
	} {
		for pad := range 20 {
			before := strings.Repeat("x", 4070+pad)
			var doc struct {
				Name string `xml:"name"`
			}
			err := NewXML(strings.NewReader("<jobs><name>" + before + " " + in + "</name></jobs>")).Decode(&doc)
			got, _ := strings.CutPrefix(strings.Join(strings.Fields(doc.Name), " "), before+" ")
			if err != nil || got != want {
				t.Errorf("%q after %d characters: got %q, %v, want %q", in, len(before), got, err, want)
			}
		}
	}
	var doc struct{}
	if err := NewXML(strings.NewReader("<jobs>&#")).Decode(&doc); err == nil {
		t.Error("a feed that is cut off was read")
	}
}
