package jobs

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

const defaultSize = 20

func pages(total, size int64) int64 { return (total + size - 1) / size }

func wireSummary(p store.Posting) oas.JobPostSummary {
	return oas.JobPostSummary{
		ID:                   p.ID,
		Title:                p.Title,
		URL:                  p.URL,
		Company:              wireEmployer(p),
		Location:             nilString(p.Location),
		Locations:            wirePlaces(p.Places),
		WorkplaceType:        oas.NilWorkplaceType(nilWord[oas.WorkplaceType](p.WorkplaceType)),
		EmploymentType:       oas.NilEmploymentType(nilWord[oas.EmploymentType](p.EmploymentType)),
		CareerLevel:          oas.NilCareerLevel(nilWord[oas.CareerLevel](p.CareerLevel)),
		CompensationMin:      nilInt(p.CompensationMin),
		CompensationMax:      nilInt(p.CompensationMax),
		CompensationCurrency: nilString(p.CompensationCurrency),
		CompensationPeriod:   oas.NilCompensationPeriod(nilWord[oas.CompensationPeriod](p.CompensationPeriod)),
		Languages:            present(p.Languages),
		Skills:               present(p.Skills),
		Source:               p.Source,
		PostedAt:             nilTime(p.PostedAt),
		FirstSeenAt:          p.FirstSeenAt,
		LastSeenAt:           p.LastSeenAt,
		ClosedAt:             nilTime(p.ClosedAt),
		UnconfirmedSince:     optTime(p.UnconfirmedSince),
		CompensationMinExact: optNumber(p.CompensationMinExact),
		CompensationMaxExact: optNumber(p.CompensationMaxExact),
	}
}

func wirePosting(p store.Posting) (*oas.JobPostResponse, error) {
	found, err := wireFound(p)
	s := wireSummary(p)
	return &oas.JobPostResponse{
		ID:                   s.ID,
		Title:                s.Title,
		URL:                  s.URL,
		Company:              s.Company,
		Location:             s.Location,
		Locations:            s.Locations,
		WorkplaceType:        s.WorkplaceType,
		EmploymentType:       s.EmploymentType,
		CareerLevel:          s.CareerLevel,
		CompensationMin:      s.CompensationMin,
		CompensationMax:      s.CompensationMax,
		CompensationCurrency: s.CompensationCurrency,
		CompensationPeriod:   s.CompensationPeriod,
		Languages:            s.Languages,
		Skills:               s.Skills,
		Source:               s.Source,
		PostedAt:             s.PostedAt,
		FirstSeenAt:          s.FirstSeenAt,
		LastSeenAt:           s.LastSeenAt,
		ClosedAt:             s.ClosedAt,
		UnconfirmedSince:     s.UnconfirmedSince,
		CompensationMinExact: s.CompensationMinExact,
		CompensationMaxExact: s.CompensationMaxExact,
		Description:          nilString(&p.Description),
		Requirements:         present(p.Requirements),
		LastConfirmedBy:      nilID(p.LastPullID),
		RepostOf:             nilID(p.RepostOf),
		Experience:           wireExperience(p),
		Facts:                wireOrigins(p),
		FactsVersion:         p.CorrectionsVersion,
		Found:                found,
	}, err
}

// wireEmployer returns the company of a posting, or the details of its board while there is none.
func wireEmployer(p store.Posting) oas.CompanyInfo {
	if p.CompanyID == nil || p.CompanySlug == nil || p.CompanyName == nil {
		return oas.CompanyInfo{
			ID: nilID(nil), Slug: nilString(nil), Name: p.TargetName, LogoUrl: nilAddress(p.TargetLogo), Website: nilString(nil),
			Industry: nilString(nil), Size: nilString(nil), Headquarters: nilString(nil), Description: nilString(nil), Tags: nil,
			ManuallyEdited: oas.NilBool{Null: true}, UpdatedAt: nilTime(nil),
		}
	}
	c := store.CompanyRow{
		ID: *p.CompanyID, Slug: *p.CompanySlug, Name: *p.CompanyName, Website: p.CompanyWebsite, Industry: p.CompanyIndustry, Size: p.CompanySize,
		Headquarters: p.CompanyHeadquarters, Description: p.CompanyDescription, LogoUrl: p.CompanyLogo, Tags: p.CompanyTags,
		ManuallyEdited: p.CompanyEdited,
	}
	if p.CompanyUpdatedAt != nil {
		c.UpdatedAt = *p.CompanyUpdatedAt
	}
	return wireCompany(c)
}

