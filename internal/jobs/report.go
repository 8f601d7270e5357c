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
	s := h.svc
	return status.Service{Version: s.deps.Version, DB: s.db, Schemas: []string{"job", "crawler"}, Queues: queues}.Serve(ctx, w, s.now())
}
