package jobs

// How much one user may save, follow and correct.
const (
	maxSavedJobs    = 10_000
	maxSavedFilters = 200
	maxFollows      = 1_000
	maxCorrected    = 500 // postings that the user has corrected
)
