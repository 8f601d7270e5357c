package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

const (
	stolenTime = "CPU time stolen by the host"
	worstRound = stolenTime + ", worst round"
	maxStolen  = 2.0 // percent; with more, a workload is marked as disturbed
)

func (b *bench) markdown() string {
	var out strings.Builder
	fmt.Fprintf(&out, "# Performance\n\n%s\n\n", b.preface())
	if b.about.Partial {
		out.WriteString("**This is a partial or smaller run. It shows that the measurement works, but says nothing about a million postings.**\n\n")
	}
	fmt.Fprintf(&out, "## Goals\n\n%s\n%s", b.goals(), b.methods())
	for _, w := range workloads {
		fmt.Fprintf(&out, "## %s\n\n", strings.ToUpper(w.name[:1])+w.name[1:])
		if text := b.meaning(w); text != "" {
			fmt.Fprintf(&out, "**%s**\n\n", text)
		}
		fmt.Fprintf(&out, "%s Run it alone: `%s`\n\n", w.about, w.command)
		if failure := b.failed[w.name]; failure != "" {
			fmt.Fprintf(&out, "**Failed in this run:** %s\n\n", strings.ReplaceAll(failure, "\n", " "))
		}
		out.WriteString(b.figures(w))
		if w.name == searchWorkload.name {
			out.WriteString(b.fasterPeers())
		}
	}
	out.WriteString(peersText + unmeasuredText + b.model() +
		"\nFor scaling beyond one machine, see [architecture.md](architecture.md#growing-beyond-one-machine).\n")
	return out.String()
}

func (b *bench) preface() string {
	revised := ""
	if b.from != "" {
		revised = " Its texts were revised later; its figures were not."
	}
	return fmt.Sprintf(`Written by `+"`%s`"+` in %s on %s: %s, %s.%s
The load generator, PostgreSQL and the platform share these cores. Goals are judged at the largest number of postings. Every figure, also
those left out below, is in [%s](%[7]s).

A goal is *held* if the whole 95%% interval of its figure within this run meets the bound, *missed* if the whole interval violates it, and *too noisy to
tell* otherwise. A workload is marked *disturbed* at a size if the host of this virtual machine took more than %g%% of the processor time
that the machine asked for, over the workload or in one of its rounds (of correctness, phone and footprint as a whole only), or if this
machine hashed passwords at less than %g%% of the rate of its fastest workload, for half a second before the workload and each of its
rounds: it, or a peer, may be slower for that reason. The host's neighbours slow the machine down in spells of minutes to hours, and so may
work that is still going on here, such as vacuum. An interval tells what the minutes of the run allowed; another run's may lie beside it if
the machine was faster or slower then.`, b.about.Command, b.about.Took, b.about.Date, b.about.Machine, b.about.Version, revised, filepath.Base(b.raw()), maxStolen, 100*minPace)
}