func wireCompany(c store.CompanyRow) oas.CompanyInfo {
	tags := slices.DeleteFunc(slices.Clone(c.Tags), func(t string) bool { return strings.TrimSpace(t) == "" })
	if len(tags) == 0 {
		tags = nil // none and unknown are the same, and written as null
	}
	return oas.CompanyInfo{
		ID:             nilID(&c.ID),
		Slug:           nilString(&c.Slug),
		Name:           c.Name,
		LogoUrl:        nilAddress(c.LogoUrl),
		Website:        nilString(c.Website),
		Industry:       nilString(c.Industry),
		Size:           nilString(c.Size),
		Headquarters:   nilString(c.Headquarters),
		Description:    nilString(c.Description),
		Tags:           tags,
		ManuallyEdited: oas.NewNilBool(c.ManuallyEdited),
		UpdatedAt:      nilTime(&c.UpdatedAt),
	}
}

func wirePlaces(places []store.PostingPlace) []oas.JobLocation {
	return convert(places, func(p store.PostingPlace) oas.JobLocation {
		return oas.JobLocation{
			City: nilString(&p.City), Region: nilString(&p.Region), Country: nilString(&p.Country), CountryCode: nilString(&p.CountryCode),
			Primary: p.Primary,
		}
	})
}

func wireTarget(t store.Target) oas.PullTarget {
	host := oas.NilPullHost{Null: true}
	if t.Host != nil {
		host = oas.NewNilPullHost(oas.PullHost{Name: *t.Host, RequestsThisHour: t.HostRequests, Budget: t.HostBudget})
	}
	return oas.PullTarget{
		ID:                  t.ID,
		SourceType:          t.SourceType,
		Token:               t.Token,
		CompanyName:         t.CompanyName,
		CompanySlug:         nilString(t.CompanySlug),
		Status:              oas.PullTargetStatus(t.Status),
		Health:              oas.BoardHealth(t.Health),
		LastSuccessAt:       nilTime(t.LastSuccessAt),
		LastAttemptAt:       nilTime(t.LastAttemptAt),
		ConsecutiveFailures: int64(t.ConsecutiveFailures),
		LastError:           nilString(t.LastError),
		OpenPostings:        t.OpenPostings,
		NextPullAt:          nilTime(t.NextAttemptAt),
		LastChangeAt:        nilTime(t.LastChangeAt),
		PullIntervalMinutes: t.IntervalMinutes,
		Followers:           t.Followers,
		LastRequests:        t.Requests,
		LastBytes:           t.Bytes,
		Host:                host,
		PendingAction:       oas.NilBoardAction(nilWord[oas.BoardAction](t.PendingAction)),
	}
}

func wireRun(r Run) *oas.TriggerRunInfo {
	return &oas.TriggerRunInfo{
		ID:            r.ID,
		Status:        oas.TriggerStatus(r.Status),
		RequestedAt:   r.RequestedAt,
		StartedAt:     nilTime(r.StartedAt),
		FinishedAt:    nilTime(r.FinishedAt),
		ResultSummary: nilString(r.ResultSummary),
		ErrorReason:   nilString(r.ErrorReason),
		Progress:      wireProgress(r.Progress),
	}
}

func wireOptionalRun(r *Run) oas.NilTriggerRunInfo {
	if r == nil {
		return oas.NilTriggerRunInfo{Null: true}
	}
	return oas.NewNilTriggerRunInfo(*wireRun(*r))
}

func wireScheduled(p store.ScheduledPassesRow) oas.ScheduledPass {
	return oas.ScheduledPass{Running: p.Running, LastRunAt: nilTime(p.ScheduledAt), LastSuccessAt: nilTime(p.SucceededAt)}
}

func wireTrigger(t store.TriggersRow) oas.TriggerRecord {
	return oas.TriggerRecord{
		ID:            t.ID,
		Kind:          oas.TriggerKind(t.Kind),
		Status:        oas.TriggerStatus(t.Status),
		RequestedBy:   nilID(t.RequestedBy),
		RequestedAt:   t.RequestedAt,
		StartedAt:     nilTime(t.StartedAt),
		FinishedAt:    nilTime(t.FinishedAt),
		ResultSummary: nilString(t.ResultSummary),
		ErrorReason:   nilString(t.ErrorReason),
		Progress:      wireProgress(t.Progress),
	}
}

// wireProgress reads the crawler's report. Progress in an unknown form is ignored.
func wireProgress(stored []byte) oas.NilTriggerProgress {
	var p struct {
		Done, Total int64
		Note        *string
		Boards      *struct {
			Read, Failed, Waiting int64
			WaitingUntil          *time.Time
		}
	}
	if len(stored) == 0 || string(stored) == "null" || json.Unmarshal(stored, &p) != nil {
		return oas.NilTriggerProgress{Null: true}
	}
	out := oas.TriggerProgress{Done: p.Done, Total: p.Total, Note: nilString(p.Note)}
	if b := p.Boards; b != nil {
		out.Boards = oas.NewOptTriggerBoards(oas.TriggerBoards{
			Read: b.Read, Failed: b.Failed, Waiting: b.Waiting, WaitingUntil: nilTime(b.WaitingUntil),
		})
	}
	return oas.NewNilTriggerProgress(out)
}
