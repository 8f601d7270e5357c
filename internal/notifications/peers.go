package notifications

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"

	applications "rolecall/internal/applications/oas"
	"rolecall/internal/auth"
	"rolecall/internal/fault"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/peer"
)

func (s *Service) newClients(urls peer.URLs, key auth.ServiceKey) (err error) {
	s.identity, err = identity.NewClient(urls.Identity, identityCredentials{key}, identity.WithClient(peer.Client("identity", nil)))
	if err != nil {
		return fmt.Errorf("client of identity: %w", err)
	}
	s.applications, err = applications.NewClient(urls.Applications, applicationsCredentials{key},
		applications.WithClient(peer.Client("applications", nil)))
	if err != nil {
		return fmt.Errorf("client of applications: %w", err)
	}
	if s.jobs, err = jobs.NewClient(urls.Jobs, jobsCredentials{key}, jobs.WithClient(peer.Client("job search", nil))); err != nil {
		return fmt.Errorf("client of job search: %w", err)
	}
	return nil
}

// identityCredentials sends the service key to identity.
type identityCredentials struct{ key auth.ServiceKey }

func (identityCredentials) Bearer(context.Context, identity.OperationName) (identity.Bearer, error) {
	return identity.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (c identityCredentials) ServiceKey(context.Context, identity.OperationName) (identity.ServiceKey, error) {
	return identity.ServiceKey{APIKey: c.key.Reveal()}, nil
}

// applicationsCredentials sends the service key to applications.
type applicationsCredentials struct{ key auth.ServiceKey }

func (applicationsCredentials) Bearer(context.Context, applications.OperationName) (applications.Bearer, error) {
	return applications.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (c applicationsCredentials) ServiceKey(context.Context, applications.OperationName) (applications.ServiceKey, error) {
	return applications.ServiceKey{APIKey: c.key.Reveal()}, nil
}

// jobsCredentials sends the service key to job search; the search for the digest is public.
type jobsCredentials struct{ key auth.ServiceKey }

func (jobsCredentials) Bearer(context.Context, jobs.OperationName) (jobs.Bearer, error) {
	return jobs.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (c jobsCredentials) ServiceKey(context.Context, jobs.OperationName) (jobs.ServiceKey, error) {
	return jobs.ServiceKey{APIKey: c.key.Reveal()}, nil
}

// peerStatus returns the HTTP status that another service answered with, or 0 if it did not answer.
func peerStatus(err error) int {
	type answer interface {
		error
		GetStatusCode() int
	}
	if a, ok := errors.AsType[answer](err); ok {
		return a.GetStatusCode()
	}
	return 0
}

// unavailable returns the fault of a call to applications. Its refusal of a well-formed request is a fault between our
// services, not the user's.
func unavailable(err error, message string) error {
	if err = peer.Fault("Applications", err, peerStatus); peerStatus(err) != 0 {
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
			return fmt.Errorf("look up %d addresses: %w", len(chunk), peer.Fault("Identity", err, peerStatus))
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
