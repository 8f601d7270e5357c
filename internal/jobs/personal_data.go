package jobs

import (
	"context"
	"net/http"

	"rolecall/internal/auth"
	"rolecall/internal/personaldata"
)

// PersonalData lists the tables with data of users, for the export of everything.
var PersonalData = []personaldata.Area{
	{
		// The jobs that users save on the board are among their applications.
		Name: "jobsSavedThroughSearch", Table: "job.saved_job", Order: "saved_at, job_id",
		Add: "SELECT jsonb_build_object('title', p.title, 'url', p.url) FROM crawler.job_post p WHERE p.id = t.job_id",
	},
	{Name: "savedSearches", Table: "job.saved_filter", Order: "created_at, id"},
	{Name: "alerts", Table: "job.alert", Order: "since, filter_id", Omit: []string{"change_xid"}},
	{Name: "alertHits", Table: "job.alert_hit", Order: "id"},
	{Name: "neverAndAlways", Table: "job.rule", Order: "created_at, id"},
	{Name: "openedJobs", Table: "job.seen", Order: "seen_at, job_id"},
	{Name: "visits", Table: "job.visit", Order: "user_id"},
	{Name: "searchFeeds", Table: "job.search_feed", Order: "created_at, id", Omit: []string{"nonce", "token_hash", "content_hash"}},
	{
		Name: "followedEmployers", Table: "job.follow", Order: "followed_at, target_id",
		Add: "SELECT jsonb_build_object('employer', p.company_name) FROM crawler.pull_target p WHERE p.id = t.target_id",
	},
	{Name: "corrections", Table: "job.own_correction", Order: "updated_at, post_id"},
	{Name: "correctionsForEverybody", Table: "job.correction_made", Where: "t.account_id = $1", Order: "made_at, post_id, fact"},
	{Name: "activity", Table: "job.audit_event", Where: "t.account_id = $1", Order: "id"},
	{
		Name: "boardRequests", Table: "crawler.board_request", Where: "t.requested_by = $1", Order: "requested_at, id",
		Omit: []string{"locked_by", "lease_expires_at", "attempts"},
	},
	{
		Name: "triggeredRuns", Table: "crawler.trigger_request", Where: "t.requested_by = $1", Order: "requested_at, id",
		Omit: []string{"locked_by", "lease_expires_at", "attempts", "progress"},
	},
}

func (h *handler) ExportJobData(ctx context.Context, w http.ResponseWriter) error {
	return h.svc.personal.Export(ctx, auth.UserFrom(ctx).ID, w)
}
