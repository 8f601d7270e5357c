package e2e

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/api"
	"rolecall/internal/apitest"
	"rolecall/internal/auth"
	"rolecall/internal/pgserver"
)

// The people of `up --demo`. It keeps their passwords in its data folder, where newDemo puts these first.
const (
	demoUser          = "robin@demo.example"
	demoUserPassword  = "four lanterns on the quay"
	demoAdmin         = "admin@demo.example"
	demoAdminPassword = "nine barges below the weir"
)

// demo is a whole platform in one process with postings, companies, a user with applications (the owner) and an admin.
type demo struct {
	env          map[string]string
	gateway      string
	process      *process
	db           *pgx.Conn // as the owner of the database, for what the API cannot create
	owner, admin *person
	ownerID      uuid.UUID
	// mark is in everything that is created for the owner, to recognise it in responses to others.
	mark          string
	posting, slug string
	employer      string
	board         string
	// clients have one connection each and are shared: by the service whose contract they check, direct and through the gateway.
	direct, door map[string]*apitest.Client
}

// newDemo starts the platform with no limits but those of accounts.
func newDemo(t *testing.T, settings map[string]string) *demo {
	t.Helper()
	env := ports(t)
	env["DEMO_ADDRESS"] = "127.0.0.1:0"
	env["GATEWAY_LIMIT_RATE"] = "0"
	env["PLATFORM_INTERNAL_SERVICE_KEY"] = serviceKey
	env["PLATFORM_DATA_DIR"] = filepath.Join(scratch(t), "data")
	keepDemoPasswords(t, env["PLATFORM_DATA_DIR"])
	maps.Copy(env, settings)
	w := &demo{env: env, gateway: "http://" + env["GATEWAY_ADDRESS"], mark: "only-for-robin"}
	w.process = start(t, env, []string{"up", "--demo"})
	w.process.waitFor("is ready")
	w.direct, w.door = map[string]*apitest.Client{}, map[string]*apitest.Client{}
	for service, address := range addresses {
		w.direct[service] = apitest.At(t, service, "http://"+env[address])
		w.door[service] = apitest.At(t, service, w.gateway)
	}

	url, err := pgserver.Attach(t.Context(), filepath.Join(env["PLATFORM_DATA_DIR"], "postgres"))
	if err != nil {
		t.Fatal(err)
	}
	if w.db, err = pgx.Connect(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.db.Close(t.Context()) })

	w.owner = &person{t: t, gateway: w.gateway, email: demoUser, password: demoUserPassword}
	w.admin = &person{t: t, gateway: w.gateway, email: demoAdmin, password: demoAdminPassword}
	w.owner.logIn()
	w.admin.logIn()
	w.ownerID = uuid.MustParse(claims(t, w.session(t, w.owner)).Subject)
	var found struct{ Content []struct{ ID, Slug string } }
	w.owner.jobs.Do("GET", "/jobs?size=1", nil).Want(200).JSON(&found)
	w.posting = found.Content[0].ID
	w.owner.jobs.Do("GET", "/jobs/companies?size=1", nil).Want(200).JSON(&found)
	w.slug, w.employer = found.Content[0].Slug, found.Content[0].ID
	w.admin.jobs.Do("GET", "/jobs/admin/targets?size=1", nil).Want(200).JSON(&found)
	w.board = found.Content[0].ID
	return w
}

