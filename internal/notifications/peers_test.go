package notifications_test

import (
	"cmp"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/auth/authtest"
	"rolecall/internal/fault"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
)

// The peers are their generated servers with scripted answers; the client, the wire format and the service key are real.

// peerServer is the server of another service, which a test can take away and bring back.
type peerServer struct {
	*httptest.Server
	mu   sync.Mutex
	away bool
}

func (n *peerServer) serve(t testing.TB, handler http.Handler) {
	n.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n.mu.Lock()
		away := n.away
		n.mu.Unlock()
		if away {
			w.WriteHeader(http.StatusServiceUnavailable)
			return
		}
		handler.ServeHTTP(w, r)
	}))
	t.Cleanup(n.Close)
}

func (n *peerServer) setAway(away bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.away = away
}

// identityFake plays identity with scripted addresses and new users.
type identityFake struct {
	identity.UnimplementedHandler
	peerServer
	emails  map[uuid.UUID]string
	no2FA   []uuid.UUID
	lookups [][]uuid.UUID
	since   []int
}

func newIdentity(t testing.TB) *identityFake {
	f := &identityFake{emails: map[uuid.UUID]string{}}
	server, err := identity.NewServer(f, f, authtest.Services[identity.Bearer, identity.ServiceKey]{})
	if err != nil {
		t.Fatal(err)
	}
	f.serve(t, server)
	return f
}

func (f *identityFake) ListUserEmails(_ context.Context, p identity.ListUserEmailsParams) (*identity.UserEmailsResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lookups = append(f.lookups, p.UserIds)
	res := &identity.UserEmailsResponse{Emails: []identity.UserEmail{}}
	for _, u := range p.UserIds {
		if address := f.emails[u]; address != "" {
			res.Emails = append(res.Emails, identity.UserEmail{UserId: u, Email: address})
		}
	}
	return res, nil
}

func (f *identityFake) ListUsersWithoutTwoFactor(
	_ context.Context, p identity.ListUsersWithoutTwoFactorParams,
) (*identity.UsersWithoutTwoFactorResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.since = append(f.since, p.SinceDays.Or(-1))
	return &identity.UsersWithoutTwoFactorResponse{UserIds: append([]uuid.UUID{}, f.no2FA...)}, nil
}

func (f *identityFake) NewError(_ context.Context, err error) *identity.ErrorStatusCodeWithHeaders {
	e := fault.Of(err)
	return &identity.ErrorStatusCodeWithHeaders{StatusCode: e.Kind.Status(), Response: identity.Error{Error: e.Title, Message: e.Message}}
}

// applicationsFake plays applications with scripted answers.
type applicationsFake struct {
	applications.UnimplementedHandler
	peerServer
	owners    map[uuid.UUID]uuid.UUID
	deleted   map[uuid.UUID]bool // every other application exists
	lookups   [][]uuid.UUID
	upcoming  []applications.UpcomingNextStep
	within    []int
	steps     map[uuid.UUID][]applications.UserNextStep
	stale     []applications.StaleApplication
	staleDays []int
	acted     map[uuid.UUID]bool      // applications that the user acted on since the list was made
	ghosted   map[uuid.UUID]uuid.UUID // operation that ghosted each application
	advances  []applications.SetApplicationStatusRequest
	// hook runs after an advance was made and before it is answered.
	hook     func(application uuid.UUID)
	profiles map[uuid.UUID]applications.InterestProfile
	broken   map[uuid.UUID]bool                         // users whose profile cannot be read
	onSteps  func(applications.ListUserNextStepsParams) // runs before the next steps are listed
}

func newApplications(t testing.TB) *applicationsFake {
	f := &applicationsFake{
		owners: map[uuid.UUID]uuid.UUID{}, deleted: map[uuid.UUID]bool{}, steps: map[uuid.UUID][]applications.UserNextStep{},
		acted:   map[uuid.UUID]bool{},
		ghosted: map[uuid.UUID]uuid.UUID{}, profiles: map[uuid.UUID]applications.InterestProfile{}, broken: map[uuid.UUID]bool{},
	}
	server, err := applications.NewServer(f, f, authtest.Services[applications.Bearer, applications.ServiceKey]{})
	if err != nil {
		t.Fatal(err)
	}
	f.serve(t, server)
	return f
}

func (f *applicationsFake) CheckApplicationOwner(
	_ context.Context, p applications.CheckApplicationOwnerParams,
) (applications.CheckApplicationOwnerRes, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if owner, known := f.owners[p.ID]; known && owner == p.UserId {
		return &applications.CheckApplicationOwnerNoContent{}, nil
	}
	return &applications.CheckApplicationOwnerNotFound{}, nil
}

