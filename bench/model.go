package main

import (
	"fmt"
	"math"
	"strings"
)

// The assumptions of the model, unkind on purpose.
const (
	modelUsers      = 10e6
	activeShare     = 0.10 // active users per day, share of all
	busiestHour     = 0.15 // share of a day's requests
	searchesEach    = 15.0 // searches of an active user per day, page and facets
	requestsEach    = 60.0 // other ones
	writeShare      = 0.2  // share of these that write, as in the people workload
	morningLogins   = 0.30 // share of a day's logins in the busiest hour; a login lasts for 12 hours
	digestShare     = 0.40 // share of all users
	digestHours     = 8.0
	remindersEach   = 0.2  // reminders of any user per day
	fullestMinute   = 0.03 // share of a day's reminders: nine o'clock in the largest time zone
	mailShare       = 0.6  // share of the reminders
	modelPostings   = 5e6
	readsPerDay     = 4.0
	changedShare    = 0.02 // share of the postings at each reading, new ones included
	applicationsOf  = 30.0
	busyAtMost      = 0.5 // share of the measured rates: the rest is for a failed machine and a bad day
	minutesToRemind = 1.0
)

// model works out from the figures of this run what ten million users need, in machines like this one.
func (b *bench) model() string {
	var out strings.Builder
	out.WriteString(modelText)
	total, complete := 0.0, true
	row := func(part, need string, demand float64, workload, figure, limit string) {
		f, found := b.found(workload, figure)
		if !found || math.IsNaN(f.Low) || f.Low <= 0 {
			complete = false
			fmt.Fprintf(&out, "| %s | %s | not measured well enough in this run | | %s |\n", part, need, limit)
			return
		}
		// The low end of the interval, so that a lucky round does not save a machine.
		machines := math.Max(1, math.Ceil(demand/(f.Low*busyAtMost)))
		total += machines
		fmt.Fprintf(&out, "| %s | %s | %s | %.0f | %s |\n", part, need, f.text(), machines, limit)
	}
	needed := func(x float64, what string) string { return fmt.Sprintf("%s %s/s", short(x), what) }
	logins := modelUsers * activeShare * morningLogins / 3600
	row("logins", needed(logins, "logins"), logins, "login", "logins let in during the flood",
		"never by itself: a hash needs no shared state, and sessions are one small row each")
	// Search has been measured with fewer postings; its cost is taken to grow in proportion.
	larger := math.Max(1, modelPostings/float64(b.largest()))
	searches := modelUsers * activeShare * searchesEach * busiestHour / 3600
	row("searches", needed(searches, "pages with facets"), searches*larger, "search", rateOfQuestions,
		"each replica has the whole index: at the memory of one machine, not at the number of searches. Rows of results come from PostgreSQL or its replicas")
	requests := modelUsers * activeShare * requestsEach * busiestHour / 3600
	tested := "not measured in this run"
	if f, found := b.found("people", "failed requests"); found && f.Value == 0 {
		tested = fmt.Sprintf("%g requests/s without a failure (what was tried, not what is possible)", requestsPerSecond)
		machines := math.Ceil(requests / (requestsPerSecond * busyAtMost))
		total += machines
		tested += fmt.Sprintf(" | %.0f", machines)
	} else {
		complete = false
		tested += " | "
	}
	fmt.Fprintf(&out, "| other requests | %s | %s | at the writes of one primary; then a database for each service, then users split by id |\n", needed(requests, "requests"), tested)
	digests := modelUsers * digestShare / (digestHours * 3600)
	row("digests", fmt.Sprintf("%s users in %g hours: %s", count(int(modelUsers*digestShare)), digestHours, needed(digests, "users")), digests*larger, "dispatch", "users with a digest",
		"with search: each user costs up to four searches. They are claimed from a table and can be spread over the night")
	burst := modelUsers * remindersEach * fullestMinute
	row("reminders", fmt.Sprintf("%s due in the fullest minute, fired within %g more", count(int(burst)), minutesToRemind), burst/(60*minutesToRemind), "dispatch", "reminders in the app",
		"at the writes of one primary; dispatchers share the table with SKIP LOCKED")
	row("mail", fmt.Sprintf("%s of these by mail, within 10 minutes", count(int(burst*mailShare))), burst*mailShare/600, "dispatch", "reminders in the app and by mail",
		"at the mail provider, long before this; the outbox keeps the rest")
	reading := modelPostings * readsPerDay / 86400
	row("crawl, unchanged", needed(reading, "postings read again"), reading, "crawl", "known postings read again", "at the boards' own pace")
	row("crawl, changed", needed(reading*changedShare, "postings written and enriched"), reading*changedShare, "crawl", "new postings, crawled, enriched and searchable", "at the writes of one primary")
	written := requests*writeShare + logins + burst/(60*minutesToRemind) + reading*changedShare
	fmt.Fprintf(&out, "\nMachines can be added to all of this but the primary of PostgreSQL, which takes all writes: %s a second in the busiest minute, of which\n"+
		"%s are changes by users, %s logins and %s reminders. This run wrote no more at once than the row of reminders says, and %g/s by users.\n",
		short(written), short(requests*writeShare), short(logins), short(burst/(60*minutesToRemind)), requestsPerSecond*writeShare)
	if complete {
		fmt.Fprintf(&out, "\nTogether %.0f machines like this one. The peaks do not fall together, so fewer would do; PostgreSQL is part of each figure.\n", total)
	}
	out.WriteString(b.storage())
	return out.String()
}

