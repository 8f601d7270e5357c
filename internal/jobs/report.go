package jobs

import (
	"context"
	"net/http"

	"rolecall/internal/status"
)

// queues counts the work that waits for job search, and for the crawler, which serves no requests.
var queues = []status.Counted{
	{Name: "changes", Table: "crawler.posting_change", Due: "changed_at", Where: "true"},
	{Name: "hits", Table: "job.alert_hit", Due: "matched_at", Where: "taken_at IS NULL"},
	{Name: "enrichment", Table: "crawler.job_post", Due: "first_seen_at", Where: "enrichment_status = 'pending'"},
	{Name: "board-requests", Table: "crawler.board_request", Due: "requested_at", Where: "status IN ('queued', 'running')"},
}

func (h *handler) GetServiceReport(ctx context.Context, w http.ResponseWriter) error {
	r, err := h.svc.Report(ctx)
	if err != nil {
		return err
	}
	return status.Write(w, r)
}

// Report returns the figures of the service, and of the crawler's schema.
func (s *Service) Report(ctx context.Context) (r status.Report, err error) {
	r.Version = s.deps.Version
	if r.Schemas, err = status.Sizes(ctx, s.db, "job", "crawler"); err != nil {
		return r, err
	}
	for _, c := range queues {
		queue, err := status.Count(ctx, s.db, s.now(), c)
		if err != nil {
			return r, err
		}
		r.Queues = append(r.Queues, queue)
	}
	return r, nil
}
