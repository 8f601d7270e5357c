package identity

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	applications "rolecall/internal/applications/oas"
	jobs "rolecall/internal/jobs/oas"
	notifications "rolecall/internal/notifications/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/peer"
)

// peersWithUserData are the services that hold data of users.
var peersWithUserData = []string{"applications", "jobs", "notifications"}

// newNotifications makes the client of notifications.
func (s *Service) newNotifications() (err error) {
	s.notifications, err = notifications.NewClient(s.cfg.Peers.Notifications,
		peer.ServiceKey[notifications.Bearer, notifications.ServiceKey]{Key: s.cfg.Auth.Key},
		notifications.WithClient(peer.Client("notifications", s.deps.Transport)))
	if err != nil {
		return fmt.Errorf("client of notifications: %w", err)
	}
	return nil
}

// zoneTimeout is the time that a mail waits for the time zone of its recipient.
const zoneTimeout = 3 * time.Second

// zoneOf returns the time zone that a user has set, which notifications keeps, or the deployment's. If notifications does not
// answer, that is the deployment's too: a mail about security does not wait.
func (s *Service) zoneOf(ctx context.Context, user uuid.UUID) *time.Location {
	ctx, cancel := context.WithTimeout(ctx, zoneTimeout)
	defer cancel()
	res, err := s.notifications.GetUserTimeZone(ctx, notifications.GetUserTimeZoneParams{UserId: user})
	if err != nil {
		s.log.WarnContext(ctx, "time zone not read", "user_id", user, "error", err)
		return s.cfg.Timezone
	}
	name, set := res.TimeZone.Get()
	zone, err := time.LoadLocation(name)
	if !set || err != nil {
		return s.cfg.Timezone
	}
	return zone
}

// newEraser returns the handler that has another service delete a user's data. The outbox repeats the call until it is
// answered as the contract requires.
func (s *Service) newEraser() (outbox.Handler, error) {
	key, urls := s.cfg.Auth.Key, s.cfg.Peers
	toApplications, err := applications.NewClient(urls.Applications, peer.ServiceKey[applications.Bearer, applications.ServiceKey]{Key: key},
		applications.WithClient(peer.Client("applications", s.deps.Transport)))
	if err != nil {
		return nil, fmt.Errorf("client of applications: %w", err)
	}
	toJobs, err := jobs.NewClient(urls.Jobs, peer.ServiceKey[jobs.Bearer, jobs.ServiceKey]{Key: key},
		jobs.WithClient(peer.Client("job search", s.deps.Transport)))
	if err != nil {
		return nil, fmt.Errorf("client of job search: %w", err)
	}
	calls := map[string]func(context.Context, uuid.UUID) error{
		"applications": func(ctx context.Context, user uuid.UUID) error {
			return toApplications.DeleteUserData(ctx, applications.DeleteUserDataParams{UserId: user})
		},
		"jobs": func(ctx context.Context, user uuid.UUID) error {
			return toJobs.DeleteUserData(ctx, jobs.DeleteUserDataParams{UserId: user})
		},
		"notifications": func(ctx context.Context, user uuid.UUID) error {
			return s.notifications.DeleteUserData(ctx, notifications.DeleteUserDataParams{UserId: user})
		},
	}
	return func(ctx context.Context, d outbox.Delivery) error {
		var e erasure
		if err := json.Unmarshal(d.Payload, &e); err != nil {
			return outbox.Permanent(fmt.Errorf("read a call: %w", err))
		}
		call, known := calls[e.Service]
		if !known {
			return outbox.Permanent(fmt.Errorf("no service %q to call", e.Service))
		}
		return call(ctx, e.User)
	}, nil
}
