package main

import (
	"context"
	"fmt"

	"github.com/google/uuid"
)

// measureCentre asks for the unread count and the first page of one user who has up to a million notifications, one in
// a hundred unread. At the last size the same statements go through pgbench.
func (b *bench) measureCentre(ctx context.Context, n *bell, _ *database) error {
	web := newBrowser(n.site.url)
	defer web.close()
	header, err := n.issuer.bearer(owner)
	if err != nil {
		return err
	}
	get := func(path string) func(context.Context, int) error {
		return func(ctx context.Context, _ int) error { return web.get(ctx, path, header) }
	}
	contests := []contest{
		{name: "unread count", call: func(ctx context.Context, _ int) error {
			_, err := n.svc.UnreadCount(ctx, owner)
			return err
		}, http: get("/notifications/unread-count"), grows: "every unread one is counted, in the index alone"},
		{name: "first page", call: func(ctx context.Context, _ int) error {
			_, _, err := n.svc.Notifications(ctx, owner, nil, 0, 20)
			return err
		}, http: get("/notifications?size=20"), grows: "the total is counted, in the index alone"},
	}
	for i := range contests {
		contests[i].choices, contests[i].median, contests[i].db, contests[i].pool = 1, 1.5, n.db, n.pool
	}
	var grown growths
	number := 0
	for _, number = range b.sizes(50_000, 10_000, 100_000, 1_000_000) {
		if err := n.fillCentre(ctx, number); err != nil {
			return err
		}
		if b.quick {
			continue
		}
		if err := grown.measure(ctx, b, number, "notifications", contests); err != nil {
			return err
		}
	}
	if err := b.drawGrowth("centre", "Notification centre of one user, by number of notifications", grown); err != nil {
		return err
	}
	return b.contests(ctx, contests, fmt.Sprintf("of a user with %s notifications", count(number)))
}

// owner has all the notifications.
var owner = uuid.MustParse("00000000-0000-4000-8000-000000000001")

func (n *bell) fillCentre(ctx context.Context, number int) error {
	return n.db.exec(ctx, "TRUNCATE notification.custom_reminder, notification.notification, notification.outbox",
		fmt.Sprintf(`INSERT INTO notification.notification (id, user_id, type, title, message, read, created_at)
			SELECT gen_random_uuid(), '%s', 'CUSTOM_REMINDER', 'Call the recruiter back', 'Ask about the salary range.', n %% 100 <> 0, now() - n * interval '1 second'
			FROM generate_series(1, %d) n`, owner, number),
		"VACUUM (ANALYZE) notification.notification", "CHECKPOINT")
}
