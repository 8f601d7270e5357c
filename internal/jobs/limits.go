package jobs

// How much one user may save.
const (
	maxSavedJobs    = 10_000
	maxSavedFilters = 200
)
