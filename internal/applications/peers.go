package applications

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/ogen-go/ogen/ogenerrors"

	"rolecall/internal/auth"
	"rolecall/internal/fault"
	identity "rolecall/internal/identity/oas"
	jobs "rolecall/internal/jobs/oas"
	"rolecall/internal/peer"
)

// jobsCredentials sends the service key to job search's internal endpoints and nothing to its public ones.
type jobsCredentials struct{ key auth.ServiceKey }

func (jobsCredentials) Bearer(context.Context, jobs.OperationName) (jobs.Bearer, error) {
	return jobs.Bearer{}, ogenerrors.ErrSkipClientSecurity
}

func (c jobsCredentials) ServiceKey(context.Context, jobs.OperationName) (jobs.ServiceKey, error) {
	return jobs.ServiceKey{APIKey: c.key.Reveal()}, nil
}

// identityCredentials speaks to identity in the caller's own name.
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
	if err = peer.Fault("Job search", err, jobsStatus); err != nil {
		switch jobsStatus(err) {
		case 0:
			return nil, err
		case 404:
			return nil, errNoPosting.Because(err)
		}
		// Any other refusal of a well-formed question is a fault between our services, not the user's.
		return nil, fault.New(fault.Unavailable, "", "The posting cannot be read at the moment. Please try again shortly.").Because(err)
	}
	return p, nil
}

// savedJobs reads what the user saved, newest first.
func (s *Service) savedJobs(ctx context.Context, user uuid.UUID) ([]jobs.SavedJob, error) {
	list, err := s.jobs.ListUserSavedJobs(ctx, jobs.ListUserSavedJobsParams{UserId: user, Size: jobs.NewOptInt64(500)})
	if err != nil {
		return nil, peer.Fault("Job search", err, jobsStatus)
	}
	return list.Items, nil
}

func jobsStatus(err error) int {
	if answer, ok := errors.AsType[*jobs.ErrorStatusCodeWithHeaders](err); ok {
		return answer.StatusCode
	}
	return 0
}

var errInvalidVerification = fault.New(fault.Invalid, "Invalid Verification", "The code is wrong, expired or already used. Please request a new one.")

// consumeVerification uses up the emailed code at identity, in the name of the caller.
func (s *Service) consumeVerification(ctx context.Context, id uuid.UUID, code string) error {
	err := s.identity.ConsumeVerification(ctx, &identity.ConsumeVerificationRequest{
		VerificationId: id,
		Code:           identity.EmailedCode(code),
		Action:         identity.VerificationActionDeleteAllApplications,
	})
	err = peer.Fault("Identity", err, func(err error) int {
		if answer, ok := errors.AsType[*identity.ErrorStatusCodeWithHeaders](err); ok {
			return answer.StatusCode
		}
		return 0
	})
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
