package crawler

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/crawler/store"
)

// namedBoards is the number of boards that a summary names; the log of pulls has all of them.
const namedBoards = 10

// CrawlSummary counts what a crawl did.
type CrawlSummary struct {
	Boards, Seen, Created, Changed, Reopened, Closed int
	Failed                                           int       // boards that could not be pulled
	Doubtful                                         int       // boards pulled in part, or with postings to be closed by the next pull
	Waiting                                          int       // active boards left out, because they back off after failures
	WaitingUntil                                     time.Time // end of the first of these back-offs
	Remarks                                          []Remark
}

// Remark is a remark about one board. Only the first few are kept.
type Remark struct {
	Board  string
	Failed bool
	Text   string
}

// summarise reads the totals of the pass from the log of pulls, which includes the pulls of earlier holders.
func (w *Worker) summarise(ctx context.Context, pass uuid.UUID) (CrawlSummary, error) {
	t, err := w.q.PassTotals(ctx, w.db, pass)
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("summarise the pass: %w", err)
	}
	remarks, err := w.q.PassRemarks(ctx, w.db, store.PassRemarksParams{PassID: pass, Most: namedBoards})
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("summarise the pass: %w", err)
	}
	s := CrawlSummary{
		Boards: int(t.Boards), Seen: int(t.Seen), Created: int(t.Created), Changed: int(t.Changed), Reopened: int(t.Reopened),
		Closed: int(t.Closed), Failed: int(t.Failed), Doubtful: int(t.Doubtful),
	}
	for _, r := range remarks {
		// The log of pulls has the address; here it would hide the reason.
		text, _, _ := strings.Cut(*r.Error, " at http")
		s.Remarks = append(s.Remarks, Remark{Board: label(r.SourceType, r.Token), Failed: r.Outcome == "failed", Text: text})
	}
	return s, nil
}

// String returns one line for the admin page and the terminal.
func (s CrawlSummary) String() string {
	if s.Boards == 0 {
		return "nothing to do: no active board is due" + s.leftOut()
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s seen, %s new, %s changed, %s closed", count(s.Boards, "board"), count(s.Seen, "posting"),
		number(s.Created), number(s.Changed), number(s.Closed))
	if s.Reopened > 0 {
		fmt.Fprintf(&b, ", %s reopened", number(s.Reopened))
	}
	if s.Failed > 0 {
		fmt.Fprintf(&b, "; %s failed%s", count(s.Failed, "board"), s.named(true, s.Failed))
	}
	if s.Doubtful > 0 {
		fmt.Fprintf(&b, "; %s to be confirmed%s", count(s.Doubtful, "board"), s.named(false, s.Doubtful))
	}
	return b.String() + s.leftOut()
}

// leftOut says how many boards the crawl left out. Until when is only in the counts: here a time would need somebody's zone.
func (s CrawlSummary) leftOut() string {
	if s.Waiting == 0 {
		return ""
	}
	return fmt.Sprintf("; %s left out after failures", count(s.Waiting, "board"))
}

// counts returns what the pages of administrators show in their own language.
func (s CrawlSummary) counts() []byte {
	boards := map[string]any{"read": s.Boards - s.Failed, "failed": s.Failed, "waiting": s.Waiting}
	if s.Waiting > 0 {
		boards["waitingUntil"] = s.WaitingUntil.UTC()
	}
	doc, err := json.Marshal(map[string]any{"boards": boards})
	if err != nil {
		panic(err) // numbers and a time
	}
	return doc
}

// named lists the failed or the doubtful boards among the remarks: ": a (why), b (why) and 3 more".
func (s CrawlSummary) named(failed bool, all int) string {
	var boards []string
	for _, r := range s.Remarks {
		if r.Failed == failed {
			boards = append(boards, fmt.Sprintf("%s (%s)", r.Board, r.Text))
		}
	}
	if len(boards) == 0 {
		return ""
	}
	list := ": " + strings.Join(boards, ", ")
	if more := all - len(boards); more > 0 {
		list += fmt.Sprintf(" and %s more", number(more))
	}
	return list
}

// verdict returns how the pass ended: it fails only if every board failed.
func (s CrawlSummary) verdict() verdict {
	if s.Boards > 0 && s.Failed == s.Boards {
		return verdict{failed: true, summary: s.String(), reason: "every board failed" + s.named(true, s.Failed), counts: s.counts()}
	}
	return verdict{summary: s.String(), idle: s.Boards == 0, counts: s.counts()}
}

// count returns a number with its noun: "1 board", "1,204 postings".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// number returns a number with its digits grouped by thousands.
func number(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
