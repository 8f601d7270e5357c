package main

import (
	"fmt"
	"math"
	"strings"
)

// Model assumptions, deliberately pessimistic.
const (
	modelUsers           = 10e6
	activeShare          = 0.10 // daily active users, as a share of all users
	busiestHour          = 0.15 // share of the day's requests
	searchesPerUser      = 15.0 // per active user and day, each a page with facets
	otherRequestsPerUser = 60.0 // per active user and day, searches not included
	writeShare           = 0.2  // share of these that write, as in the people workload
	busiestHourLogins    = 0.30 // share of the day's logins; a session lasts 12 hours
	digestShare          = 0.40 // users with the weekly digest, as a share of all users
	digestHours          = 8.0
	remindersPerUser     = 0.2  // per user and day, inactive users included
	busiestMinute        = 0.03 // share of the day's reminders: nine o'clock in the largest time zone
	reminderMinutes      = 1.0  // time allowed to fire them
	mailShare            = 0.6  // share of the reminders that are also mailed
	mailMinutes          = 10.0 // time allowed to mail them
	modelPostings        = 5e6
	crawlsPerDay         = 4.0
	changedShare         = 0.02 // new and changed postings per crawl, as a share of all postings
	applicationsPerUser  = 30.0
	maxLoad              = 0.5 // share of the measured throughput; the rest covers a failed machine and a bad day
)

// need is one row of the model: a peak demand and the figure that says how much of it one machine can take.
type need struct {
	part, text string
	perSecond  float64
	workload   workload
	figure     string
	bottleneck string
}

// model estimates from this run's figures how many machines like this one ten million users need.
func (b *bench) model() string {
	perSecondText := func(x float64, what string) string { return fmt.Sprintf("%s %s/s", short(x), what) }
	// Search was measured with fewer postings; its cost is assumed to grow linearly with their number.
	postingsFactor := math.Max(1, modelPostings/float64(b.largest()))
	active := modelUsers * activeShare
	logins := active * busiestHourLogins / 3600
	searches := active * searchesPerUser * busiestHour / 3600
	requests := active * otherRequestsPerUser * busiestHour / 3600
	digests := modelUsers * digestShare / (digestHours * 3600)
	burst := modelUsers * remindersPerUser * busiestMinute
	reminders := burst / (60 * reminderMinutes)
	crawled := modelPostings * crawlsPerDay / 86400
	var out strings.Builder
	out.WriteString(modelText)
	total, complete := 0.0, true
	for _, n := range []need{
		{"logins", perSecondText(logins, "logins"), logins, loginWorkload, loginsAccepted,
			"none of its own: hashing needs no shared state, and a session is one small row"},
		{"searches", perSecondText(searches, "pages with facets"), searches * postingsFactor, searchWorkload, peakPagesWithFacets,
			"the memory of one machine, since each replica holds the whole index; result rows come from PostgreSQL or its replicas"},
		{"other requests", perSecondText(requests, "requests"), requests, peopleWorkload, failedRequests,
			"primary write throughput; then one database per service, then users sharded by id"},
		{"digests", fmt.Sprintf("%s users in %g hours: %s", count(int(modelUsers*digestShare)), digestHours, perSecondText(digests, "users")),
			digests * postingsFactor, dispatchWorkload, digestUsers,
			"search: each user costs up to four queries. Users are claimed from a table, so the work can be spread over the night"},
		{"reminders", fmt.Sprintf("%s due in the busiest minute, fired within %g minute", count(int(burst)), reminderMinutes),
			reminders, dispatchWorkload, inAppReminders, "primary write throughput; dispatchers share the table with SKIP LOCKED"},
		{"mail", fmt.Sprintf("%s of these by mail, within %g minutes", count(int(burst*mailShare)), mailMinutes),
			burst * mailShare / (60 * mailMinutes), dispatchWorkload, mailedReminders,
			"the mail provider, long before this; the outbox holds the backlog"},
		{"crawl, unchanged", perSecondText(crawled, "postings re-crawled"), crawled, crawlWorkload, recrawledPostings,
			"the boards' response times"},
		{"crawl, changed", perSecondText(crawled*changedShare, "postings written and enriched"), crawled * changedShare, crawlWorkload, newPostings,
			"primary write throughput"},
	} {
		measured, text := b.capacity(n)
		if math.IsNaN(measured) || measured <= 0 {
			complete = false
			fmt.Fprintf(&out, "| %s | %s | not measured well enough in this run | | %s |\n", n.part, n.text, n.bottleneck)
			continue
		}
		machines := math.Max(1, math.Ceil(n.perSecond/(measured*maxLoad)))
		total += machines
		fmt.Fprintf(&out, "| %s | %s | %s | %.0f | %s |\n", n.part, n.text, text, machines, n.bottleneck)
	}
	fmt.Fprintf(&out, `
Everything scales out except the PostgreSQL primary, which takes all writes: %s per second in the busiest minute, of which %s are
changes by users, %s logins and %s reminders. The highest write rate in this run was that of the reminders row; users wrote %g per second.
`, short(requests*writeShare+logins+reminders+crawled*changedShare), short(requests*writeShare), short(logins), short(reminders),
		requestsPerSecond*writeShare)
	if complete {
		fmt.Fprintf(&out, "\nIn total, %.0f machines like this one, PostgreSQL included. "+
			"The peaks do not coincide, so fewer would be enough.\n", total)
	}
	return out.String() + b.storage()
}

