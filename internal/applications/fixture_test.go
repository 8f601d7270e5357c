package applications_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/apitest"
	"rolecall/internal/applications"
	"rolecall/internal/applications/oas"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/clocktest"
	"rolecall/internal/fault"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/peer"
	"rolecall/internal/pgtest"
	"rolecall/internal/schema"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

var (
	statuses = oas.ApplicationStatus("").AllValues()
	terminal = map[oas.ApplicationStatus]bool{"ACCEPTED": true, "REJECTED": true, "WITHDRAWN": true, "GHOSTED": true}
)

var serviceKey = authtest.ServiceKey.Reveal()

// fixture is the service with its own database. Its peers are their generated servers with scripted answers.
type fixture struct {
	t        *testing.T
	svc      *applications.Service
	db       *pgxpool.Pool // login of the owner of the schema, for checking and seeding
	clock    *clocktest.Clock
	issuer   *authtest.Issuer
	jobs     *jobSearch
	identity *identityFake
	notices  *notificationsFake
	api      *apitest.Client // client without credentials
	internal *apitest.Client // client with the service key
}

type option func(*applications.Config)

func inZone(name string) option {
	return func(c *applications.Config) {
		zone, err := time.LoadLocation(name)
		if err != nil {
			panic(err)
		}
		c.Timezone = zone
	}
}

func newFixture(t *testing.T, options ...option) *fixture {
	t.Helper()
	return newFixtureOn(t, pgtest.DB(t), options...)
}

func newFixtureOn(t *testing.T, database *pgtest.Database, options ...option) *fixture {
	t.Helper()
	fx := &fixture{
		t: t, db: database.Pool(""), clock: clocktest.New(at("2026-05-20T12:00:00Z")), issuer: authtest.New(t),
		jobs: newJobSearch(t), identity: newIdentityFake(t), notices: newNotificationsFake(t),
	}
	cfg := applications.Config{Auth: fx.issuer.Config()}
	for _, o := range options {
		o(&cfg)
	}
	svc, err := applications.New(cfg, applications.Deps{
		Log: slog.New(slog.NewTextHandler(io.Discard, nil)), Metrics: prometheus.NewRegistry(),
		DB: database.Pool(schema.ApplicationsRole), Verifier: fx.issuer.Verifier(), Now: fx.clock.Now,
		Peers: peer.URLs{Jobs: fx.jobs.server.URL, Identity: fx.identity.server.URL, Notifications: fx.notices.server.URL},
	})
	if err != nil {
		t.Fatal(err)
	}
	fx.svc = svc
	fx.jobs.now = fx.clock.Now
	fx.api = apitest.New(t, "applications", svc.Handler())
	fx.internal = fx.api.With(apitest.ServiceKey(serviceKey))
	return fx
}

// person is a signed-in user.
type person struct {
	*apitest.Client
	id    uuid.UUID
	token string
}

func (fx *fixture) person() person {
	id := uuid.New()
	token := fx.issuer.Token(id)
	return person{Client: fx.api.With(apitest.Bearer(token)), id: id, token: token}
}

type object = map[string]any

// create adds an application by hand; extra properties override the defaults.
func (p person) create(extra object) oas.ApplicationDetails {
	body := object{"jobDetails": object{"title": "Backend Engineer", "company": "Northwind Harbour"}}
	maps.Copy(body, extra)
	var got oas.ApplicationDetails
	p.Do("POST", "/applications", body).Want(201).JSON(&got)
	return got
}

func (p person) move(id uuid.UUID, status string) oas.ApplicationDetails {
	var got oas.ApplicationDetails
	p.Do("PATCH", "/applications/"+id.String()+"/status", object{"status": status}).Want(200).JSON(&got)
	return got
}

func (p person) get(id uuid.UUID) oas.ApplicationDetails {
	var got oas.ApplicationDetails
	p.Do("GET", "/applications/"+id.String(), nil).Want(200).JSON(&got)
	return got
}

func (p person) list(query string) oas.ApplicationPage {
	var got oas.ApplicationPage
	p.Do("GET", "/applications"+query, nil).Want(200).JSON(&got)
	return got
}

// serve starts an HTTP server for what apitest cannot do, such as sending a body slowly.
func (fx *fixture) serve() string {
	server := httptest.NewServer(fx.svc.Handler())
	fx.t.Cleanup(server.Close)
	return server.URL
}

func (fx *fixture) count(sql string, args ...any) int {
	fx.t.Helper()
	var n int
	if err := fx.db.QueryRow(fx.t.Context(), sql, args...).Scan(&n); err != nil {
		fx.t.Fatal(err)
	}
	return n
}

