package jobs

import (
	"context"
	"net/url"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/audit"
	"rolecall/internal/fault"
	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
)

var (
	errNoCompany  = fault.New(fault.NotFound, "", "There is no such company.")
	errBlankName  = fault.InvalidField("name", "The name must not be blank.")
	errBadLogoURL = fault.InvalidField("logoUrl", "The logo's address must be an absolute http or https address.")
)

// Company reads a company and a page of its open postings, newest first.
func (s *Service) Company(ctx context.Context, slug string, size, skip int) (store.CompanyRow, Result, error) {
	company, err := s.q.Company(ctx, s.read, slug)
	if err != nil {
		return company, Result{}, pg.Fault(err, pg.Absent(errNoCompany))
	}
	targets, err := s.q.CompanyTargets(ctx, s.read, &company.ID)
	if err != nil {
		return company, Result{}, pg.Fault(err)
	}
	x, err := s.index()
	if err != nil {
		return company, Result{}, err
	}
	found := x.Search(&index.Query{Targets: present(targets), UnconfirmedBefore: s.since(maxUnconfirmed)}, index.Newest, skip, size)
	postings, err := s.postings(ctx, ids(found.Hits), false)
	return company, Result{Postings: postings, Total: found.Total}, err
}

// Companies finds companies by a part of their name.
func (s *Service) Companies(ctx context.Context, text string, size, skip int64) ([]store.CompanyRow, int64, error) {
	list, total, err := store.CompaniesNamed(ctx, s.read, text, size, skip)
	return list, total, pg.Fault(err)
}

// EditCompany replaces the description of a company by hand. From then on nothing automatic may write it: the task that
// resolves boards inserts companies and never updates one.
func (s *Service) EditCompany(ctx context.Context, admin uuid.UUID, edit store.EditCompanyParams) (store.CompanyRow, error) {
	edit.Name = strings.TrimSpace(edit.Name)
	if edit.Name == "" {
		return store.CompanyRow{}, errBlankName
	}
	for _, field := range []**string{&edit.Website, &edit.Industry, &edit.Size, &edit.Headquarters, &edit.Description, &edit.LogoUrl} {
		*field = known(*field)
	}
	if edit.LogoUrl != nil && webAddress(edit.LogoUrl) == nil {
		return store.CompanyRow{}, errBadLogoURL
	}
	edit.Now = s.now()
	var row store.EditCompanyRow
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if row, err = s.q.EditCompany(ctx, tx, edit); err != nil {
			return pg.Fault(err, pg.Absent(errNoCompany))
		}
		return s.audit.Record(ctx, tx, audit.Event{Kind: "company.edited", Account: admin, Actor: audit.Admin,
			Detail: map[string]any{"company": edit.Slug}})
	})
	return store.CompanyRow(row), err
}

// known returns the text, or nil if it is absent or blank.
func known(text *string) *string {
	if text == nil || strings.TrimSpace(*text) == "" {
		return nil
	}
	trimmed := strings.TrimSpace(*text)
	return &trimmed
}

// webAddress returns the text as an absolute http or https address, or nil if it is none.
func webAddress(text *string) *url.URL {
	text = known(text)
	if text == nil {
		return nil
	}
	u, err := url.Parse(*text)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil
	}
	return u
}
