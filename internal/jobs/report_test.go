package jobs_test

import (
	"net/http"
	"testing"

	"rolecall/internal/jobs/oas"
)

// TestReportHasTheCrawlersQueues checks that job search also reports what waits for the crawler, which serves no
// requests.
func TestReportHasTheCrawlersQueues(t *testing.T) {
	t.Parallel()
	w, _ := withIdentity(t)
	board := w.board(nil)
	w.post(func(p *post) { p.Board = board })
	w.admin().Do(http.MethodPost, "/jobs/admin/targets/"+board.String()+"/requests", `{"action":"pause"}`).Want(http.StatusAccepted)
	var report oas.ServiceReport
	w.admin().Do(http.MethodGet, "/jobs/admin/report", nil).Want(http.StatusOK).JSON(&report)
	waiting := map[oas.QueueName]int64{}
	for _, q := range report.Queues {
		waiting[q.Name] = q.Waiting
	}
	if len(waiting) != 4 || waiting["board-requests"] != 1 || waiting["changes"] != 1 {
		t.Errorf("queues: %+v", report.Queues)
	}
	if len(report.Schemas) != 2 || report.Schemas[0].Name != "crawler" || report.Schemas[1].Name != "job" {
		t.Errorf("schemas: %+v", report.Schemas)
	}
}
