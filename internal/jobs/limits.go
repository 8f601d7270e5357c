package jobs

// How much one user may save, follow and correct.
const (
	maxSavedJobs    = 10_000
	maxSavedFilters = 200
	maxFollows      = 1_000
	maxCorrected    = 500 // postings with corrections of the user's own
)