// methods explains the terms and how everything is measured.
func (b *bench) methods() string {
	return fmt.Sprintf(`## Terms and methods

- **Gateway**: the only part that browsers talk to; it checks the session and passes requests on. **Jobs service**: the part behind it that
  answers searches; figures "jobs service" leave the gateway out. **Single process**: all parts together, as `+"`rolecall up`"+` runs them.
- **First-time**: a query that the process has not seen before. **Slots**: how many passwords are hashed at the same time. **Write-ahead
  log**: what PostgreSQL writes to disk before it acknowledges a change.
- **Intervals** come from a two-stage bootstrap over %d rounds (%d for logins, restarts and the phone, 3 for searches at the smaller
  sizes and for the highest rates): rounds are drawn with replacement, then tenths of each round; the result is widened by Student's factor for so few rounds
  (1.6 for five, 1.9 for four, 2.7 for three), so that an end may lie beyond what is possible. For freshness crawls take the place of rounds,
  since a crawl commits its changes together. The sides of a comparison take turns within every round, the
  platform always first. The number of rounds was fixed before the run, and nothing was repeated because of its result. Figures without an
  interval were counted or measured once. There is no correction for the number of goals.
- **Percentiles** are over the n answers of all rounds, and are omitted where fewer than %d lie beyond them. Requests arrive as a Poisson
  process of a fixed rate, however slow the answers are; a latency counts from when the request was due; a failed answer counts as one
  minute.
- **PostgreSQL** is one server for the platform and all peers, with the settings that `+"`rolecall up`"+` ships: 512 MB of max_wal_size,
  checkpoints at most 5 minutes apart, 8 MB of work_mem, fsync and synchronous commit on. Three differ: shared_buffers is an eighth of the
  memory, at most 4 GB (shipped: 128 MB; PostgreSQL's documentation suggests a quarter of a dedicated server, which this one is not);
  effective_cache_size is half of the memory (512 MB); max_connections is 300 (120). So `+"`rolecall up`"+` as shipped may be slower. All data
  fits in memory, except after the cold starts.
- **Disk**: an 8 KiB write with fsync takes %s ms here. A disk for which it takes 1 ms should add about that to every single write and
  login, and little to batches (crawl, reminders); that was not measured.
- **Data** is synthetic (`+"`internal/jobs/seed`"+`): descriptions have 150 to 250 words from a small vocabulary with 20,000 rare words,
  fewer than real ones, so memory, disk and rebuild per million postings are lower than with real ones. Queries are built from its titles,
  skills, companies and places, so nearly all have results; more of what real people type has none. Absolute figures hold for this machine
  only.
- **The platform** has its default limits, except for how much the crawler may request from one host, and its default log, written to a file:
  in separate processes a line per request, in a single process warnings. The load generator is a trusted proxy, and each of its callers has
  an address of its own. It imports the platform's packages for seeding, the schema and starting PostgreSQL; of what they do only that start
  is measured, as a part of the cold start.

`, b.rounds, min(b.rounds, maxSlowRounds), beyond, b.about.SyncTime)
}

// judgement is a goal with what this run says about it.
type judgement struct {
	row      string // row of the goals table
	workload workload
	goal     goal
	figure   figure
	verdict  string
	routes   []string // verdicts on the goals that this one stands for: the worst route stands for all
	beyond   int      // how many of these were measured beyond the bound, whatever the interval
}

// judge returns the judgements on the goals, and on the checks.
func (b *bench) judge() (goals, checks []judgement) {
	severity := []string{held, open, unmeasured, missed}
	worse := func(a, b judgement) bool {
		of := slices.Index(severity, a.verdict) - slices.Index(severity, b.verdict)
		return of > 0 || of == 0 && a.figure.Value > b.figure.Value
	}
	for _, w := range workloads {
		for _, g := range w.goals {
			j := judgement{row: goalRow(w, g.figure), workload: w, goal: g, verdict: unmeasured}
			if f, found := b.found(w, g.figure); found && f.Size == b.largest() {
				j.figure, j.verdict = f, g.verdict(f.estimate)
				if g.verdict(exact(f.Value)) == missed {
					j.beyond = 1
				}
			}
			j.routes = []string{j.verdict}
			last := len(goals) - 1
			switch {
			case g.check():
				j.row = w.name
				checks = append(checks, j)
			case w.name == peopleWorkload.name && last >= 0 && goals[last].row == j.row:
				routes, beyond := append(goals[last].routes, j.routes...), goals[last].beyond+j.beyond
				if worse(j, goals[last]) {
					goals[last] = j
				}
				goals[last].routes, goals[last].beyond = routes, beyond
			default:
				goals = append(goals, j)
			}
		}
	}
	return goals, checks
}

// goalRow returns the row of the goals table for a figure.
func goalRow(w workload, figure string) string {
	switch {
	case strings.HasPrefix(figure, commitToSearchable):
		return "freshness"
	case strings.HasPrefix(figure, facetsDirect):
		return "facets"
	case w.name == searchWorkload.name:
		return "first-time search"
	}
	return w.name
}

