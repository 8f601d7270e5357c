package jobs

// How much one user may save, follow, correct and hide.
const (
	maxSavedJobs    = 10_000
	maxSavedFilters = 200
	maxFollows      = 1_000
	maxCorrected    = 500 // postings that the user has corrected
	maxRules        = 1_000
	maxSeen         = 1_000
	maxSearchFeeds  = 50
	// maxBoardActions is how many actions of administrators on boards wait for the crawler at a time.
	maxBoardActions = 20

	// maxRuleCompanies is how many names a search takes; a company may have several.
	maxRuleCompanies = 3_000
)
