package jobs

// Limits of what one user may save, follow, correct and hide.
const (
	maxSavedJobs    = 10_000
	maxSavedFilters = 200
	maxFollows      = 1_000
	maxCorrected    = 500 // postings that the user has corrected
	maxRules        = 1_000
	maxSeen         = 1_000
	maxSearchFeeds  = 50
	// maxBoardActions is the maximum number of administrators' actions on boards that wait for the crawler.
	maxBoardActions = 20

	// maxRuleCompanies is the maximum number of names in a search; a company may have several.
	maxRuleCompanies = 3_000
)