// throughGateway names the figures that measure through the gateway what a goal judges in the jobs service.
var throughGateway = map[string]string{
	percentile(firstPageDirect, 95): percentile(pageGateway, 95), percentile(firstPageDirect, 99): percentile(pageGateway, 99),
	percentile(facetsDirect, 95): percentile(facetsGateway, 95), percentile(facetsDirect, 99): percentile(facetsGateway, 99),
}

// goals returns a table of all goals, including those that were not measured, and a list of the checks.
func (b *bench) goals() string {
	var out strings.Builder
	goals, checks := b.judge()
	fmt.Fprintf(&out, "At %s postings: %s\n\n| | figure | goal | measured | the run before | verdict | remark |\n|---|---|---|---|---|---|---|\n", count(b.largest()), b.summary())
	row := ""
	for _, j := range goals {
		what, measured, verdict := j.goal.figure, j.figure.text(), "**"+j.verdict+"**"
		if len(j.routes) > 1 {
			what = fmt.Sprintf("p95 of each of %d routes, one goal each; the worst is shown", len(j.routes))
			measured = strings.TrimSuffix(j.figure.Name, ", p95") + ": " + measured
			j.figure.Note = fmt.Sprintf("%g requests/s in total, %s, %d measured beyond the bound", requestsPerSecond,
				tally(j.routes, "routes held"), j.beyond)
		}
		if j.verdict == unmeasured {
			measured, verdict = "", j.verdict
		} else {
			if j.verdict == open && j.beyond > 0 {
				verdict += ", measured beyond the bound"
			}
			if f, found := b.found(j.workload, commitToSearchable+", max"); found && j.row == "freshness" && f.Value <= j.goal.bound {
				verdict += ", met in every crawl"
			}
			if b.disturbed(j.figure.Workload, b.largest()) != "" {
				verdict += ", disturbed"
			}
		}
		if j.row == row {
			j.row = ""
		} else {
			row = j.row
		}
		before := ""
		if f, found := b.foundBefore(j.workload, j.goal.figure); found {
			before = f.text()
		}
		if f, found := b.found(j.workload, throughGateway[j.goal.figure]); found {
			j.figure.Note = strings.TrimPrefix(j.figure.Note+"; through the gateway, repeated queries included, "+f.text(), "; ")
		}
		fmt.Fprintf(&out, "| %s | %s | %s %s %s | %s | %s | %s | %s |\n", j.row, what, j.goal.is, short(j.goal.bound), j.figure.Unit, measured,
			before, verdict, j.figure.Note)
	}
	var disturbed, speeds []string
	for _, w := range workloads {
		if f, found := b.found(w, machinePace); found && f.Size == b.largest() {
			speeds = append(speeds, w.name+" "+short(f.Value))
		}
		if shares := b.disturbed(w.name, b.largest()); shares != "" {
			disturbed = append(disturbed, w.name+" "+shares)
		}
	}
	if disturbed != nil {
		fmt.Fprintf(&out, "\nDisturbed at this size: %s.\n", strings.Join(disturbed, ", "))
	}
	if speeds != nil {
		f := b.fastest()
		fmt.Fprintf(&out, "\nSpeed of this machine meanwhile, in password hashes per second: %s; the fastest of this run was %s, in %s at %s postings.\n",
			strings.Join(speeds, ", "), short(f.Value), f.Workload, count(f.Size))
	}
	out.WriteString(b.agreement())
	out.WriteString("\nChecks:\n\n")
	for _, j := range checks {
		text := ""
		if j.verdict != unmeasured {
			text = j.figure.text() + " " + j.figure.Note + ", "
		}
		fmt.Fprintf(&out, "- %s, %s: %s**%s**\n", j.row, j.goal.figure, text, j.verdict)
	}
	return out.String()
}

