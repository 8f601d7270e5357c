package notifications

import "time"

// Limits on what one user can make the service store or return. The contract states those that a user can reach.
const (
	maxScheduled       = 1_000 // reminders of one user, without fired and cancelled ones
	maxListedReminders = 2_000

	// The calendar feed, which anyone with its address can read. Applications limits the next steps in it.
	calendarBack      = 90 * 24 * time.Hour
	calendarAhead     = 366 * 24 * time.Hour
	calendarReminders = 1_000
	calendarRepeats   = 31  // repeats of one reminder
	calendarBatch     = 100 // read at a time
	calendarReaders   = 2   // concurrent readers of one feed

	maxChannels      = 10
	maxTests         = 10 // test messages of one user in a minute
	maxReplayed      = 100
	listedDeliveries = 50
)
