// Package migration holds the numbered migrations of the job search service's schema.
package migration

import "embed"

// FS holds the SQL files, forward only: each runs once, in its own transaction.
//
//go:embed *.sql
var FS embed.FS