// summary counts the verdicts, one per row of the table.
func (b *bench) summary() string {
	var verdicts []string
	marked, beyond := 0, 0
	goals, _ := b.judge()
	for _, j := range goals {
		verdicts = append(verdicts, j.verdict)
		if j.verdict == held && b.disturbed(j.figure.Workload, b.largest()) != "" {
			marked++
		}
		if j.verdict == open && j.beyond > 0 {
			beyond++
		}
	}
	return tally(verdicts, fmt.Sprintf("goals held (%d of them disturbed)", marked)) +
		fmt.Sprintf(". Too noisy to tell, but measured beyond the bound: %d. The routes of people count as one goal.", beyond)
}

// tally counts verdicts; what says what is held.
func tally(verdicts []string, what string) string {
	counts := map[string]int{}
	for _, v := range verdicts {
		counts[v]++
	}
	return fmt.Sprintf("%d of %d %s, %d missed, %d too noisy to tell, %d not measured",
		counts[held], len(verdicts), what, counts[missed], counts[open], counts[unmeasured])
}

// disturbed returns what the host took from a workload, if that was too much: processor time, over the whole and in the worst round, or speed. Else "".
func (b *bench) disturbed(workload string, size int) string {
	shares := map[string]float64{}
	for _, f := range b.results {
		if f.Workload == workload && f.Size == size {
			shares[f.Name] = f.Value
		}
	}
	var taken []string
	if max(shares[stolenTime], shares[worstRound]) > maxStolen {
		taken = append(taken, short(shares[stolenTime])+"%")
		if shares[worstRound] > 0 { // else measured as a whole only
			taken = append(taken, "worst round "+short(shares[worstRound])+"%")
		}
	}
	if pace := b.pace(workload, size); pace > 0 && pace < minPace {
		taken = append(taken, fmt.Sprintf("at %.0f%% of the fastest speed", 100*pace))
	}
	if taken == nil {
		return ""
	}
	return "(" + strings.Join(taken, ", ") + ")"
}

// meanings says for each workload what its figures mean for a person.
var meanings = map[string]struct {
	text    string
	figures []string
}{
	"search": {"At 20 searches per second, the page of results takes %s at the median, one in twenty longer than %s, one in a hundred " +
		"longer than %s; the facets are a request of their own.", []string{percentile(pageGateway, 50), percentile(pageGateway, 95), percentile(pageGateway, 99)}},
	"correctness": {"Of the compared totals and counts, %s were wrong. At 20 searches per second, a change in the table is found after %s at " +
		"the median and after %s at most in this run; at rates that are more than the platform can take, after up to %s.",
		[]string{wrongAnswers, percentile(commitToSearchable, 50), commitToSearchable + ", max", lagsAtPeak + ", max"}},
	"login": {"While logins are flooded, %s of them are refused, immediately or after waiting for ten seconds. One that is accepted takes %s " +
		"at the median; one in twenty other requests takes longer than %s.",
		[]string{loginsRefused, percentile(acceptedLogin, 50), floodedRequest}},
	"dispatch": {"If 100,000 reminders fall due in the same second and the mail server accepts at once, the last mail leaves after %s with " +
		"a poll every second; with the default, every minute, up to a minute later.", []string{"due time to the last mail"}},
	"cold": {"After a crash and an immediate restart, with nothing being crawled, searches are answered again after %s on average and at " +
		"full speed after %s; about %s requests fail.", []string{killToAnswer, killToFullSpeed, failedByRestart}},
	"phone": {"On a slow phone a visitor sees the first posting, sent with the page, after %s and can use the app after %s; the slowest " +
		"interaction with a large board takes %s on average over the rounds and %s at worst.",
		[]string{firstPosting, searchPageReady, boardInteraction, boardWorst}},
	"people": {"With nothing being crawled, nineteen of twenty searches of logged-in people have their page within %s and their facets " +
		"within %s, and as many new applications are saved within %s.",
		[]string{percentile("GET /jobs", 95), percentile("GET /jobs/facets", 95), percentile("POST /applications", 95)}},
	"footprint": {"The platform needs %s of memory as separate processes without a crawl, and PostgreSQL %s. As a single process it needs %s " +
		"after searches beside a crawl, and up to %s while it builds its index. A million postings take %s of disk, and their saved index %s.",
		[]string{memoryOf("all but PostgreSQL"), memoryOf("PostgreSQL"), memoryWithCrawl, memoryOfStart, diskPer("postings"), diskPerIndex}},
	"crawl": {"New postings become searchable at %s; known ones are read again at %s.", []string{newPostings, recrawledPostings}},
}

