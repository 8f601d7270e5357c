package notifications

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/lang"
	"rolecall/internal/peer"
)

// applicationName is the position and employer of an application. The zero value means that the application is gone.
type applicationName struct {
	jobTitle, company string
}

// in returns the position and the employer as mails and notices show them.
func (n applicationName) in(l lang.Language) string {
	if n.company == "" || n.jobTitle == "" {
		return n.jobTitle + n.company
	}
	return l.Text("application", "position", n.jobTitle, "company", n.company)
}

// nameBook holds the answers of applications. An application is missing from it while applications is away.
type nameBook map[uuid.UUID]applicationName

// nameApplications asks applications for the names that are not in the book yet. On an error the book keeps the answers
// before it.
func (s *Service) nameApplications(ctx context.Context, book nameBook, ids []uuid.UUID) error {
	unknown := map[uuid.UUID]bool{}
	for _, id := range ids {
		if _, answered := book[id]; !answered {
			unknown[id] = true
		}
	}
	for chunk := range slices.Chunk(slices.Collect(maps.Keys(unknown)), lookupSize) {
		ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
		res, err := s.applications.LookUpApplications(ctx, applications.LookUpApplicationsParams{Ids: chunk})
		cancel()
		if err != nil {
			return fmt.Errorf("look up %d applications: %w", len(chunk), peer.Fault("Applications", err))
		}
		for _, id := range chunk {
			book[id] = applicationName{}
		}
		for _, a := range res.Items {
			book[a.ID] = applicationName{jobTitle: oneLine(a.JobTitle), company: oneLine(a.Company)}
		}
	}
	return nil
}