// seed adds n applications of a user, without a timeline.
func (fx *fixture) seed(user uuid.UUID, n int) {
	fx.t.Helper()
	fx.exec(`INSERT INTO applications.application (id, user_id, status, job_title, company, created_at, updated_at, last_activity_at)
		SELECT gen_random_uuid(), $1, 'APPLIED', 'T', 'C', now(), now(), now() FROM generate_series(1, $2)`, user, n)
}

func (fx *fixture) exec(sql string, args ...any) {
	fx.t.Helper()
	if _, err := fx.db.Exec(fx.t.Context(), sql, args...); err != nil {
		fx.t.Fatal(err)
	}
}

var at = clocktest.At

// peerServer is the server of another service, which a test can take away. It keeps its port and closes every connection:
// a free port could be taken by another test's server.
type peerServer struct {
	*httptest.Server
	away atomic.Bool
}

func newPeerServer(t *testing.T, handler http.Handler) *peerServer {
	t.Helper()
	n := &peerServer{}
	n.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if n.away.Load() {
			panic(http.ErrAbortHandler)
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(n.Close)
	return n
}

// jobSearch plays the part of job search that the tracker calls.
type jobSearch struct {
	jobs.UnimplementedHandler
	server *peerServer

	mu       sync.Mutex
	now      func() time.Time
	postings map[uuid.UUID]jobs.JobPostResponse
	saved    map[uuid.UUID][]jobs.SavedJob
}

func newJobSearch(t *testing.T) *jobSearch {
	t.Helper()
	j := &jobSearch{postings: map[uuid.UUID]jobs.JobPostResponse{}, saved: map[uuid.UUID][]jobs.SavedJob{}}
	server, err := jobs.NewServer(j, j, authtest.Services[jobs.Bearer, jobs.ServiceKey]{})
	if err != nil {
		t.Fatal(err)
	}
	j.server = newPeerServer(t, server)
	return j
}

func (j *jobSearch) GetJob(_ context.Context, p jobs.GetJobParams) (*jobs.JobPostResponse, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	post, ok := j.postings[p.ID]
	if !ok {
		return nil, fault.New(fault.NotFound, "", "There is no such posting.")
	}
	return &post, nil
}

func (j *jobSearch) ListUserSavedJobs(_ context.Context, p jobs.ListUserSavedJobsParams) (*jobs.SavedJobList, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	items := slices.Clone(j.saved[p.UserId])
	if after, ok := p.After.Get(); ok {
		items = slices.DeleteFunc(items, func(s jobs.SavedJob) bool { return !s.SavedAt.After(after) })
		slices.SortFunc(items, func(a, b jobs.SavedJob) int { return a.SavedAt.Compare(b.SavedAt) })
		items = items[:min(len(items), int(p.Size.Or(100)))]
	}
	return &jobs.SavedJobList{Items: append([]jobs.SavedJob{}, items...)}, nil
}

func (j *jobSearch) NewError(_ context.Context, err error) *jobs.ErrorStatusCodeWithHeaders {
	f := fault.Of(err)
	return &jobs.ErrorStatusCodeWithHeaders{StatusCode: f.Kind.Status(), Response: jobs.Error{Error: f.Title, Message: f.Message}}
}

// identityFake plays the part of identity that the tracker calls: each code works once.
type identityFake struct {
	identity.UnimplementedHandler
	server *peerServer

	mu       sync.Mutex
	codes    map[uuid.UUID]string // codes by verification id
	refuse   error
	consumed func()   // called when a code is spent
	callers  []string // the tokens seen
}

func newIdentityFake(t *testing.T) *identityFake {
	t.Helper()
	i := &identityFake{codes: map[uuid.UUID]string{}}
	server, err := identity.NewServer(i, i, i)
	if err != nil {
		t.Fatal(err)
	}
	i.server = newPeerServer(t, server)
	return i
}

func (i *identityFake) HandleBearer(ctx context.Context, _ identity.OperationName, b identity.Bearer) (context.Context, error) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.callers = append(i.callers, b.Token)
	return ctx, nil
}

func (i *identityFake) HandleServiceKey(context.Context, identity.OperationName, identity.ServiceKey) (context.Context, error) {
	return nil, errors.New("the tracker sends no key to identity")
}

