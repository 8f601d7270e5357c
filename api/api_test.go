package api_test

import (
	"testing"

	"rolecall/api"
)

func TestOperationsAreCompleteAndMatchTheirPath(t *testing.T) {
	t.Parallel()
	if len(api.Operations()) == 0 {
		t.Fatal("no operations")
	}
	for _, op := range api.Operations() {
		if op.Service == "" || op.Method == "" || op.Path == "" || op.ID == "" {
			t.Errorf("operation without service, method, path or id: %+v", op)
		}
		d, ok := api.Find(op.Service)
		if !ok {
			t.Errorf("no contract for %s", op.Service)
			continue
		}
		if got, _ := d.Match(op.Method, op.Path); got == nil || got.ID != op.ID {
			t.Errorf("%s %s matches %v, want %s", op.Method, op.Path, got, op.ID)
		}
	}
	if _, err := api.Published("unknown"); err == nil {
		t.Error("a contract was found for a service that does not exist")
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	d, err := api.Parse("shelf", []byte(`{"info":{},"paths":{
		"/books": {"get": {"operationId": "list", "security": []}},
		"/books/{id}": {"get": {"operationId": "read", "security": [{"bearer": ["admin"]}]},
			"delete": {"operationId": "drop", "requestBody": {}}},
		"/books/saved": {"get": {"operationId": "saved", "security": [{"serviceKey": []}]}},
		"/books/{id}/pages/{page}": {"get": {"operationId": "page"}}
	}}`))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		method, path, id string
		known            bool
	}{
		{"GET", "/books", "list", true},
		{"POST", "/books", "", true},
		{"GET", "/books/7", "read", true},
		{"GET", "/books/saved", "saved", true},
		{"DELETE", "/books/saved", "", true},
		{"GET", "/books/7/pages/9", "page", true},
		{"GET", "/books/", "", false},
		{"GET", "/books/7/", "", false},
		{"GET", "/Books", "", false},
		{"GET", "", "", false},
	}
	for _, test := range tests {
		op, known := d.Match(test.method, test.path)
		id := ""
		if op != nil {
			id = op.ID
		}
		if id != test.id || known != test.known {
			t.Errorf("%s %s: got %q, %v; want %q, %v", test.method, test.path, id, known, test.id, test.known)
		}
	}

	page, _ := d.Match("GET", "/books/7/pages/9")
	if v := page.Values("/books/7/pages/9"); v["id"] != "7" || v["page"] != "9" {
		t.Errorf("path values: %v", v)
	}
	read, _ := d.Match("GET", "/books/7")
	if read.Public() || !read.Bearer() || read.Internal() || len(read.Roles()) != 1 {
		t.Errorf("read: got security %+v, want a bearer token with one role", read.Security)
	}
	saved, _ := d.Match("GET", "/books/saved")
	if saved.Public() || saved.Bearer() || !saved.Internal() {
		t.Errorf("saved: got security %+v, want the service key", saved.Security)
	}
	drop, _ := d.Match("DELETE", "/books/7")
	if !drop.Public() || drop.BodyLimit != api.DefaultBodyLimit {
		t.Errorf("drop: %+v", drop)
	}
}