func (f *applicationsFake) LookUpApplications(
	_ context.Context, p applications.LookUpApplicationsParams,
) (*applications.ApplicationLookup, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.lookups = append(f.lookups, p.Ids)
	out := []applications.ApplicationName{}
	for _, id := range p.Ids {
		if !f.deleted[id] {
			out = append(out, applications.ApplicationName{ID: id, UserId: f.owners[id], JobTitle: "Backend Engineer", Company: "Northwind Harbour"})
		}
	}
	return &applications.ApplicationLookup{Items: out}, nil
}

func (f *applicationsFake) ListUpcomingNextSteps(
	_ context.Context, p applications.ListUpcomingNextStepsParams,
) (*applications.UpcomingNextStepsResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.within = append(f.within, p.WithinHours.Or(-1))
	return &applications.UpcomingNextStepsResponse{Items: append([]applications.UpcomingNextStep{}, f.upcoming...)}, nil
}

func (f *applicationsFake) ListUserNextSteps(
	_ context.Context, p applications.ListUserNextStepsParams,
) (*applications.UserNextStepsResponse, error) {
	if f.onSteps != nil {
		f.onSteps(p)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return &applications.UserNextStepsResponse{Items: append([]applications.UserNextStep{}, f.steps[p.UserId]...)}, nil
}

func (f *applicationsFake) ListStaleApplications(
	_ context.Context, p applications.ListStaleApplicationsParams,
) (*applications.StaleApplicationsResponse, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.staleDays = append(f.staleDays, p.Days.Or(-1))
	out := []applications.StaleApplication{}
	for _, a := range f.stale {
		if _, done := f.ghosted[a.ID]; !done && !f.acted[a.ID] {
			out = append(out, a)
		}
	}
	return &applications.StaleApplicationsResponse{Items: out}, nil
}

// SetApplicationStatus follows the contract: a repeat of the operation that made the change is answered again.
func (f *applicationsFake) SetApplicationStatus(
	_ context.Context, r *applications.SetApplicationStatusRequest, p applications.SetApplicationStatusParams,
) (*applications.StatusChange, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.advances = append(f.advances, *r)
	i := slices.IndexFunc(f.stale, func(a applications.StaleApplication) bool { return a.ID == p.ID })
	if i < 0 {
		return nil, fault.New(fault.NotFound, "", "gone")
	}
	operation, advanced := f.ghosted[p.ID]
	since, _ := r.IfInactiveSince.Get()
	switch {
	case advanced && operation == r.OperationId.Or(uuid.Nil):
	case advanced, f.acted[p.ID], f.stale[i].LastActivityAt.After(since):
		return nil, fault.New(fault.Conflict, "", "the user acted")
	default:
		f.ghosted[p.ID] = r.OperationId.Or(uuid.Nil)
	}
	if f.hook != nil {
		f.hook(p.ID)
	}
	return &applications.StatusChange{ID: p.ID, UserId: f.stale[i].UserId, PreviousStatus: f.stale[i].CurrentStatus, NewStatus: "GHOSTED"}, nil
}

func (f *applicationsFake) GetInterestProfile(
	_ context.Context, p applications.GetInterestProfileParams,
) (*applications.InterestProfile, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.broken[p.UserId] {
		return nil, fault.New(fault.Invalid, "", "this user cannot be read")
	}
	profile := f.profiles[p.UserId]
	profile.UserId = p.UserId
	for _, list := range []*[]string{&profile.Keywords, &profile.Locations, &profile.Companies} {
		if *list == nil {
			*list = []string{}
		}
	}
	return &profile, nil
}

func (f *applicationsFake) NewError(_ context.Context, err error) *applications.ErrorStatusCodeWithHeaders {
	e := fault.Of(err)
	return &applications.ErrorStatusCodeWithHeaders{StatusCode: e.Kind.Status(),
		Response: applications.Error{Error: e.Title, Message: e.Message}}
}

// jobsFake finds postings whose title contains every keyword and whose location is one of those asked for.
type jobsFake struct {
	jobs.UnimplementedHandler
	peerServer
	postings []jobs.JobPostSummary
	searches []jobs.SearchJobsParams
	never    []string // titles of the user's never rules

	hits  []jobs.AlertHit // not yet taken
	taken []uuid.UUID     // hits, in the order of the calls
	muted []uuid.UUID     // saved searches
	// onTaken runs before hits are taken; an error of it is the response.
	onTaken func() error
}

func newJobs(t testing.TB) *jobsFake {
	f := &jobsFake{}
	server, err := jobs.NewServer(f, f, authtest.Services[jobs.Bearer, jobs.ServiceKey]{})
	if err != nil {
		t.Fatal(err)
	}
	f.serve(t, server)
	return f
}

func (f *jobsFake) SearchJobs(_ context.Context, p jobs.SearchJobsParams) (*jobs.JobPage, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.searches = append(f.searches, p)
	found := []jobs.JobPostSummary{}
	for _, j := range f.postings {
		match := len(p.Location) == 0 || slices.Contains(p.Location, j.Location.Or(""))
		for word := range strings.FieldsSeq(p.Keyword.Or("")) {
			match = match && strings.Contains(strings.ToLower(j.Title), strings.ToLower(word))
		}
		if match {
			found = append(found, j)
		}
	}
	size := int(p.Size.Or(20))
	total := int64(len(found))
	return &jobs.JobPage{Content: found[:min(size, len(found))], Size: int64(size), TotalElements: total,
		TotalPages: (total + int64(size) - 1) / int64(size)}, nil
}

func (f *jobsFake) GetUserRules(context.Context, jobs.GetUserRulesParams) (*jobs.RuleQuery, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &jobs.RuleQuery{NeverCompany: []string{}, NeverTitle: append([]string{}, f.never...), NeverPlace: []string{},
		NeverJob: []uuid.UUID{}, AlwaysCompany: []string{}, AlwaysWord: []string{"engineer"}}, nil
}

func (f *jobsFake) ListAlertHits(_ context.Context, p jobs.ListAlertHitsParams) (*jobs.AlertHitList, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return &jobs.AlertHitList{Hits: append([]jobs.AlertHit{}, f.hits[:min(len(f.hits), int(p.Size.Or(0)))]...)}, nil
}

func (f *jobsFake) ListSilentAlerts(_ context.Context, p jobs.ListSilentAlertsParams) (*jobs.SilentAlerts, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	silent := slices.DeleteFunc(slices.Clone(p.FilterIds), func(id uuid.UUID) bool { return !slices.Contains(f.muted, id) })
	return &jobs.SilentAlerts{FilterIds: silent}, nil
}

func (f *jobsFake) TakeAlertHits(_ context.Context, r *jobs.TakenAlertHits) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.onTaken != nil {
		if err := f.onTaken(); err != nil {
			return err
		}
	}
	f.taken = append(f.taken, r.Ids...)
	f.hits = slices.DeleteFunc(f.hits, func(h jobs.AlertHit) bool { return slices.Contains(r.Ids, h.ID) })
	return nil
}

