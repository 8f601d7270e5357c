package main

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"rolecall/internal/applications"
	"rolecall/internal/peer"
	"rolecall/internal/schema"
)

// measureDigest makes the weekly digests of people who have applied to a few jobs each, over all the postings of the
// search workload, through the real services on loopback; job search is a process of its own. There is no peer; the
// figure is users per second.
func (b *bench) measureDigest(ctx context.Context, db *database, issuer *issuer, jobsURL, identityURL string) error {
	users := b.size(500, 50)
	err := db.exec(ctx,
		fmt.Sprintf(`INSERT INTO notification.preferences (user_id, weekly_digest_email)
			SELECT ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, true FROM generate_series(1, %d) n`, users),
		fmt.Sprintf(`INSERT INTO applications.application (id, user_id, status, job_title, company, location, places, skills, created_at, updated_at, last_activity_at)
			SELECT gen_random_uuid(), ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'APPLIED', p.title, 'Company', p.location,
				CASE WHEN p.location IS NULL THEN '{}' ELSE ARRAY[p.location] END, p.skills, now(), now(), now()
			FROM generate_series(1, %d) n, LATERAL (SELECT title, location, skills FROM crawler.job_post ORDER BY id OFFSET (n * 7919) %% 1000 LIMIT 5) p`, users),
		"ANALYZE notification.preferences", "ANALYZE applications.application")
	if err != nil {
		return err
	}
	pool, err := db.pool(ctx, schema.ApplicationsRole, 10)
	if err != nil {
		return err
	}
	tracker, err := applications.New(applications.Config{Auth: issuer.config()}, applications.Deps{
		Log: quiet(), Metrics: prometheus.NewRegistry(), DB: pool, Verifier: issuer.verifier, Peers: peer.URLs{Jobs: jobsURL, Identity: identityURL},
	})
	if err != nil {
		return err
	}
	tracking, err := serve(tracker.Handler())
	if err != nil {
		return err
	}
	defer tracking.close()
	smtp, err := startSink()
	if err != nil {
		return err
	}
	defer smtp.close()
	if pool, err = db.pool(ctx, schema.NotificationsRole, 10); err != nil {
		return err
	}
	svc, sender, err := newNotifications(pool, issuer, smtp, peer.URLs{Identity: identityURL, Applications: tracking.url, Jobs: jobsURL})
	if err != nil {
		return err
	}
	defer sender.Close()
	begun := time.Now()
	done, err := svc.SendDigests(ctx)
	if err != nil {
		return err
	}
	if done.Failed > 0 || done.Enqueued+done.Skipped != users {
		return fmt.Errorf("digests of %d users: %+v", users, done)
	}
	took := time.Since(begun)
	b.rates.digest = float64(users) / took.Seconds()
	b.add(stated("weekly digests over these postings", rate(float64(users)/took.Seconds())+" users", fmt.Sprintf("%s users, %s with jobs; profile, searches and letter each, one after the other", count(users), count(done.Enqueued))))
	return nil
}