// meaning returns one sentence for a person, "" if one of its figures was not measured.
func (b *bench) meaning(w workload) string {
	m := meanings[w.name]
	var values []any
	for _, name := range m.figures {
		f, found := b.found(w, name)
		if !found {
			if f, found = b.found(searchWorkload, name); !found {
				return ""
			}
		}
		if f.Unit == "ms" && f.Value >= 1000 {
			f.Value, f.Unit = f.Value/1000, "s"
		}
		values = append(values, strings.TrimSpace(short(f.Value)+" "+f.Unit))
	}
	if b.disturbed(w.name, b.largest()) != "" {
		return fmt.Sprintf(m.text, values...) + " This workload was disturbed."
	}
	return fmt.Sprintf(m.text, values...)
}

// fasterPeers says where a peer answers the same queries at the same rate faster than the platform.
func (b *bench) fasterPeers() string {
	var list []string
	for _, pair := range [][2]string{{oursAsPostgres, pagePostgres}, {oursAsBleve, pageBleve}, {"filtered list, gateway", "filtered list, PocketBase"}} {
		for _, ours := range b.results {
			percent, found := strings.CutPrefix(ours.Name, pair[0]+", p")
			i := slices.IndexFunc(b.results, func(f figure) bool { return f.Name == pair[1]+", p"+percent && f.Size == ours.Size })
			if found && i >= 0 && b.results[i].Value < ours.Value {
				list = append(list, fmt.Sprintf("%s at %s postings (%s ms, the platform %s ms)", b.results[i].Name, count(ours.Size),
					short(b.results[i].Value), short(ours.Value)))
			}
		}
	}
	if list == nil {
		return ""
	}
	return "Faster than the platform: " + strings.Join(list, "; ") + ".\n\n"
}

// columns are the percentiles of a latency that share a cell.
var columns = []string{"p50", "p95", "p99", "max"}

