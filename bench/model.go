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
	writeShare           = 0.2  // share of these that write, as in the people workload; a login counts as one more
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
	notificationsPerUser = 200.0 // kept at the same time
	storedReminders      = 30.0
	maxLoad              = 0.5  // share of the measured throughput; the rest covers a failed machine and a bad day
	primaryCores         = 64.0 // largest machine that the primary may have
	replicaMemory        = 64e3 // MB of the largest machine that a search replica may have
)

// need is one row of the model: a demand and the figure that says how much of it one machine can take.
type need struct {
	part, text string
	perSecond  float64
	workload   workload
	figure     string
	limit      func(low float64) string // where the part stops scaling, from the low end of the measured rate
	remark     string                   // on the measured rate
}

// model estimates from this run's figures how many machines like this one ten million users need.
func (b *bench) model() string {
	perSecondText := func(x float64, what string) string { return fmt.Sprintf("%s %s/s", short(x), what) }
	text := func(s string) func(float64) string { return func(float64) string { return s } }
	growing := b.searchGrowth()
	postingsFactor := 1 + growing*(math.Max(1, modelPostings/float64(b.largest()))-1)
	searchLimit, tooSlow := b.searchLimit(growing)
	active := modelUsers * activeShare
	logins := active * busiestHourLogins / 3600
	searches := active * searchesPerUser * busiestHour / 3600
	requests := active * otherRequestsPerUser * busiestHour / 3600
	digests := modelUsers * digestShare / (digestHours * 3600)
	burst := modelUsers * remindersPerUser * busiestMinute
	reminders := burst / (60 * reminderMinutes)
	crawled := modelPostings * crawlsPerDay / 86400
	var out strings.Builder
	out.WriteString(strings.Replace(modelText, "%s", fmt.Sprintf("at %s postings %.0f%% of the whole", count(b.largest()), 100*growing), 1))
	total, replicas, complete := 0.0, 0.0, true
	for _, n := range []need{
		{"logins", perSecondText(logins, "logins"), logins, loginWorkload, loginsAccepted,
			text("with the primary: a login stores one session row and shares nothing else"), ""},
		{"searches", perSecondText(searches, "pages with facets"), searches * postingsFactor, searchWorkload, mostSearches,
			text(searchLimit), fmt.Sprintf(", in single bursts of %d s", secondsPerCrawl)},
		{"other requests", perSecondText(requests, "requests"), requests, peopleWorkload, failedRequests, text("with the primary"), ""},
		{"digests", fmt.Sprintf("%s users in %g hours: %s", count(int(modelUsers*digestShare)), digestHours, perSecondText(digests, "users")),
			digests * postingsFactor, dispatchWorkload, digestUsers, text("as searches: a user costs up to four queries"), ""},
		{"reminders", fmt.Sprintf("%s due in the busiest minute, fired within %g minute", count(int(burst)), reminderMinutes),
			reminders, dispatchWorkload, inAppReminders, func(low float64) string {
				return millions(low*maxLoad*modelUsers/reminders, "users", "a primary like this machine, since dispatchers share one table")
			}, emptyTables},
		{"mail", fmt.Sprintf("%s of these by mail, within %g minutes", count(int(burst*mailShare)), mailMinutes),
			burst * mailShare / (60 * mailMinutes), dispatchWorkload, mailedReminders, text("at the rate that the mail provider accepts"),
			emptyTables},
		{"crawl", perSecondText(crawled, "postings re-read"), crawled, crawlWorkload, recrawledPostings, func(low float64) string {
			return millions(low*maxLoad*modelPostings/crawled, "postings", "one crawler; more crawlers share the boards")
		}, ""},
	} {
		measured, measuredText := b.capacity(n)
		if math.IsNaN(measured) || measured <= 0 {
			complete = false
			fmt.Fprintf(&out, "| %s | %s | not measured well enough in this run | | |\n", n.part, n.text)
			continue
		}
		machines, slow := math.Max(1, math.Ceil(n.perSecond/(measured*maxLoad))), ""
		if total += machines; n.part == "searches" {
			if replicas = machines; tooSlow {
				slow = " for the rate, but not for the latency"
			}
		}
		fmt.Fprintf(&out, "| %s | %s | %s | %.0f%s | %s |\n", n.part, n.text, measuredText+n.remark, machines, slow, n.limit(measured))
	}
	primary, cores := b.primary([]load{
		{peopleWorkload, userWrite, requests*writeShare + logins, true}, {dispatchWorkload, firedReminder, reminders, true},
		{dispatchWorkload, deliveredMail, burst * mailShare / (60 * mailMinutes), true}, {dispatchWorkload, digestOf, digests, true},
		{crawlWorkload, knownPosting, crawled, false},
	})
	out.WriteString(primary)
	storage, stored := b.storage()
	if complete && cores > 0 {
		fmt.Fprintf(&out, `
In total, %.0f machines like this one, and one primary with %.0f cores if all data is in memory, as it was here with at most 5,000 accounts.
For ten million users the five kinds of rows below take %s; what a write costs when they exceed the memory was not measured. The machines were
measured with their own PostgreSQL, so %.0f of them include a read replica for the rows of search results, and the work of the primary is
counted twice. A read replica holds the same tables and replays the same log, which was not measured either.
`, total, cores, stored, replicas)
		if tooSlow {
			fmt.Fprintf(&out, "\nThe %.0f machines for searches carry their rate, but not with a p99 of %d ms for a page: with %g million postings "+
				"it takes longer on any number of machines.\n", replicas, searchLatency, modelPostings/1e6)
		}
	}
	return out.String() + storage
}

