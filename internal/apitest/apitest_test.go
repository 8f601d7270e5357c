package apitest

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
)

const shelf = `{
  "openapi": "3.0.3", "info": {"title": "Shelf", "version": "1.0.0"},
  "servers": [{"url": "http://elsewhere.example"}],
  "paths": {
    "/books/{id}": {
      "put": {
        "operationId": "putBook", "security": [{"bearer": []}],
        "x-errors": [{"status": 409, "title": "Book In Use", "when": "read"},
          {"status": 429, "title": "Too Many Requests", "when": "fast"}],
        "parameters": [
          {"name": "id", "in": "path", "required": true, "schema": {"type": "string", "format": "uuid"}},
          {"name": "size", "in": "query", "schema": {"type": "integer", "maximum": 100}}
        ],
        "requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}}},
        "responses": {
          "200": {
            "description": "The book.",
            "headers": {"X-Total-Count": {"required": true, "schema": {"type": "integer"}}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Book"}}, "text/csv": {"schema": {"type": "string"}}}
          },
          "204": {"description": "Nothing."},
          "409": {"$ref": "#/components/responses/Error"},
          "429": {"description": "Slow.", "headers": {"Retry-After": {"required": true, "schema": {"type": "integer"}}},
            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}
        }
      }
    }
  },
  "components": {
    "securitySchemes": {"bearer": {"type": "http", "scheme": "bearer"}},
    "responses": {"Error": {"description": "No.", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}}},
    "schemas": {
      "Book": {"type": "object", "required": ["title", "isbn"], "properties": {
        "title": {"type": "string", "maxLength": 5}, "isbn": {"type": "string", "nullable": true}}},
      "Error": {"type": "object", "required": ["error", "message"],
        "properties": {"error": {"type": "string"}, "message": {"type": "string"}}}
    }
  }
}`

const book = "/books/0198c0de-7a11-7000-8000-000000000001"

// answer is the response of the fake service.
type answer struct {
	status  int
	headers string // "Name: value" lines
	body    string
}

// exchange sends one request to a service that gives the response, and returns the violations found.
func exchange(t *testing.T, method, path, body string, a answer) []string {
	t.Helper()
	k, err := parse("shelf", []byte(shelf))
	if err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), method, "http://127.0.0.1"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	res := &http.Response{StatusCode: a.status, Header: http.Header{}}
	for line := range strings.Lines(a.headers) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		res.Header.Set(name, value)
	}
	return k.check(req, []byte(body), res, []byte(a.body))
}

func TestCheck(t *testing.T) {
	t.Parallel()
	const (
		good  = `{"title":"Ada","isbn":null}`
		json  = "Content-Type: application/json; charset=utf-8"
		total = json + "\nX-Total-Count: 3"
	)
	tests := map[string]struct {
		method, path, body string
		answer             answer
		want               string // part of the only complaint; "" means none
	}{
		"as declared":          {"PUT", book, good, answer{200, total, good}, ""},
		"another content type": {"PUT", book, good, answer{200, "Content-Type: text/csv; charset=utf-8\nX-Total-Count: 3", "a,b"}, ""},
		"text without charset": {"PUT", book, good, answer{200, "Content-Type: text/csv\nX-Total-Count: 3", "a,b"}, "charset"},
		"no content":           {"PUT", book, good, answer{204, "", ""}, ""},
		"declared error":       {"PUT", book, good, answer{409, json, `{"error":"Book In Use","message":"x"}`}, ""},
		"refused bad request":  {"PUT", book, `{}`, answer{409, json, `{"error":"Book In Use","message":"x"}`}, ""},
		"unknown path":         {"PUT", "/nowhere", good, answer{404, json, `{"error":"Not Found","message":"x"}`}, ""},
		"unknown method":       {"POST", book, good, answer{405, json + "\nAllow: PUT", `{"error":"Method Not Allowed","message":"x"}`}, ""},
		"health":               {"GET", "/healthz", "", answer{200, json, `{"status":"ok"}`}, ""},
		"undeclared status": {"PUT", book, good, answer{500, json, `{"error":"Internal Server Error","message":"x"}`},
			"does not declare this status"},
		"undeclared title":       {"PUT", book, good, answer{409, json, `{"error":"Book Lost","message":"x"}`}, "Book Lost"},
		"null where not allowed": {"PUT", book, good, answer{200, total, `{"title":null,"isbn":null}`}, "/title"},
		"property missing":       {"PUT", book, good, answer{200, total, `{"title":"Ada"}`}, "isbn"},
		"header missing":         {"PUT", book, good, answer{200, json, good}, "X-Total-Count"},
		"no time to wait":        {"PUT", book, good, answer{429, json, `{"error":"Too Many Requests","message":"x"}`}, "Retry-After"},
		"error is plain text":    {"PUT", book, good, answer{409, "Content-Type: text/plain", "no"}, "text/plain"},
		"body out of nowhere":    {"PUT", book, good, answer{204, "", "x"}, "none is declared"},
		"accepted a bad body":    {"PUT", book, `{"title":"Too long","isbn":null}`, answer{200, total, good}, "accepted"},
		"accepted a bad query":   {"PUT", book + "?size=101", good, answer{200, total, good}, "query parameter size"},
		"stray 200":              {"GET", "/nowhere", "", answer{200, json, "{}"}, "must be 404"},
		"stray text":             {"GET", "/nowhere", "", answer{404, "Content-Type: text/plain", "404 page not found"}, "not the error body"},
		"405 without allow":      {"POST", book, good, answer{405, json, `{"error":"Method Not Allowed","message":"x"}`}, "what is allowed"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := exchange(t, test.method, test.path, test.body, test.answer)
			switch {
			case test.want == "" && len(got) > 0:
				t.Errorf("complaints about a good exchange: %q", got)
			case test.want != "" && (len(got) != 1 || !strings.Contains(got[0], test.want)):
				t.Errorf("got %q, want one complaint about %q", got, test.want)
			}
		})
	}
}

func TestViolationsDoNotRepeatValues(t *testing.T) {
	t.Parallel()
	const secret = "correct horse battery staple"
	got := exchange(t, "PUT", book, fmt.Sprintf(`{"title":%q,"isbn":null}`, secret), answer{204, "", ""})
	if len(got) != 1 || strings.Contains(got[0], secret) {
		t.Errorf("got %q, want one complaint without the value", got)
	}
}

func TestClient(t *testing.T) {
	t.Parallel()
	// Any published contract will do: the point is the plumbing.
	c := New(t, "identity", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		content, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusNotFound)
		_, _ = fmt.Fprintf(w, `{"error":"Not Found","message":%q}`,
			r.Header.Get("Authorization")+" "+r.Header.Get("X-Service-Key")+" "+r.Header.Get("Content-Type")+" "+string(content))
	}))
	var body struct{ Message string }
	c.With(Bearer("t1")).Do("POST", "/elsewhere", map[string]int{"a": 1}, ServiceKey("k1")).
		Want(404).WantError(404, "Not Found").JSON(&body)
	if want := `Bearer t1 k1 application/json {"a":1}`; body.Message != want {
		t.Errorf("the service saw %q, want %q", body.Message, want)
	}
	c.Do("POST", "/elsewhere", "plain", Header("Content-Type", "text/plain")).JSON(&body)
	if want := "  text/plain plain"; body.Message != want {
		t.Errorf("the service saw %q, want %q", body.Message, want)
	}
}
