package jobs

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/store"
	"rolecall/internal/pg"
	"rolecall/internal/slug"
)

// Resolved counts what a run did.
type Resolved struct {
	Targets   int64 // boards that got their company
	Companies int64 // companies made for them
	Nameless  int64 // boards whose name yields no slug
}

func (r *Resolved) add(more Resolved) {
	r.Targets += more.Targets
	r.Companies += more.Companies
	r.Nameless += more.Nameless
}

// LogValue returns the attributes of the line that a run logs.
func (r Resolved) LogValue() slog.Value {
	return slog.GroupValue(slog.Int64("targets", r.Targets), slog.Int64("companies", r.Companies), slog.Int64("nameless", r.Nameless))
}

// ResolveCompanies gives every board without a company its company. It goes through them by key, so that names without
// a slug, which stay unresolved for ever, are passed once and never block others. Any number of replicas may run it at
// once, and again at any time.
func (s *Service) ResolveCompanies(ctx context.Context) (Resolved, error) {
	started, err := s.q.HasCompanies(ctx, s.db)
	if err != nil {
		return Resolved{}, pg.Fault(err)
	}
	var run Resolved
	if !started {
		if run, err = LoadCompanies(ctx, s.db, s.now(), s.reportNameless); err != nil {
			return run, err
		}
	}
	after := uuid.Nil
	for {
		var batch Resolved
		var last uuid.UUID
		err := pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
			batch, last, err = resolveBatch(ctx, tx, s.now(), after, int64(s.cfg.Resolve.BatchSize), s.reportNameless)
			return err
		})
		if err != nil {
			return run, fmt.Errorf("resolve companies after %s: %w", after, err)
		}
		if last == uuid.Nil {
			return run, nil
		}
		run.add(batch)
		after = last
	}
}

// LoadCompanies makes the initial load: one company per slug over all boards, which the batches of a run cannot see
// together. A nil report is allowed.
func LoadCompanies(ctx context.Context, db pg.Conn, now time.Time, report func(context.Context, uuid.UUID, string)) (Resolved, error) {
	const all = 1 << 40
	var load Resolved
	err := pg.InTx(ctx, db, func(tx pgx.Tx) (err error) {
		load, _, err = resolveBatch(ctx, tx, now, uuid.Nil, all, report)
		return err
	})
	if err != nil {
		return Resolved{}, fmt.Errorf("load companies: %w", err)
	}
	load.Nameless = 0 // the run that follows counts them
	return load, nil
}

// resolveBatch resolves up to size boards whose id comes after the given one. It returns the last id it looked at, or
// the nil id when there was none left.
func resolveBatch(
	ctx context.Context, tx pgx.Tx, now time.Time, after uuid.UUID, size int64, report func(context.Context, uuid.UUID, string),
) (done Resolved, last uuid.UUID, err error) {
	q := store.New()
	targets, err := q.UnresolvedTargets(ctx, tx, store.UnresolvedTargetsParams{After: after, Batch: size})
	if err != nil || len(targets) == 0 {
		return done, uuid.Nil, pg.Fault(err)
	}
	last = targets[len(targets)-1].ID
	employers := map[string]*employer{}
	for _, t := range targets {
		key, ok := slug.Make(t.CompanyName)
		if !ok {
			done.Nameless++
			if report != nil {
				report(ctx, t.ID, t.CompanyName)
			}
			continue
		}
		if employers[key] == nil {
			employers[key] = &employer{names: map[string]int{}}
		}
		employers[key].add(t)
	}
	if len(employers) == 0 {
		return done, last, nil
	}
	slugs := slices.Sorted(maps.Keys(employers))
	if done.Companies, err = insertMissing(ctx, tx, q, now, slugs, employers); err != nil {
		return done, last, err
	}
	// The company exists now, whichever process inserted it.
	companies, err := q.CompaniesBySlug(ctx, tx, slugs)
	if err != nil {
		return done, last, pg.Fault(err)
	}
	var assign store.AssignCompaniesParams
	for _, c := range companies {
		for _, target := range employers[c.Slug].targets {
			assign.TargetIds, assign.CompanyIds = append(assign.TargetIds, target), append(assign.CompanyIds, c.ID)
		}
	}
	done.Targets, err = q.AssignCompanies(ctx, tx, assign)
	return done, last, pg.Fault(err)
}

// insertMissing makes the companies that are not there yet. A record that is there stays as it is.
func insertMissing(
	ctx context.Context, tx pgx.Tx, q *store.Queries, now time.Time, slugs []string, employers map[string]*employer,
) (int64, error) {
	known, err := q.CompaniesBySlug(ctx, tx, slugs)
	if err != nil {
		return 0, pg.Fault(err)
	}
	there := make(map[string]bool, len(known))
	for _, c := range known {
		there[c.Slug] = true
	}
	insert := store.InsertCompaniesParams{Now: now}
	for _, key := range slugs {
		if there[key] {
			continue
		}
		id, err := uuid.NewV7()
		if err != nil {
			return 0, err
		}
		insert.Ids, insert.Slugs = append(insert.Ids, id), append(insert.Slugs, key)
		insert.Names, insert.LogoUrls = append(insert.Names, employers[key].name()), append(insert.LogoUrls, employers[key].logo)
		insert.Websites = append(insert.Websites, employers[key].website)
	}
	if len(insert.Ids) == 0 {
		return 0, nil
	}
	n, err := q.InsertCompanies(ctx, tx, insert)
	return n, pg.Fault(err)
}

// employer combines the boards of one slug.
type employer struct {
	names   map[string]int // number of boards with each spelling
	logo    string
	website string
	targets []uuid.UUID
}

func (e *employer) add(t store.UnresolvedTargetsRow) {
	e.targets = append(e.targets, t.ID)
	e.names[*known(&t.CompanyName)]++ // a name with a slug is not blank
	if logo := known(t.CompanyLogoUrl); e.logo == "" && logo != nil {
		e.logo = *logo
	}
	if website := known(t.CompanyWebsite); e.website == "" && website != nil {
		e.website = *website
	}
}

// reportsKept is the number of warnings that are remembered.
const reportsKept = 16 << 10

// name returns the spelling that is not all capitals, then the most frequent, then the shortest, then the first in the
// alphabet.
func (e *employer) name() string {
	shouted := func(name string) int {
		if name == strings.ToUpper(name) {
			return 1
		}
		return 0
	}
	return slices.MinFunc(slices.Collect(maps.Keys(e.names)), func(a, b string) int {
		return cmp.Or(shouted(a)-shouted(b), e.names[b]-e.names[a], len(a)-len(b), strings.Compare(a, b))
	})
}

// report is a thing said of a board; each is said once a day, not at every run and every read.
type report struct {
	target uuid.UUID
	words  string
	day    string
}

// reportNameless warns of a board whose name yields no slug.
func (s *Service) reportNameless(ctx context.Context, target uuid.UUID, name string) {
	s.warnDaily(ctx, target, name, "a company name yields no slug; its postings show the board's name and logo")
}

// reportUnresolved warns of a posting that is shown without a company.
func (s *Service) reportUnresolved(ctx context.Context, p store.Posting) {
	if p.CompanyID == nil {
		s.warnDaily(ctx, p.TargetID, p.TargetName, "a posting is shown without a company, with the board's name and logo")
	}
}

func (s *Service) warnDaily(ctx context.Context, target uuid.UUID, name, words string) {
	r := report{target, words, s.now().UTC().Format(time.DateOnly)}
	if known, _ := s.reported.ContainsOrAdd(r, struct{}{}); !known {
		s.log.WarnContext(ctx, words, "target_id", target, "company_name", name)
	}
}
