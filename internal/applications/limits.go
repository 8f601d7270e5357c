package applications

import "time"

// The bounds of what one user can make the service keep or do. The contract states those that a user can meet.
const (
	maxApplications = 20_000 // of one user
	maxMoves        = 1_000  // of one application
	maxNextSteps    = 1_000  // in one calendar feed

	maxImportBytes   = 16 << 20
	maxImportColumns = 64
	maxImportRecord  = 512 << 10 // bytes; the longest record that can be right has about 200 KiB
	maxImportRecords = 50_000
	maxImportErrors  = 1_000 // listed; all are counted

	// An import keeps its file on disk and some megabytes in memory: this bounds both in one process.
	maxImports = 4
	importWait = 5 * time.Second // for one of these places
	// importLease ends every import, so that a claim left by a process that died is known by its age. Uploading and
	// answering have to be over sooner anyway.
	importLease = 2 * time.Minute

	// An import writes in batches of so many lines or bytes of the file.
	importBatch      = 1_000
	importBatchBytes = 1 << 20
)
