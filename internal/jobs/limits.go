package jobs

// How much one user may save and correct.
const (
	maxSavedJobs    = 10_000
	maxSavedFilters = 200
	maxCorrected    = 500 // postings that the user has corrected
)