// claims reads a token of ours without checking it.
func claims(t testing.TB, token string) (c auth.Claims) {
	t.Helper()
	if _, _, err := jwt.NewParser().ParseUnverified(token, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

// session returns the token of a new login.
func (w *demo) session(t testing.TB, p *person) string {
	t.Helper()
	var l login
	w.direct["identity"].Do("POST", "/auth/login", object{"email": p.email, "password": p.password}).Want(200).JSON(&l)
	return l.Token
}

var addresses = map[string]string{
	"identity": "AUTH_ADDRESS", "jobs": "JOB_ADDRESS", "applications": "APPLICATION_ADDRESS",
	"notifications": "NOTIFICATION_ADDRESS", "gateway": "GATEWAY_ADDRESS",
}

// through returns a client for the gateway. The gateway's contract has no internal paths, so they are a 404 there.
func (w *demo) through(op api.Operation) *apitest.Client {
	if op.Internal() {
		return w.door["gateway"]
	}
	return w.door[op.Service]
}

// path fills the operation's path with ids that exist. What belongs to the owner is created anew, because an operation may
// delete it.
func (w *demo) path(t *testing.T, op api.Operation) string {
	t.Helper()
	id := ""
	switch {
	case !strings.Contains(op.Path, "{"):
		return op.Path
	case strings.Contains(op.Path, "/sessions/{id}"):
		id = claims(t, w.session(t, w.owner)).SessionID.String()
	case strings.HasPrefix(op.Path, "/auth/passkeys/{id}"):
		id = w.passkey(t)
	case strings.Contains(op.Path, "applications/{"):
		id = w.application(t)
	case strings.HasPrefix(op.Path, "/jobs/finds/{id}"):
		id = w.find(t)
	case strings.HasPrefix(op.Path, "/jobs/filters/saved/{id}"):
		id = w.filter(t)
	case strings.HasPrefix(op.Path, "/jobs/rules/{id}"):
		id = w.rule(t)
	case strings.HasPrefix(op.Path, "/jobs/feeds/{id}"):
		id = w.feed(t)
	case strings.HasPrefix(op.Path, "/notifications/custom-reminders/{id}"):
		id = w.reminder(t)
	case strings.HasPrefix(op.Path, "/notifications/channels/{id}"):
		id = w.channel(t)
	case strings.HasPrefix(op.Path, "/notifications/{id}"):
		id = w.notification(t)
	case strings.HasPrefix(op.Path, "/jobs/{id}"):
		id = w.posting
	case op.Path == "/mailbox/messages/{id}":
		id = uuid.NewString()
	}
	bulk, view := "", ""
	switch {
	case strings.Contains(op.Path, "{bulkId}"):
		bulk = w.bulk(t)
	case strings.Contains(op.Path, "{viewId}"):
		view = w.view(t)
	}
	user := w.ownerID.String()
	if op.ID == "deleteUserData" || op.ID == "deleteUser" {
		user = uuid.NewString() // the owner is still needed
	}
	filled := strings.NewReplacer("{id}", id, "{applicationId}", id, "{userId}", user, "{jobId}", w.posting, "{slug}", w.slug,
		"{employerId}", w.employer, "{targetId}", w.board, "{fact}", "careerLevel", "{position}", "1",
		"{bulkId}", bulk, "{viewId}", view).Replace(op.Path)
	if id == "" && strings.Contains(op.Path, "{id}") || strings.Contains(filled, "{") {
		t.Fatalf("%s %s: no thing is known for its path", op.Method, op.Path)
	}
	return filled
}

func (w *demo) rule(t *testing.T) string {
	t.Helper()
	return made(w.owner.jobs.Do("POST", "/jobs/rules", object{"list": "NEVER", "kind": "TITLE_WORD", "value": w.mark}).Want(200))
}

func (w *demo) feed(t *testing.T) string {
	t.Helper()
	return made(w.owner.jobs.Do("POST", "/jobs/feeds", object{"name": w.mark, "filters": object{"keyword": w.mark}}).Want(200))
}

func (w *demo) application(t *testing.T) string {
	t.Helper()
	return made(w.owner.applications.Do("POST", "/applications", object{
		"jobDetails": object{"title": "Engineer " + w.mark, "company": "Foo Widgets, Inc."}, "notes": w.mark,
	}).Want(201))
}

// find returns a find of the owner, from when the owner was allowed to look.
func (w *demo) find(t *testing.T) string {
	t.Helper()
	id := uuid.NewString()
	_, err := w.db.Exec(t.Context(), `INSERT INTO crawler.board_request (id, kind, requested_by, query, status, finished_at, found)
		VALUES ($1, 'find', $2, $3, 'succeeded', now(), '[]')`, id, w.ownerID, w.mark)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// bulk makes a change of many applications that can be undone.
func (w *demo) bulk(t *testing.T) string {
	t.Helper()
	change := object{"ids": []string{w.application(t)}, "action": "archive"}
	return made(w.owner.applications.Do("POST", "/applications/bulk", change).Want(200))
}

func (w *demo) view(t *testing.T) string {
	t.Helper()
	return made(w.owner.applications.Do("POST", "/applications/views", object{"name": w.mark, "page": "board", "query": ""}).Want(200))
}

func (w *demo) filter(t *testing.T) string {
	t.Helper()
	return made(w.owner.jobs.Do("POST", "/jobs/filters/saved", object{"name": w.mark, "filters": object{"keyword": w.mark}}).Want(201))
}

func (w *demo) reminder(t *testing.T) string {
	t.Helper()
	return made(w.owner.reminders.Do("POST", "/notifications/custom-reminders", object{
		"applicationId": w.application(t), "title": w.mark, "triggerAtUtc": time.Now().Add(24 * time.Hour).UTC(), "channels": []string{"IN_APP"},
	}).Want(201))
}

// passkey inserts a passkey into the table, because there is no authenticator here.
func (w *demo) passkey(t *testing.T) string {
	t.Helper()
	id := uuid.NewString()
	_, err := w.db.Exec(t.Context(), `INSERT INTO identity.passkey (id, user_id, credential_id, public_key, sign_count, backup_eligible,
		backed_up, transports, name, created_at)
		VALUES ($1::uuid, $2, uuid_send($1::uuid), '', 0, false, false, '{}', 'Laptop', now())`, id, w.ownerID)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// channel inserts a channel into the table, because a user can add only ten. Its target cannot be decrypted, so nothing is
// sent to it.
func (w *demo) channel(t *testing.T) string {
	t.Helper()
	id := uuid.NewString()
	_, err := w.db.Exec(t.Context(), `INSERT INTO notification.channel (id, user_id, kind, name, target, target_hash, host, created_at,
		next_attempt_at) VALUES ($1::uuid, $2, 'WEBHOOK', 'Hook', '', uuid_send($1::uuid), 'hooks.example', now(), now())`, id, w.ownerID)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// notification inserts a notice into the table, because no operation creates one immediately.
func (w *demo) notification(t *testing.T) string {
	t.Helper()
	id := uuid.NewString()
	_, err := w.db.Exec(t.Context(), "INSERT INTO notification.notification (id, user_id, type, title, message) "+
		"VALUES ($1, $2, 'GHOSTED_ALERT', $3, $3)", id, w.ownerID, w.mark)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func made(res *apitest.Response) string {
	var thing struct{ ID string }
	res.JSON(&thing)
	return thing.ID
}
