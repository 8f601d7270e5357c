package applications

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/peer"
)

func (s *Service) newClients(urls peer.URLs, key auth.ServiceKey) (err error) {
	s.jobs, err = jobs.NewClient(urls.Jobs, peer.ServiceKey[jobs.Bearer, jobs.ServiceKey]{Key: key},
		jobs.WithClient(peer.Client("job search", nil)))
	if err != nil {
		return fmt.Errorf("client of job search: %w", err)
	}
	s.identity, err = identity.NewClient(urls.Identity, identityCredentials{}, identity.WithClient(peer.Client("identity", nil)))
	if err != nil {
		return fmt.Errorf("client of identity: %w", err)
	}
	s.notifications, err = notifications.NewClient(urls.Notifications,
		peer.ServiceKey[notifications.Bearer, notifications.ServiceKey]{Key: key}, notifications.WithClient(peer.Client("notifications", nil)))
	if err != nil {
		return fmt.Errorf("client of notifications: %w", err)
	}
	return nil
}

// identityCredentials passes the caller's own token on to identity.
type identityCredentials struct{}

func (identityCredentials) Bearer(ctx context.Context, _ identity.OperationName) (identity.Bearer, error) {
	return identity.Bearer{Token: auth.TokenFrom(ctx)}, nil
}

func (identityCredentials) ServiceKey(context.Context, identity.OperationName) (identity.ServiceKey, error) {
	return identity.ServiceKey{}, ogenerrors.ErrSkipClientSecurity
}

var errNoPosting = fault.New(fault.NotFound, "", "There is no posting with this jobPostId.")

// posting reads a posting from job search.
func (s *Service) posting(ctx context.Context, id uuid.UUID) (*jobs.JobPostResponse, error) {
	p, err := s.jobs.GetJob(ctx, jobs.GetJobParams{ID: id})
	if err = peer.Fault("Job search", err); err == nil {
		return p, nil
	}
	switch peer.Status(err) {
	case 0:
		return nil, err
	case 404:
		return nil, errNoPosting.Because(err)
	}
	// Any other refusal of a well-formed request is a fault between our services, not the user's.
	return nil, fault.New(fault.Unavailable, "", "The posting cannot be read at the moment. Please try again shortly.").Because(err)
}

// savedJobs reads the postings that the user saved, newest first.
func (s *Service) savedJobs(ctx context.Context, user uuid.UUID) ([]jobs.SavedJob, error) {
	list, err := s.jobs.ListUserSavedJobs(ctx, jobs.ListUserSavedJobsParams{UserId: user, Size: jobs.NewOptInt64(500)})
	if err != nil {
		return nil, peer.Fault("Job search", err)
	}
	return list.Items, nil
}

var errInvalidVerification = fault.New(fault.Invalid, "Invalid Verification",
	"The code is wrong, expired or already used. Please request a new one.")

// consumeVerification spends the emailed code at identity, with the caller's own token.
func (s *Service) consumeVerification(ctx context.Context, id uuid.UUID, code string) error {
	err := s.identity.ConsumeVerification(ctx, &identity.ConsumeVerificationRequest{
		VerificationId: id,
		Code:           identity.EmailedCode(code),
		Action:         identity.VerificationActionDeleteAllApplications,
	})
	err = peer.Fault("Identity", err)
	answer, ok := errors.AsType[*identity.ErrorStatusCodeWithHeaders](err)
	if !ok {
		return err
	}
	message := strings.TrimSpace(answer.Response.Message)
	switch answer.StatusCode {
	case 400:
		return errInvalidVerification.Because(err)
	case 401: // the session ended between our check and identity's
		return fault.New(fault.Unauthorized, "", message).Because(err)
	case 429:
		return fault.New(fault.RateLimited, "", message).Because(err).WithRetryAfter(time.Duration(answer.RetryAfter.Or(60)) * time.Second)
	}
	return fault.New(fault.Unavailable, "", "The code cannot be checked at the moment. Nothing was deleted.").Because(err)
}
