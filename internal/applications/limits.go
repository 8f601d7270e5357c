package applications

import "time"

// Limits on what one user can make the service store or do. The contract states those that a user can reach.
const (
	maxApplications = 20_000 // applications of one user
	maxMoves        = 1_000  // moves of one application
	maxNextSteps    = 1_000  // steps in one calendar feed
	maxTags         = 20     // tags of one application
	maxViews        = 50     // views of one user

	// Characters, as the contract limits what is entered by hand.
	maxTitle    = 300
	maxCompany  = 200
	maxLocation = 200 // the limit of job search too, because digests search for it

	maxImportBytes   = 16 << 20
	maxImportColumns = 64
	maxImportRecord  = 512 << 10 // bytes; the longest valid record has about 200 KiB
	maxImportRecords = 50_000
	maxImportErrors  = 1_000 // listed in the response; all are counted

	// An import keeps its file on disk and a few megabytes in memory. Both are bounded per process by the number of
	// imports that run at a time.
	maxImports = 4
	importWait = 5 * time.Second // time to wait for one of these slots
	// importLease ends every import, so that the claim of a process that died can be recognised by its age.
	importLease = 2 * time.Minute

	// An import writes a batch when either is reached: lines, or bytes of the file.
	importBatch      = 1_000
	importBatchBytes = 1 << 20
)
