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

// The service has no token of a user: it shows the other services its service key, and job search nothing at all.

type identityKey struct{ key auth.ServiceKey }

func (identityKey) Bearer(context.Context, identity.OperationName) (identity.Bearer, error) {
	return identity.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (k identityKey) ServiceKey(context.Context, identity.OperationName) (identity.ServiceKey, error) {
	return identity.ServiceKey{APIKey: k.key.Reveal()}, nil
}

type applicationsKey struct{ key auth.ServiceKey }

func (applicationsKey) Bearer(context.Context, applications.OperationName) (applications.Bearer, error) {
	return applications.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (k applicationsKey) ServiceKey(context.Context, applications.OperationName) (applications.ServiceKey, error) {
	return applications.ServiceKey{APIKey: k.key.Reveal()}, nil
}

type noKey struct{}

func (noKey) Bearer(context.Context, jobs.OperationName) (jobs.Bearer, error) {
	return jobs.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (noKey) ServiceKey(context.Context, jobs.OperationName) (jobs.ServiceKey, error) {
	return jobs.ServiceKey{}, ogenerrors.ErrSkipClientSecurity
}

func (s *Service) newClients(urls peer.URLs) (err error) {
	key := s.cfg.Key()
	if s.identity, err = identity.NewClient(urls.Identity, identityKey{key}, identity.WithClient(peer.Client("identity", nil))); err != nil {
		return fmt.Errorf("client of identity: %w", err)
	}
	if s.applications, err = applications.NewClient(urls.Applications, applicationsKey{key}, applications.WithClient(peer.Client("applications", nil))); err != nil {
		return fmt.Errorf("client of applications: %w", err)
	}
	if s.jobs, err = jobs.NewClient(urls.Jobs, noKey{}, jobs.WithClient(peer.Client("job search", nil))); err != nil {
		return fmt.Errorf("client of job search: %w", err)
	}
	return nil
}

func identityStatus(err error) int {
	if answer, ok := errors.AsType[*identity.ErrorStatusCodeWithHeaders](err); ok {
		return answer.StatusCode
	}
	return 0
}

func applicationsStatus(err error) int {
	if answer, ok := errors.AsType[*applications.ErrorStatusCodeWithHeaders](err); ok {
		return answer.StatusCode
	}
	return 0
}

func jobsStatus(err error) int {
	if answer, ok := errors.AsType[*jobs.ErrorStatusCodeWithHeaders](err); ok {
		return answer.StatusCode
	}
	return 0
}

// owns asks applications whether the user has the application.
func (s *Service) owns(ctx context.Context, user, application uuid.UUID) (bool, error) {
	res, err := s.applications.CheckApplicationOwner(ctx, applications.CheckApplicationOwnerParams{ID: application, UserId: user})
	if err = peer.Fault("Applications", err, applicationsStatus); err != nil {
		if applicationsStatus(err) != 0 {
			// It refused a well-formed question: something between our services is wrong, not with the request.
			err = fault.New(fault.Unavailable, "", "The application cannot be checked at the moment. Please try again shortly.").Because(err)
		}
		return false, err
	}
	_, absent := res.(*applications.CheckApplicationOwnerNotFound)
	return !absent, nil
}

// lookupSize is how many users identity is asked about in one call.
const lookupSize = 500

// lookupTimeout keeps an identity that hangs from holding up what goes into the centre.
const lookupTimeout = 5 * time.Second

// addressBook holds what identity said about users: an address, or that there is none. A user who is not in it has
// not been answered for, because identity is away; the mail then waits in the outbox and is resolved at delivery.
type addressBook map[uuid.UUID]string

// find tells the address to write to, if it is known, and whether a mail is to be written at all.
func (b addressBook) find(user uuid.UUID) (address string, reachable bool) {
	address, answered := b[user]
	return address, !answered || address != ""
}

// lookUp asks identity for the addresses of users, at most 500 in a call, and adds the answers to the book. On an
// error the book keeps what was answered before it.
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
			return fmt.Errorf("look up %d addresses: %w", len(chunk), peer.Fault("Identity", err, identityStatus))
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