// figures returns a table of the figures of a workload, with one column per size. The percentiles of a latency share a row. Checks, and
// what explains figures rather than being one, are only in the goals or in the raw results.
func (b *bench) figures(w workload) string {
	var names []string
	cells, notes := map[string]string{}, map[string]string{} // by name and size
	bySize := map[int]bool{}
	for _, size := range slices.Backward(b.sizes) { // the largest has the most figures
		for _, f := range b.results {
			if f.Workload != w.name || f.Size != size || onlyRaw(w, f.Name) {
				continue
			}
			name, column := f.Name, ""
			if at := strings.LastIndex(name, ", "); at > 0 && slices.Contains(columns, name[at+2:]) {
				name, column = name[:at], name[at+2:]+" "
				if w.name == peopleWorkload.name && column == "p50 " {
					continue // fourteen routes are too many to show more
				}
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
			key := fmt.Sprint(name, size)
			text := column + f.text()
			if f.Samples > b.rounds && cells[key] == "" {
				text += fmt.Sprintf(", n = %s", count(f.Samples))
			}
			bySize[size], notes[key] = true, f.Note
			cells[key] = strings.TrimPrefix(cells[key]+"<br>"+text, "<br>")
		}
	}
	if len(names) == 0 {
		return ""
	}
	out, rule := "| figure |", "|---|---|"
	sizes := slices.DeleteFunc(slices.Clone(b.sizes), func(n int) bool { return !bySize[n] })
	for _, size := range sizes {
		mark := ""
		if shares := b.disturbed(w.name, size); shares != "" {
			mark = ", disturbed " + shares
		}
		out, rule = out+fmt.Sprintf(" %s postings%s |", count(size), mark), rule+"---|"
	}
	out += " remark |\n" + rule + "\n"
	for _, name := range names {
		out += "| " + name + " |"
		var plain, sized []string
		for _, size := range sizes {
			key := fmt.Sprint(name, size)
			out += " " + cells[key] + " |"
			if notes[key] != "" && cells[key] != "" {
				plain, sized = append(plain, notes[key]), append(sized, count(size)+": "+notes[key])
			}
		}
		if len(slices.Compact(slices.Clone(plain))) == 1 { // otherwise each size has its own
			sized = plain[:1]
		}
		out += " " + strings.Join(sized, "; ") + " |\n"
	}
	return out + "\n"
}

// onlyRaw reports whether a figure is left out of the table of its workload.
func onlyRaw(w workload, name string) bool {
	if name == percentile(refusedLogin, 50) {
		return true // about half are refused at once, the others after ten seconds: a median between the two says nothing
	}
	for _, start := range []string{stolenTime, machinePace, postgresTime} {
		if strings.HasPrefix(name, start) {
			return true
		}
	}
	return slices.ContainsFunc(w.goals, func(g goal) bool { return g.figure == name && g.check() })
}

const peersText = `## What the peers leave out

Some peers answer more cheaply because they do less:

- **Plain PostgreSQL** has no typo correction, synonyms, compounds, places or amounts inside keywords, currency conversion or match
  highlights. It stems English only. It ranks and counts every match, as its documentation shows; an expert could precompute more. It has
  an index on every column that is filtered, GIN indexes without fastupdate, and uses the same server, with a custom plan per query and its
  own updates, up to 100 per second. A query may use two parallel workers, as by default. Its turn follows the platform's without a pause
  or a checkpoint in between. Neither side's tables are written to while the other is measured. It finds a change as soon as it is
  committed; the platform takes a moment, and seconds at its highest rates.
- **Bleve** leaves out the same, and its data is static, in one merged segment. It does not score what is sorted by date. Its mapping
  names the fields, with English for the texts; ` + "`_all`" + ` is left on, as by default, and phrases and exclusions are looked for there. Its
  highest rate is not measured. In earlier runs its median was half of the platform's at 10,000 and at 100,000 postings, and its p95 longer.
- **PocketBase** filters one SQLite table in its own process, without live writes; skills and languages are matched as text inside a JSON
  column, and a minimum pay is compared without regard to the currency. Its logins use bcrypt at the cost where a hash takes nearest to as
  long as ours (both times are in the table), without a queue or a limit: it accepts every login of a flood sooner or later, and more of them a second, while the platform
  hashes on all cores but one, so that other requests go on, and refuses those that it could not answer within ten seconds.
- All three sort by date where the platform sorts by pay or oldest first, and where a query also asks for postings without pay, they leave
  these out.
- **River**: a job is one row. The platform also checks that the application still exists and that the user wants the notification.
- **The bare hashing library** has the machine to itself, while the platform serves other users and PostgreSQL stores sessions.

`

const unmeasuredText = `## What is not measured

- Networks, TLS, and other disks than this machine's; more than one machine; a PostgreSQL replica (see docs/high-availability.md).
- Real people, whose queries, pauses and retries do not follow Zipf's law and a Poisson process.
- Any search engine other than PostgreSQL at a million postings.
- Search at full load for hours, user requests during a crawl, and more than 5,000 accounts.
- The vocabulary of real postings. ` + "`go run ./bench -harsh`" + ` measures search memory with three million distinct words.
- Mail providers, which accept far fewer mails per second than a local SMTP server.
- An upgrade whose migration rewrites a large table: there is none yet. Measured are a migration with nothing to do and an index rebuild.
- More than 15 minutes, unless set by ` + "`-minutes`" + `, and vacuum of very old rows.
- Slow boards: the crawler would wait for them rather than work.
- The quality of extracted facts (see docs/decisions/0005-the-final-set.md).

`
