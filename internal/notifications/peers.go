package notifications

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/peer"
)

func (s *Service) newClients(urls peer.URLs, key auth.ServiceKey) (err error) {
	s.identity, err = identity.NewClient(urls.Identity, peer.ServiceKey[identity.Bearer, identity.ServiceKey]{Key: key},
		identity.WithClient(peer.Client("identity", nil)))
	if err != nil {
		return fmt.Errorf("client of identity: %w", err)
	}
	s.applications, err = applications.NewClient(urls.Applications, peer.ServiceKey[applications.Bearer, applications.ServiceKey]{Key: key},
		applications.WithClient(peer.Client("applications", nil)))
	if err != nil {
		return fmt.Errorf("client of applications: %w", err)
	}
	s.jobs, err = jobs.NewClient(urls.Jobs, peer.ServiceKey[jobs.Bearer, jobs.ServiceKey]{Key: key},
		jobs.WithClient(peer.Client("job search", nil)))
	if err != nil {
		return fmt.Errorf("client of job search: %w", err)
	}
	return nil
}

// unavailable returns the fault of a call to applications. Its refusal of a well-formed request is a fault between our
// services, not the user's.
func unavailable(err error, message string) error {
	if err = peer.Fault("Applications", err); peer.Status(err) != 0 {
		return fault.New(fault.Unavailable, "", message).Because(err)
	}
	return err
}

// owns reports whether the user has the application, by asking applications.
func (s *Service) owns(ctx context.Context, user, application uuid.UUID) (bool, error) {
	res, err := s.applications.CheckApplicationOwner(ctx, applications.CheckApplicationOwnerParams{ID: application, UserId: user})
	if err != nil {
		return false, unavailable(err, "The application cannot be checked at the moment. Please try again shortly.")
	}
	_, absent := res.(*applications.CheckApplicationOwnerNotFound)
	return !absent, nil
}

const (
	// lookupSize is the number of users or applications that one call may name, by the contracts.
	lookupSize = 500
	// lookupTimeout keeps a service that hangs from delaying in-app notices.
	lookupTimeout = 5 * time.Second
)

// addressBook holds the answers of identity: the address of a user, or "" for none. A user is missing from it while
// identity is away; their mail waits in the outbox and its address is looked up at delivery.
type addressBook map[uuid.UUID]string

// find returns the address of a user, "" while it is unknown, and whether a mail can be written at all.
func (b addressBook) find(user uuid.UUID) (address string, reachable bool) {
	address, answered := b[user]
	return address, !answered || address != ""
}

// lookUp asks identity for the addresses of users that are not in the book yet. On an error the book keeps the answers
// before it.
func (s *Service) lookUp(ctx context.Context, book addressBook, users []uuid.UUID) error {
	var unknown []uuid.UUID
	for _, u := range users {
		if _, answered := book[u]; !answered {
			unknown = append(unknown, u)
		}
	}
	slices.SortFunc(unknown, func(a, b uuid.UUID) int { return slices.Compare(a[:], b[:]) })
	for chunk := range slices.Chunk(slices.Compact(unknown), lookupSize) {
		ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
		res, err := s.identity.ListUserEmails(ctx, identity.ListUserEmailsParams{UserIds: chunk})
		cancel()
		if err != nil {
			return fmt.Errorf("look up %d addresses: %w", len(chunk), peer.Fault("Identity", err))
		}
		for _, u := range chunk {
			book[u] = ""
		}
		for _, e := range res.Emails {
			book[e.UserId] = e.Email
		}
	}
	return nil
}
