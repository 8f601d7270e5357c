package notifications

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/notifications/store"
	"rolecall/internal/peer"
	"rolecall/internal/pg"
)

// applicationName says what an application is for. The zero value means that it is gone.
type applicationName struct {
	jobTitle, company string
}

// String is the position and the employer, as links and notices name them.
func (n applicationName) String() string {
	if n.company == "" || n.jobTitle == "" {
		return n.jobTitle + n.company
	}
	return n.jobTitle + " at " + n.company
}

// names are those of applications, by id.
type names map[uuid.UUID]applicationName

// nameApplications asks applications what the given ones are for, at most 500 in a call, and adds the answers to known.
// On an error known keeps what was answered before it.
func (s *Service) nameApplications(ctx context.Context, known names, ids []uuid.UUID) error {
	unknown := map[uuid.UUID]bool{}
	for _, id := range ids {
		if _, answered := known[id]; !answered {
			unknown[id] = true
		}
	}
	for chunk := range slices.Chunk(slices.Collect(maps.Keys(unknown)), lookupSize) {
		ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
		res, err := s.applications.LookUpApplications(ctx, applications.LookUpApplicationsParams{Ids: chunk})
		cancel()
		if err != nil {
			return fmt.Errorf("look up %d applications: %w", len(chunk), peer.Fault("Applications", err, applicationsStatus))
		}
		for _, id := range chunk {
			known[id] = applicationName{}
		}
		for _, a := range res.Items {
			known[a.ID] = applicationName{jobTitle: oneLine(a.JobTitle), company: oneLine(a.Company)}
		}
	}
	return nil
}

// existing cancels the reminders of a batch whose application is gone and returns the others. While applications is
// away nothing is cancelled: a reminder on time is worth more than the certainty that its application exists.
func (d *dispatch) existing(ctx context.Context, batch []store.Due) ([]store.Due, names, error) {
	ids := make([]uuid.UUID, len(batch))
	for i, r := range batch {
		ids[i] = r.ApplicationID
	}
	named := d.names(ctx, ids)
	var kept, orphans []store.Due
	for _, r := range batch {
		if name, answered := named[r.ApplicationID]; answered && name == (applicationName{}) {
			orphans = append(orphans, r)
		} else {
			kept = append(kept, r)
		}
	}
	if len(orphans) == 0 {
		return batch, named, nil
	}
	cancel := store.CancelOrphansParams{Now: d.now()}
	for _, r := range orphans {
		cancel.Ids = append(cancel.Ids, r.ID)
	}
	n, err := d.q.CancelOrphans(ctx, d.db, cancel)
	if err != nil {
		return nil, nil, pg.Fault(fmt.Errorf("cancel reminders of deleted applications: %w", err))
	}
	d.meters.count(taskReminder, outcomeDropped, int(n))
	d.settle(orphans, DispatchResult{Cancelled: int(n)})
	return kept, named, nil
}

// names tells what is known of the applications: nothing of those that could not be looked up.
func (d *dispatch) names(ctx context.Context, ids []uuid.UUID) names {
	d.existMu.Lock()
	defer d.existMu.Unlock()
	if len(d.named) > 100_000 {
		d.named = names{} // a run may see any number of applications
	}
	if !d.applicationsAway {
		if err := d.nameApplications(ctx, d.named, ids); err != nil {
			d.applicationsAway = true
			d.log.WarnContext(ctx, "applications not looked up, reminders fire unchecked", "error", err)
		}
	}
	known := names{}
	for _, id := range ids {
		if name, answered := d.named[id]; answered {
			known[id] = name
		}
	}
	return known
}