func (i *identityFake) ConsumeVerification(_ context.Context, r *identity.ConsumeVerificationRequest) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.refuse != nil {
		return i.refuse
	}
	if r.Action != identity.VerificationActionDeleteAllApplications || i.codes[r.VerificationId] != string(r.Code) {
		return fault.New(fault.Invalid, "Invalid Verification", "The code is not valid.")
	}
	delete(i.codes, r.VerificationId)
	if i.consumed != nil {
		i.consumed()
	}
	return nil
}

func (i *identityFake) NewError(_ context.Context, err error) *identity.ErrorStatusCodeWithHeaders {
	f := fault.Of(err)
	out := &identity.ErrorStatusCodeWithHeaders{StatusCode: f.Kind.Status(), Response: identity.Error{Error: f.Title, Message: f.Message}}
	if f.RetryAfter > 0 {
		out.RetryAfter = identity.NewOptInt(int(f.RetryAfter.Seconds()))
	}
	return out
}

// notificationsFake plays the part of notifications that the tracker calls.
type notificationsFake struct {
	notifications.UnimplementedHandler
	server *peerServer

	mu      sync.Mutex
	deleted []notifications.DeletedApplications
}

func newNotificationsFake(t *testing.T) *notificationsFake {
	t.Helper()
	n := &notificationsFake{}
	server, err := notifications.NewServer(n, n, authtest.Services[notifications.Bearer, notifications.ServiceKey]{})
	if err != nil {
		t.Fatal(err)
	}
	n.server = newPeerServer(t, server)
	return n
}

func (n *notificationsFake) ForgetApplications(_ context.Context, req *notifications.DeletedApplications) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.deleted = append(n.deleted, *req)
	return nil
}

func (n *notificationsFake) NewError(_ context.Context, err error) *notifications.ErrorStatusCodeWithHeaders {
	f := fault.Of(err)
	return &notifications.ErrorStatusCodeWithHeaders{StatusCode: f.Kind.Status(),
		Response: notifications.Error{Error: f.Title, Message: f.Message}}
}

// posting adds a crawled posting with everything filled in.
func (j *jobSearch) posting(change func(*jobs.JobPostResponse)) jobs.JobPostResponse {
	p := jobs.JobPostResponse{
		ID: uuid.New(), Title: "Data Engineer", URL: "https://jobs.larkspur.example/data-engineer",
		Company: jobs.CompanyInfo{
			ID: jobs.NilUUID{Null: true}, Slug: jobs.NilString{Null: true}, Name: "Larkspur Analytics", LogoUrl: jobs.NilURI{Null: true},
			Website: jobs.NilString{Null: true}, Industry: jobs.NilString{Null: true}, Size: jobs.NilString{Null: true},
			Headquarters: jobs.NilString{Null: true}, Description: jobs.NilString{Null: true},
			ManuallyEdited: jobs.NilBool{Null: true}, UpdatedAt: jobs.NilDateTime{Null: true},
		},
		Location: jobs.NewNilString("Copenhagen HQ"),
		Locations: []jobs.JobLocation{{
			City: jobs.NewNilString("Copenhagen"), Region: jobs.NilString{Null: true}, Country: jobs.NewNilString("Denmark"),
			CountryCode: jobs.NewNilString("DK"), Primary: true,
		}},
		WorkplaceType: jobs.NilWorkplaceType{Null: true}, EmploymentType: jobs.NilEmploymentType{Null: true},
		CareerLevel: jobs.NilCareerLevel{Null: true}, CompensationMin: jobs.NilInt64{Null: true}, CompensationMax: jobs.NilInt64{Null: true},
		CompensationCurrency: jobs.NilString{Null: true}, CompensationPeriod: jobs.NilCompensationPeriod{Null: true},
		Languages: []string{"en"}, Skills: []string{"Go", "PostgreSQL"}, Source: "greenhouse", PostedAt: jobs.NilDateTime{Null: true},
		FirstSeenAt: at("2026-05-01T00:00:00Z"), LastSeenAt: at("2026-05-19T00:00:00Z"), ClosedAt: jobs.NilDateTime{Null: true},
		Description: jobs.NewNilString("<p>Move data.</p>"), Requirements: []string{},
		LastConfirmedBy: jobs.NilUUID{Null: true}, RepostOf: jobs.NilUUID{Null: true},
		Experience: jobs.NilExperienceYears{Null: true}, Facts: []jobs.FactOrigin{},
	}
	if change != nil {
		change(&p)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.postings[p.ID] = p
	return p
}

// race calls a function n times at once and returns the results.
func race[R any](n int, call func(i int) R) []R {
	out := make([]R, n)
	start := make(chan struct{})
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			<-start
			out[i] = call(i)
		})
	}
	close(start)
	wg.Wait()
	return out
}
