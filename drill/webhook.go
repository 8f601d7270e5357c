package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

// hooks receives the webhooks of all members and keeps them by id.
type hooks struct {
	server *httptest.Server
	front  *link // link to the server, to be cut

	mu        sync.Mutex
	behaviour behaviour
	bodies    map[string][]string // bodies by Webhook-Id, one for each time it was taken
}

func startHooks() (*hooks, error) {
	h := &hooks{bodies: map[string][]string{}}
	h.server = httptest.NewServer(h)
	front, err := newLink("webhooks", h.server.Listener.Addr().String())
	if err != nil {
		h.server.Close()
		return nil, err
	}
	h.front = front
	return h, nil
}

func (h *hooks) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	h.mu.Lock()
	b := h.behaviour
	if b != refusesForNow {
		id := r.Header.Get("Webhook-Id")
		h.bodies[id] = append(h.bodies[id], string(body))
	}
	h.mu.Unlock()
	switch b {
	case refusesForNow:
		w.WriteHeader(http.StatusServiceUnavailable)
	case dropsReply:
		panic(http.ErrAbortHandler)
	}
}

// misbehave changes the behaviour for a while.
func (h *hooks) misbehave(ctx context.Context, b behaviour, d time.Duration) {
	h.set(b)
	defer h.set(normal)
	sleep(ctx, d)
}

func (h *hooks) set(b behaviour) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.behaviour = b
}

func (h *hooks) all() map[string][]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.bodies)
}

func (h *hooks) close() {
	h.front.close()
	h.server.Close()
}

// addWebhook gives a member its own webhook, which carries every type of notice.
func (d *drill) addWebhook(ctx context.Context, m *member) error {
	got := m.ask(ctx, "add webhook", http.MethodPost, "/notifications/channels", map[string]any{
		"kind": "WEBHOOK", "name": "drill", "address": "http://" + d.fleet.hooks.front.address() + "/" + m.user.name})
	if got.outcome() != acked {
		return fmt.Errorf("%s cannot add a webhook: %d %s: %w", m.user.name, got.status, got.body, errBroken)
	}
	return nil
}

// webhooksSent makes every waiting channel due now, as a process that was killed leaves its lease and a failure leaves a pause,
// and reports what is not sent yet. A request takes ten seconds at most, so that a lease of twenty belongs to no living turn.
func (d *drill) webhooksSent(ctx context.Context) (string, error) {
	_, err := d.db.owner.Exec(ctx, `UPDATE notification.channel SET next_attempt_at = least(next_attempt_at, now()),
		locked_by = NULL, locked_until = NULL WHERE locked_until IS NULL OR locked_until < now() + interval '100 seconds'`)
	if err != nil {
		return "", err
	}
	return d.count("SELECT count(*) FROM notification.delivery WHERE delivered_at IS NULL AND given_up_at IS NULL")(ctx)
}

// webhooks must arrive: every alert of a member as one delivery, every delivery under its id, and repeated only unchanged.
func (c *checker) webhooks(ctx context.Context) error {
	for id, bodies := range c.hooked {
		c.checked++
		for _, body := range bodies[1:] {
			if body != bodies[0] {
				c.rec.addViolation(ruleOnce, "two webhooks have the id %s: %q and %q", id, bodies[0], body)
			}
		}
	}
	type row struct{ ID, Reason string }
	list, err := rows[row](ctx, c, "SELECT id::text, coalesce(last_error, '') FROM notification.delivery")
	if err != nil {
		return err
	}
	for _, r := range list {
		if c.hooked[r.ID] == nil {
			c.rec.addViolation(ruleFires, "the webhook %s did not arrive: %s", r.ID, r.Reason)
		}
	}
	return c.forbid(ctx, []forbidden{{ruleOnce, "alerts and their webhooks", `
		SELECT user_id || ': ' || coalesce(a.n, 0) || ' alerts, ' || coalesce(w.n, 0) || ' webhooks' FROM
		(SELECT user_id, count(*) AS n FROM notification.notification JOIN notification.channel USING (user_id)
			WHERE type = 'JOB_ALERT' GROUP BY 1) a
		FULL JOIN (SELECT user_id, count(*) AS n FROM notification.delivery WHERE type = 'JOB_ALERT' GROUP BY 1) w USING (user_id)
		WHERE a.n IS DISTINCT FROM w.n`}})
}
