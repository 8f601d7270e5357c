package crawler

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/store"
	"rolecall/internal/pg"
)

const (
	maxCompanyName = 200
	maxLogoURL     = 2000
)

// ErrKnown is returned for a board that is a pull target already.
var ErrKnown = errors.New("this board is a pull target already")

// ErrUnknown is returned for a board that is not a pull target.
var ErrUnknown = errors.New("there is no such pull target")

// Target is a board that is to be pulled.
type Target struct {
	Family, Token string
	Name          string // name of the employer; if empty, AddTarget uses the name that the board states
	Logo          string // an http or https address, or empty
	Site          string // the same, of the employer
}

func (t Target) String() string { return label(t.Family, t.Token) }

// TargetState is a pull target with the state of its pulls.
type TargetState = store.TargetsRow

// Detect recognises a board by the address a person would copy from the browser.
func (w *Worker) Detect(address string) (Target, error) {
	family, token, ok := w.sources.Detect(address)
	if !ok {
		return Target{}, fmt.Errorf("%q is not the address of a known board; give its family (%s) and its token instead",
			address, strings.Join(w.sources.Families(), ", "))
	}
	return Target{Family: family, Token: token}, nil
}

// check returns a target in canonical form, or an error that names what is wrong with it.
func (w *Worker) check(t Target) (Target, error) {
	token, err := w.sources.Token(t.Family, t.Token)
	if err == nil {
		_, err = w.source(t.Family)
	}
	if err != nil {
		if e, ok := errors.AsType[*source.Error](err); ok {
			err = errors.New(e.Detail)
		}
		return Target{}, err
	}
	t.Token, t.Name, t.Logo = token, strings.Join(strings.Fields(t.Name), " "), strings.TrimSpace(t.Logo)
	switch {
	case t.Name == "":
		return Target{}, errors.New("the company's name is missing")
	case !utf8.ValidString(t.Name) || strings.ContainsRune(t.Name, 0):
		return Target{}, errors.New("the company's name is not text")
	case utf8.RuneCountInString(t.Name) > maxCompanyName:
		return Target{}, fmt.Errorf("the company's name is longer than %d characters", maxCompanyName)
	}
	return t, cmp.Or(checkWeb(t.Logo), checkWeb(t.Site))
}

// checkWeb returns an error for what is neither empty nor a web address.
func checkWeb(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	web := err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Hostname() != ""
	if !web || len(address) > maxLogoURL || !utf8.ValidString(address) {
		return fmt.Errorf("%q is not an http or https address", address)
	}
	return nil
}

// Probe reads the first posting of a board, and returns an error if the board does not answer, else the employer's name.
func (w *Worker) Probe(ctx context.Context, t Target) (company string, err error) {
	src, err := w.source(t.Family)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 2*w.cfg.Fetch.Timeout)
	defer cancel()
	first := errors.New("first posting")
	board := source.Board{Token: t.Token, BaseURL: w.cfg.BaseURL.of(t.Family)}
	_, err = source.Pull(ctx, src, w.fetcher, board, func(p source.Posting) error {
		company = p.Company
		return first
	})
	if errors.Is(err, first) {
		err = nil
	}
	return company, err
}

// AddTarget adds a board after probing it. A board that does not answer is an error if strict, else it is added with a
// warning.
func (w *Worker) AddTarget(ctx context.Context, t Target, strict bool) (added Target, warning, err error) {
	// Check the token before using the network; the name may come from the board.
	named := t
	if strings.TrimSpace(named.Name) == "" {
		named.Name = "?"
	}
	if named, err = w.check(named); err != nil {
		return Target{}, nil, err
	}
	company, warning := w.Probe(ctx, named)
	if warning != nil {
		warning = errors.New(explain(warning))
		if strict {
			return Target{}, nil, fmt.Errorf("%s does not answer: %w", named, warning)
		}
	}
	if t.Name == "" {
		if t.Name = company; t.Name == "" {
			return Target{}, nil, fmt.Errorf("%s does not state its company: give the company's name", named)
		}
	}
	if t, err = w.check(t); err != nil {
		return Target{}, nil, err
	}
	isNew, err := w.insertTarget(ctx, w.db, t)
	if err == nil && !isNew {
		err = ErrKnown
	}
	return t, warning, err
}

func (w *Worker) insertTarget(ctx context.Context, conn store.DBTX, t Target) (isNew bool, err error) {
	id, err := uuid.NewV7()
	if err != nil {
		return false, err
	}
	_, err = w.q.InsertTarget(ctx, conn, store.InsertTargetParams{
		ID: id, SourceType: t.Family, Token: t.Token, CompanyName: t.Name, CompanyLogoUrl: optional(t.Logo),
		CompanyWebsite: optional(t.Site), Now: w.now(),
	})
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	return err == nil, pg.Fault(err)
}

// Targets lists all boards.
func (w *Worker) Targets(ctx context.Context) ([]TargetState, error) {
	list, err := w.q.Targets(ctx, w.db)
	return list, pg.Fault(err)
}