// emptyTables is a remark on what the dispatch workload measures.
const emptyTables = ", with empty tables"

// millions says at which number a part stops scaling, and why.
func millions(n float64, what, why string) string {
	return fmt.Sprintf("at %s million %s: %s", short(n/1e6), what, why)
}

// searchGrowth returns which part of the cost of a search at the largest size is assumed to grow in proportion to the postings; the rest is
// fixed. It is that of the steepest line through the intervals at the largest size and the next largest undisturbed one, for pages or for
// facets, whichever grow faster. More than all would be a negative fixed cost.
func (b *bench) searchGrowth() float64 {
	growth := math.Inf(-1)
	for _, name := range []string{percentile(firstPageDirect, 95), percentile(facetsDirect, 95)} {
		var p95 []figure // by size
		for _, f := range b.results {
			if f.Workload == searchWorkload.name && f.Name == name && (f.Size == b.largest() || b.disturbed(f.Workload, f.Size) == "") {
				p95 = append(p95, f)
			}
		}
		if len(p95) >= 2 {
			small, large := p95[len(p95)-2], p95[len(p95)-1]
			growing := (large.High - small.Low) / (1 - float64(small.Size)/float64(large.Size))
			growth = max(growth, math.Max(0, growing/large.High))
		}
	}
	if math.IsInf(growth, -1) {
		return 1
	}
	return math.Min(1, growth)
}

// searchLimit says at which number of postings the index fills the memory of one machine, or a search takes too long, and reports whether
// it takes too long with those of the model.
func (b *bench) searchLimit(growing float64) (text string, tooSlow bool) {
	memory, found := b.found(searchWorkload, memoryWithCrawl)
	page, foundPage := b.found(searchWorkload, percentile(pageGateway, 99))
	if !found || !foundPage {
		return "with the memory of one machine: each replica holds the whole index", false
	}
	if building, found := b.found(searchWorkload, memoryOfStart); found {
		memory.Value = math.Max(memory.Value, building.Value)
	}
	if page.Value > searchLatency {
		return fmt.Sprintf("before %s postings: with these the p99 of a page is %s ms even at %d queries/s, and more machines do not shorten "+
			"a query", count(page.Size), short(page.Value), queriesPerSecond), true
	}
	byMemory := maxLoad * replicaMemory * float64(memory.Size) / memory.Value
	// The bad end of the interval, as everywhere in the model. The limit is 0 if the fixed part alone takes too long.
	byTime := float64(page.Size) * math.Max(0, 1+(searchLatency/page.High-1)/growing)
	if byTime < byMemory {
		return millions(byTime, "postings", fmt.Sprintf("the p99 of a page, at the high end of its interval, reaches %d ms even at %d "+
			"queries/s, and more machines do not shorten a query", searchLatency, queriesPerSecond)), byTime < modelPostings
	}
	return millions(byMemory, "postings", fmt.Sprintf("each replica builds and holds the whole index, in half of %g GB", replicaMemory/1000)),
		byTime < modelPostings
}

// load is work for the PostgreSQL primary.
type load struct {
	workload  workload
	unit      string
	perSecond float64
	ofUsers   bool // grows with the number of users
}

// primary returns the row of the PostgreSQL primary and the cores that it needs if the peaks of all parts coincide.
func (b *bench) primary(parts []load) (row string, cores float64) {
	var demand, each []string
	var busy, users, log float64 // cores in use, cores used for users, MB of WAL per second
	for _, p := range parts {
		time, found := b.found(p.workload, postgresTime+p.unit)
		written, foundLog := b.found(p.workload, postgresLog+p.unit)
		if !found || !foundLog {
			return "| PostgreSQL primary | | not measured well enough in this run | | |\n", 0
		}
		busy, log = busy+p.perSecond*time.Value/1000, log+p.perSecond*written.Value/1000
		if p.ofUsers {
			users += p.perSecond * time.Value / 1000
		}
		demand = append(demand, fmt.Sprintf("%s × %s", short(p.perSecond), p.unit))
		each = append(each, fmt.Sprintf("%s: %s ms, %s kB", p.unit, short(time.Value), short(written.Value)))
	}
	cores = math.Ceil(busy / maxLoad)
	return fmt.Sprintf("| PostgreSQL primary | per second: %s | processor time and log, with all data in memory and at most 5,000 accounts: "+
		"%s | 1 with %.0f cores, %s MB of log/s | by processor time alone, %s |\n",
		strings.Join(demand, ", "), strings.Join(each, "; "), cores, short(log),
		millions((primaryCores*maxLoad-(busy-users))/users*modelUsers, "users", fmt.Sprintf("all writes go to one machine, here of %g cores "+
			"with all data in memory; then one database per service, then users sharded by id", primaryCores))), cores
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
	text = fmt.Sprintf("%g requests/s without a failure, 30%% of them searches (the rate tested, not the maximum)", requestsPerSecond)
	goals, _ := b.judge()
	for _, j := range goals {
		if j.beyond > 0 && len(j.routes) > 1 {
			text += fmt.Sprintf("; %d of %d routes had a p95 above %d ms", j.beyond, len(j.routes), routeP95)
		}
	}
	return requestsPerSecond, text
}

