package identity

import (
	"context"
	"net/http"

	"rolecall/internal/status"
)

func (h *handler) GetServiceReport(ctx context.Context, w http.ResponseWriter) error {
	r, err := h.svc.Report(ctx)
	if err != nil {
		return err
	}
	return status.Write(w, r)
}

// Report returns the figures of the service.
func (s *Service) Report(ctx context.Context) (r status.Report, err error) {
	r.Version = s.deps.Version
	if r.Schemas, err = status.Sizes(ctx, s.db, "identity"); err != nil {
		return r, err
	}
	queue, err := status.Outbox(ctx, s.db, s.now(), s.box, "identity")
	r.Queues = []status.Queue{queue}
	return r, err
}
