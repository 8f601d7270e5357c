package applications_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
)

func (fx *fixture) profile(user uuid.UUID) oas.InterestProfile {
	var got oas.InterestProfile
	fx.internal.Do("GET", "/internal/users/"+user.String()+"/interest-profile", nil).Want(200).JSON(&got)
	return got
}

func TestProfile(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	p := fx.person()
	empty := oas.InterestProfile{UserId: p.id, Locations: []string{}, Companies: []string{}, Keywords: []string{}}
	if diff := cmp.Diff(fx.profile(p.id), empty); diff != "" {
		t.Errorf("no history (-got +want):\n%s", diff)
	}
	byHand := func(title, company, place string) {
		p.create(object{"jobDetails": object{"title": title, "company": company, "location": place}})
	}
	byHand("Senior Backend Engineer (m/w/d)", "Northwind", "Oslo, Norway")
	byHand("Backend Engineer in der Cloud", "northwind", "oslo,  norway")
	byHand("Backend Developer", "northwind", "Remote")
	fx.person().create(object{"jobDetails": object{"title": "Chef", "company": "Elsewhere", "location": "Paris"}})

	applied := fx.jobs.posting(nil) // Data Engineer, Larkspur, Copenhagen HQ, Go and PostgreSQL
	p.Do("POST", "/applications", object{"jobPostId": applied.ID}).Want(201)
	remote := fx.jobs.posting(func(j *jobs.JobPostResponse) {
		j.Title, j.Skills, j.Location, j.Locations = "Go Engineer", []string{"go", "Machine Learning"}, jobs.NilString{Null: true}, nil
		j.WorkplaceType = jobs.NewNilWorkplaceType(jobs.WorkplaceTypeRemote)
	})
	for _, post := range []jobs.JobPostResponse{applied, remote} { // saved and applied to is one interest
		fx.jobs.saved[p.id] = append(fx.jobs.saved[p.id], jobs.SavedJob{SavedAt: fx.clock.Now(), Job: summary(post)})
	}
	want := oas.InterestProfile{
		UserId:    p.id,
		Locations: []string{"Oslo, Norway", "Remote", "Copenhagen, Denmark"},
		Companies: []string{"northwind", "Larkspur Analytics"},
		Keywords:  []string{"engineer", "backend", "go", "cloud", "data"},
	}
	if diff := cmp.Diff(fx.profile(p.id), want); diff != "" {
		t.Errorf("(-got +want):\n%s", diff)
	}

	fx.jobs.server.away.Store(true)
	want.Locations, want.Keywords = []string{"Oslo, Norway", "Copenhagen, Denmark", "Remote"},
		[]string{"backend", "engineer", "cloud", "data", "developer"}
	if diff := cmp.Diff(fx.profile(p.id), want); diff != "" {
		t.Errorf("job search away (-got +want):\n%s", diff)
	}
	fx.internal.Do("GET", "/internal/users/x/interest-profile", nil).WantError(400, "Validation Error")
}

func summary(p jobs.JobPostResponse) jobs.JobPostSummary {
	return jobs.JobPostSummary{
		ID: p.ID, Title: p.Title, URL: p.URL, Company: p.Company, Location: p.Location, Locations: append([]jobs.JobLocation{}, p.Locations...),
		WorkplaceType: p.WorkplaceType, EmploymentType: p.EmploymentType, CareerLevel: p.CareerLevel, CompensationMin: p.CompensationMin,
		CompensationMax: p.CompensationMax, CompensationCurrency: p.CompensationCurrency, CompensationPeriod: p.CompensationPeriod,
		Languages: p.Languages, Skills: p.Skills, Source: p.Source, PostedAt: p.PostedAt, FirstSeenAt: p.FirstSeenAt,
		LastSeenAt: p.LastSeenAt, ClosedAt: p.ClosedAt,
	}
}