// storage works out what is kept.
func (b *bench) storage() string {
	var out strings.Builder
	line := func(workload, figure, text string, millions float64) {
		if f, found := b.found(workload, figure); found {
			fmt.Fprintf(&out, "- "+text+": %s GB (%s %s a million).\n", short(f.Value*millions/1000), short(f.Value), f.Unit)
		}
	}
	line("footprint", "disk for a million postings", fmt.Sprintf("Postings, %g million on disk", modelPostings/1e6), modelPostings/1e6)
	line("footprint", "disk for a million applications", fmt.Sprintf("Applications, %g of each user", applicationsOf), modelUsers*applicationsOf/1e6)
	if f, found := b.found("footprint", "memory, jobs"); found {
		fmt.Fprintf(&out, "- Memory of each replica of job search: %s GB for %g million postings, if it grows in proportion from %s MiB for %s.\n",
			short(f.Value*modelPostings/float64(f.Size)/1024), modelPostings/1e6, short(f.Value), count(f.Size))
	}
	if f, found := b.found("crawl", "write-ahead log of a new posting"); found {
		fmt.Fprintf(&out, "- Write-ahead log of the crawl: %s GB a day.\n", short(f.Value*modelPostings*readsPerDay*changedShare/(1<<20)))
	}
	if out.Len() == 0 {
		return ""
	}
	return "\nStorage:\n\n" + out.String()
}

var modelText = fmt.Sprintf(`## Ten million users: the model

What ten million users need, worked out from the figures above. It has not been run. The assumptions are in bench/model.go: %.0f%% of the users
are active on a day, the busiest hour has %.0f%% of a day's requests, an active user searches %g times and sends %g other requests; %.0f%% of a
day's logins fall into one hour; %.0f%% want the weekly digest; every user has %g reminders a day, %.0f%% of them in one minute; %s million
postings are read %g times a day, of which %.0f%% are changed or new. Searches and digests are taken to cost as many times more as there are
more postings than were measured. A machine is one like this, whose cores PostgreSQL and the generator share, and is planned to be at most half busy at the low end of the measured interval.

| part | need in the busiest hour | one machine, measured | machines | where it stops |
|---|---|---|---|---|
`, 100*activeShare, 100*busiestHour, searchesEach, requestsEach, 100*morningLogins, 100*digestShare, remindersEach, 100*fullestMinute, short(modelPostings/1e6), readsPerDay, 100*changedShare)