// storage estimates disk, memory and write-ahead log from this run's figures, and returns the size of all tables separately too.
func (b *bench) storage() (list, tables string) {
	var out strings.Builder
	stored := 0.0 // GB in tables, NaN if one of them was not measured
	disk := func(figure, text string, millions float64) {
		if f, found := b.found(footprintWorkload, figure); found {
			fmt.Fprintf(&out, "- %s: %s GB on disk (%s %s per million).\n", text, short(f.Value*millions/1000), short(f.Value), f.Unit)
			if figure != diskPerIndex {
				stored += f.Value * millions / 1000
			}
		} else if figure != diskPerIndex {
			stored = math.NaN()
		}
	}
	disk(diskPer("postings"), fmt.Sprintf("%g million postings", modelPostings/1e6), modelPostings/1e6)
	disk(diskPer("applications"), fmt.Sprintf("%g applications per user", applicationsPerUser), modelUsers*applicationsPerUser/1e6)
	disk(diskPerIndex, fmt.Sprintf("Saved index of %g million postings, on each search replica", modelPostings/1e6), modelPostings/1e6)
	disk(diskPer("accounts"), fmt.Sprintf("%g million accounts", modelUsers/1e6), modelUsers/1e6)
	disk(diskPer("notifications"), fmt.Sprintf("%g notifications per user", notificationsPerUser), modelUsers*notificationsPerUser/1e6)
	disk(diskPer("reminders"), fmt.Sprintf("%g reminders per user", storedReminders), modelUsers*storedReminders/1e6)
	if tables = "what this run did not measure"; !math.IsNaN(stored) {
		tables = short(stored) + " GB"
		fmt.Fprintf(&out, "- These tables: %s, on the primary and on each read replica.\n", tables)
	}
	for _, m := range [][2]string{{memoryWithCrawl, "after searches beside a crawl"}, {memoryOfStart, "at most while it builds its index"}} {
		if f, found := b.found(searchWorkload, m[0]); found {
			fmt.Fprintf(&out, "- Memory of each search replica %s: %s GB for %g million postings, scaled linearly from %s MB for %s postings, "+
				"all parts in one process.\n", m[1], short(f.Value*modelPostings/float64(f.Size)/1000), modelPostings/1e6, short(f.Value),
				count(f.Size))
		}
	}
	if f, found := b.found(crawlWorkload, postgresLog+knownPosting); found { // one in fifty was new or changed, as in the model
		fmt.Fprintf(&out, "- Write-ahead log from crawling: %s GB per day.\n", short(f.Value*modelPostings*crawlsPerDay/1e6))
	}
	if out.Len() == 0 {
		return "", tables
	}
	return "\nStorage:\n\n" + out.String(), tables
}

var modelText = fmt.Sprintf(`## A model for ten million users

This is an estimate from the figures above; it has not been run. The assumptions, defined in bench/model.go, are: %.0f%% of users are active
each day; the busiest hour has %.0f%% of the day's requests; an active user sends %g searches and %g other requests a day; %.0f%% of the
day's logins fall in one hour; %.0f%% of users get the weekly digest; each user has %g reminders a day, %.0f%% of them mailed, and %.0f%% of the day's reminders
are due in one minute; %s million postings are crawled %g times a day, and %.0f%% of them are new or changed each time. Time and cost of
searches and digests are assumed to have a fixed part and a part that grows in proportion to the postings, %%s: the steepest such line that
the intervals of the p95 of a first-time page or of facets at the largest size and the next largest undisturbed one allow, without a
negative fixed part. The demand is that of the busiest hour or minute, but crawls spread over the day and digests over the hours allowed. A machine means one like this,
which also runs PostgreSQL and the load generator. It is sized for at most %.0f%% load at the low end of the measured interval; mail and the
primary, which were measured without one, at the measured value. A fired reminder is charged to the primary at the average of those
measured, of which two in five are also mailed; a user write includes the four reads that come with it. The last column says where a part
stops scaling by more machines. By default a search replica refuses more than 5 million postings, closed ones included
(job.search.max-postings).

| part | demand | one machine, measured | machines | stops scaling |
|---|---|---|---|---|
`, 100*activeShare, 100*busiestHour, searchesPerUser, otherRequestsPerUser, 100*busiestHourLogins, 100*digestShare, remindersPerUser,
	100*mailShare, 100*busiestMinute, short(modelPostings/1e6), crawlsPerDay, 100*changedShare, 100*maxLoad)
