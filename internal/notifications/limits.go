package notifications

import "time"

// The bounds of what one user can make the service keep or answer. The contract states those that a user can meet.
const (
	maxScheduled       = 1_000 // reminders of one user; those that have fired or are cancelled do not count
	maxListedReminders = 2_000

	// The calendar feed. It is read without a login, by whoever has its address. Applications bounds its part of it.
	calendarBack      = 90 * 24 * time.Hour
	calendarAhead     = 366 * 24 * time.Hour
	calendarReminders = 1_000
	calendarBatch     = 100 // in memory at a time
	calendarReaders   = 2   // at once, of one feed
)
