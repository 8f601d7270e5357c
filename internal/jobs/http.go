package jobs

import (
	"context"

	"rolecall/internal/audit"
	"rolecall/internal/auth"
	"rolecall/internal/httpd"
	"rolecall/internal/jobs/oas"
	"rolecall/internal/jobs/store"
)

// handler translates between the contract and the rules; it decides nothing.
type handler struct{ svc *Service }

var (
	_ oas.Handler    = (*handler)(nil)
	_ oas.RawHandler = (*handler)(nil)
)

// NewError turns an error into a response; there is no other way.
func (h *handler) NewError(ctx context.Context, err error) *oas.ErrorStatusCodeWithHeaders {
	a := httpd.Describe(ctx, err)
	res := oas.Error{Error: a.Error, Message: a.Message, RequestId: oas.OptString{Value: a.RequestID, Set: a.RequestID != ""}}
	for _, field := range a.Fields {
		res.Fields = append(res.Fields, oas.FieldError(field))
	}
	if run, ok := a.Detail.(*oas.TriggerRunInfo); ok {
		res.Run = oas.NewOptTriggerRunInfo(*run)
	}
	return &oas.ErrorStatusCodeWithHeaders{
		StatusCode: a.Status, RetryAfter: oas.OptInt{Value: a.RetryAfter, Set: a.RetryAfter > 0}, Response: res,
	}
}

// security authenticates callers.
type security struct {
	verifier *auth.Verifier
	key      auth.ServiceKey
	triggers bool // whether triggering is switched on
	audit    *audit.Log
}

// HandleBearer admits users whose token carries the groups of the operation. It also checks the deployment's switch,
// after the group and before the body is read.
func (s *security) HandleBearer(ctx context.Context, op oas.OperationName, t oas.Bearer) (context.Context, error) {
	ctx, err := s.verifier.Authenticate(ctx, t.Token, t.Roles)
	if err == nil && op == oas.CreateTriggerOperation && !s.triggers {
		return nil, errTriggeringDisabled
	}
	return ctx, err
}

// HandleServiceKey admits the other services.
func (s *security) HandleServiceKey(ctx context.Context, op oas.OperationName, t oas.ServiceKey) (context.Context, error) {
	err := auth.CheckServiceKey(s.key, t.APIKey)
	if err != nil {
		s.audit.Count(ctx, audit.Event{Kind: "service_key.refused", Actor: audit.Anonymous, Detail: map[string]any{"operation": op}}, "")
	}
	return ctx, err
}

func (h *handler) GetJob(ctx context.Context, p oas.GetJobParams) (*oas.JobPostResponse, error) {
	posting, err := h.svc.Posting(ctx, p.ID)
	if err != nil {
		return nil, err
	}
	h.svc.reportUnresolved(ctx, posting)
	posting.Description = h.svc.highlighted(posting.Description, p.Highlight.Or(""))
	return wirePosting(posting)
}

func (h *handler) ListCompanies(ctx context.Context, p oas.ListCompaniesParams) (*oas.CompanyPage, error) {
	page, size := p.Page.Or(0), p.Size.Or(defaultSize)
	list, total, err := h.svc.Companies(ctx, p.Q.Or(""), size, page*size)
	if err != nil {
		return nil, err
	}
	return &oas.CompanyPage{Content: convert(list, wireCompany), Page: page, Size: size, TotalElements: total,
		TotalPages: pages(total, size)}, nil
}

func (h *handler) GetCompany(ctx context.Context, p oas.GetCompanyParams) (*oas.CompanyResponse, error) {
	page, size := p.Page.Or(0), p.Size.Or(defaultSize)
	company, result, err := h.svc.Company(ctx, p.Slug, int(size), int(page*size))
	if err != nil {
		return nil, err
	}
	return &oas.CompanyResponse{Company: wireCompany(company), Jobs: h.jobPage(ctx, result, page, size)}, nil
}

func (h *handler) UpdateCompany(ctx context.Context, req *oas.UpdateCompanyRequest, p oas.UpdateCompanyParams) (*oas.CompanyInfo, error) {
	company, err := h.svc.EditCompany(ctx, auth.UserFrom(ctx).ID, store.EditCompanyParams{
		Slug:         p.Slug,
		Name:         req.Name,
		Website:      optional(req.Website),
		Industry:     optional(req.Industry),
		Size:         optional(req.Size),
		Headquarters: optional(req.Headquarters),
		Description:  optional(req.Description),
		LogoUrl:      optional(req.LogoUrl),
	})
	if err != nil {
		return nil, err
	}
	out := wireCompany(company)
	return &out, nil
}

func (h *handler) CreateTrigger(ctx context.Context, req *oas.TriggerRequestBody) (*oas.TriggerResponse, error) {
	row, err := h.svc.Trigger(ctx, auth.UserFrom(ctx).ID, string(req.Kind), req.Code.Or(""))
	if err != nil {
		return nil, err
	}
	return &oas.TriggerResponse{ID: row.ID, Kind: oas.TriggerKind(row.Kind), Status: oas.TriggerStatus(row.Status),
		RequestedAt: row.RequestedAt}, nil
}

func (h *handler) GetTriggerStatus(ctx context.Context) (*oas.TriggerStatusResponse, error) {
	status, err := h.svc.TriggerStatus(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	return &oas.TriggerStatusResponse{
		TriggerEnabled:    h.svc.cfg.TriggerEnabled,
		TwoFactorRequired: status.TwoFactorRequired,
		Crawl:             wireOptionalRun(status.Crawl),
		Enrichment:        wireOptionalRun(status.Enrichment),
		Scheduled: oas.ScheduledPasses{Crawl: wireScheduled(status.Scheduled[KindCrawl]),
			Enrichment: wireScheduled(status.Scheduled[KindEnrichment])},
	}, nil
}

func (h *handler) ListTriggers(ctx context.Context, p oas.ListTriggersParams) (*oas.TriggerPage, error) {
	page, size := p.Page.Or(0), p.Size.Or(defaultSize)
	filter := TriggerFilter{Kind: string(p.Kind.Or("")), Scheduled: optional(p.Scheduled)}
	list, total, err := h.svc.Triggers(ctx, filter, size, page*size)
	if err != nil {
		return nil, err
	}
	return &oas.TriggerPage{Content: convert(list, wireTrigger), Page: page, Size: size, TotalElements: total,
		TotalPages: pages(total, size)}, nil
}