func (f *jobsFake) NewError(_ context.Context, err error) *jobs.ErrorStatusCodeWithHeaders {
	e := fault.Of(err)
	return &jobs.ErrorStatusCodeWithHeaders{StatusCode: e.Kind.Status(), Response: jobs.Error{Error: e.Title, Message: e.Message}}
}

// post adds an open posting.
func (f *jobsFake) post(title, location string) jobs.JobPostSummary {
	j := jobs.JobPostSummary{
		ID: uuid.New(), Title: title, URL: "https://careers.larkspur.example/" + uuid.NewString(),
		Company: jobs.CompanyInfo{
			ID: jobs.NilUUID{Null: true}, Slug: jobs.NilString{Null: true}, Name: "Larkspur Analytics", LogoUrl: jobs.NilURI{Null: true},
			Website: jobs.NilString{Null: true}, Industry: jobs.NilString{Null: true}, Size: jobs.NilString{Null: true},
			Headquarters: jobs.NilString{Null: true}, Description: jobs.NilString{Null: true},
			ManuallyEdited: jobs.NilBool{Null: true}, UpdatedAt: jobs.NilDateTime{Null: true},
		},
		Location: jobs.NewNilString(location), Locations: []jobs.JobLocation{},
		WorkplaceType: jobs.NilWorkplaceType{Null: true}, EmploymentType: jobs.NilEmploymentType{Null: true},
		CareerLevel: jobs.NilCareerLevel{Null: true}, CompensationMin: jobs.NilInt64{Null: true}, CompensationMax: jobs.NilInt64{Null: true},
		CompensationCurrency: jobs.NilString{Null: true}, CompensationPeriod: jobs.NilCompensationPeriod{Null: true},
		Languages: []string{}, Skills: []string{}, Source: "greenhouse", PostedAt: jobs.NilDateTime{Null: true},
		FirstSeenAt: time.Unix(0, 0).UTC(), LastSeenAt: time.Unix(0, 0).UTC(), ClosedAt: jobs.NilDateTime{Null: true},
	}
	if location == "" {
		j.Location = jobs.NilString{Null: true}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.postings = append(f.postings, j)
	return j
}

// asked returns the searches as "keyword | locations".
func (f *jobsFake) asked() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []string
	for _, p := range f.searches {
		out = append(out, cmp.Or(p.Keyword.Or(""), "-")+" | "+cmp.Or(strings.Join(p.Location, "+"), "-"))
	}
	return out
}