// capacity returns how much one machine can take per second, NaN if this run did not measure it.
func (b *bench) capacity(n need) (perSecond float64, text string) {
	f, found := b.found(n.workload, n.figure)
	switch {
	case !found:
		return math.NaN(), ""
	case n.figure != failedRequests:
		// Use the low end of the interval: a lucky round must not make the estimate one machine smaller.
		return f.Low, f.text()
	case f.Value > 0:
		return math.NaN(), ""
	}
	// The people workload has a fixed rate: it shows what one machine takes, not the most it could take.
	return requestsPerSecond, fmt.Sprintf("%g requests/s without a failure (the rate tested, not the maximum)", requestsPerSecond)
}

// storage estimates disk, memory and write-ahead log from this run's figures.
func (b *bench) storage() string {
	var out strings.Builder
	disk := func(figure, text string, millions float64) {
		if f, found := b.found(footprintWorkload, figure); found {
			fmt.Fprintf(&out, "- %s: %s GB on disk (%s %s per million).\n", text, short(f.Value*millions/1000), short(f.Value), f.Unit)
		}
	}
	disk(diskPerPostings, fmt.Sprintf("%g million postings", modelPostings/1e6), modelPostings/1e6)
	disk(diskPerApplications, fmt.Sprintf("%g applications per user", applicationsPerUser), modelUsers*applicationsPerUser/1e6)
	if f, found := b.found(footprintWorkload, memoryOf("jobs")); found {
		fmt.Fprintf(&out, "- Memory of each search replica: %s GiB for %g million postings, scaled linearly from %s MiB for %s postings.\n",
			short(f.Value*modelPostings/float64(f.Size)/1024), modelPostings/1e6, short(f.Value), count(f.Size))
	}
	if f, found := b.found(crawlWorkload, walPerPosting); found {
		const kibPerGiB = 1 << 20
		fmt.Fprintf(&out, "- Write-ahead log from crawling: %s GiB per day.\n",
			short(f.Value*modelPostings*crawlsPerDay*changedShare/kibPerGiB))
	}
	if out.Len() == 0 {
		return ""
	}
	return "\nStorage:\n\n" + out.String()
}

var modelText = fmt.Sprintf(`## A model for ten million users

This is an estimate from the figures above; it has not been run. The assumptions, defined in bench/model.go, are: %.0f%% of users are active
each day; the busiest hour has %.0f%% of the day's requests; an active user sends %g searches and %g other requests a day; %.0f%% of the day's
logins fall in one hour; %.0f%% of users get the weekly digest; each user has %g reminders a day, and %.0f%% of the day's reminders are due in
one minute; %s million postings are crawled %g times a day, and %.0f%% of them are new or changed each time. Search and digest cost is assumed
to grow linearly with the number of postings. A machine means one like this, which also runs PostgreSQL and the load generator. It is sized
for at most %.0f%% load at the low end of the measured interval.

| part | peak demand | one machine, measured | machines | bottleneck |
|---|---|---|---|---|
`, 100*activeShare, 100*busiestHour, searchesPerUser, otherRequestsPerUser, 100*busiestHourLogins, 100*digestShare, remindersPerUser,
	100*busiestMinute, short(modelPostings/1e6), crawlsPerDay, 100*changedShare, 100*maxLoad)
