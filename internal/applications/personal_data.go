package applications

import "rolecall/internal/personaldata"

// PersonalData lists the tables with data of users, for the export of everything. The columns under Omit are bookkeeping of the
// service and are left out.
var PersonalData = []personaldata.Area{
	{Name: "applications", Table: "applications.application", Order: "created_at, id"},
	{
		// They are among the applications, too. Somebody who looks for their saved jobs need not know that.
		Name: "savedJobs", Table: "applications.application", Order: "created_at, id",
		Where: "t.user_id = $1 AND t.status = 'SAVED'",
	},
	{
		Name: "timeline", Table: "applications.timeline", Order: "application_id, position",
		Where: "application_id IN (SELECT id FROM applications.application WHERE user_id = $1)",
		Omit:  []string{"operation_id", "set_applied", "left_rank", "moved_at"},
	},
	{Name: "views", Table: "applications.view", Order: "name, id"},
	{Name: "settings", Table: "applications.setting", Order: "user_id"},
	{Name: "recentlyDeleted", Table: "applications.deleted", Order: "deleted_at, id", Omit: []string{"call_key"}},
	{Name: "recentChangesOfMany", Table: "applications.bulk", Order: "made_at, id"},
}
