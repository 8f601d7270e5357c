package applications_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	"rolecall/internal/pgtest"
)

// TestDatabaseOutageAnswers503 checks that an outage is answered with 503, never with an empty list or 404, and spends
// no code. A restart between spending the code and deleting is retried.
func TestDatabaseOutageAnswers503(t *testing.T) {
	t.Parallel()
	cluster := pgtest.Cluster(t)
	fx := newFixtureOn(t, cluster.Database)
	p := fx.person()
	a := p.create(nil)
	verification := uuid.New()
	fx.identity.codes[verification] = "402917"
	body := object{"verificationId": verification, "code": "402917"}

	cluster.Stop()
	id := "/applications/" + a.ID.String()
	p.Do("GET", id, nil).WantError(503, "Service Unavailable")
	p.Do("GET", "/applications", nil).WantError(503, "Service Unavailable")
	p.Do("GET", "/applications/export", nil).WantError(503, "Service Unavailable")
	p.Do("PATCH", id+"/status", object{"status": "OFFER"}).WantError(503, "Service Unavailable")
	p.Do("DELETE", "/applications", body).WantError(503, "Service Unavailable")
	fx.internal.Do("GET", "/internal/applications/stale", nil).WantError(503, "Service Unavailable")
	if fx.identity.codes[verification] == "" {
		t.Error("the code was spent although nothing could be deleted")
	}
	cluster.Start()
	p.get(a.ID)

	back := make(chan struct{})
	fx.identity.consumed = func() { // the answer does not wait for the start: a request to identity has a time limit
		cluster.Stop()
		go func() {
			defer close(back)
			cluster.Start()
		}()
	}
	p.Do("DELETE", "/applications", body).Want(204)
	<-back
	if got := p.list("").TotalElements; got != 0 {
		t.Errorf("got %d left, want none", got)
	}
}

// TestDeleteAllContinuesWithoutTheCaller checks that the deletion is completed even if the user closes the page as soon
// as the code is accepted.
func TestDeleteAllContinuesWithoutTheCaller(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	p.create(nil)
	verification := uuid.New()
	fx.identity.codes[verification] = "402917"
	ctx, leave := context.WithCancel(t.Context())
	fx.identity.consumed = leave

	server := httptest.NewServer(fx.svc.Handler())
	body, _ := json.Marshal(object{"verificationId": verification, "code": "402917"})
	req, err := http.NewRequestWithContext(ctx, "DELETE", server.URL+"/applications", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+p.token)
	req.Header.Set("Content-Type", "application/json")
	if res, err := http.DefaultClient.Do(req); err == nil {
		_ = res.Body.Close()
	}
	server.Close() // waits for the request
	if got := p.list("").TotalElements; got != 0 {
		t.Errorf("got %d left, want none", got)
	}
}

// leaver is a client that disconnects after the first batch.
type leaver struct {
	*httptest.ResponseRecorder
	leave func()
}

func (l leaver) Write(b []byte) (int, error) {
	l.leave()
	return l.ResponseRecorder.Write(b)
}

// TestFailedExportBreaksTheConnection checks that an incomplete file does not look complete.
func TestFailedExportBreaksTheConnection(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	p.importCSV(bigFile(500), "")
	broken := func(format oas.ExportFormat) (reason any) {
		ctx, leave := context.WithCancel(t.Context())
		defer func() { reason = recover() }()
		return fx.svc.Export(ctx, p.id, format, leaver{httptest.NewRecorder(), leave})
	}
	for _, format := range []oas.ExportFormat{oas.ExportFormatCsv, oas.ExportFormatJSON} {
		if got := broken(format); got != http.ErrAbortHandler {
			t.Errorf("%s: got %v, want the connection broken off", format, got)
		}
	}
}
