package crawler

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"rolecall/internal/crawler/store"
)

// namedBoards is how many boards a summary names; the log of pulls has them all.
const namedBoards = 10

// CrawlSummary is what a crawl did.
type CrawlSummary struct {
	Boards, Seen, Created, Changed, Reopened, Closed int
	Failed                                           int // boards that could not be pulled
	Doubtful                                         int // boards pulled in part, or whose closings wait for a second pull
	Remarks                                          []Remark
}

// Remark is what is to be said about one board. Only the first few are kept.
type Remark struct {
	Board  string
	Failed bool
	Text   string
}

// summarise reads the pass from the log of pulls, which also has what earlier holders did.
func (w *Worker) summarise(ctx context.Context, pass uuid.UUID) (CrawlSummary, error) {
	t, err := w.q.PassTotals(ctx, w.db, pass)
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("summarise the pass: %w", err)
	}
	counts, err := w.q.PassRemarkCounts(ctx, w.db, pass)
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("summarise the pass: %w", err)
	}
	remarks, err := w.q.PassRemarks(ctx, w.db, store.PassRemarksParams{PassID: pass, Most: namedBoards})
	if err != nil {
		return CrawlSummary{}, fmt.Errorf("summarise the pass: %w", err)
	}
	s := CrawlSummary{
		Boards: int(t.Boards), Seen: int(t.Seen), Created: int(t.Created), Changed: int(t.Changed), Reopened: int(t.Reopened),
		Closed: int(t.Closed), Failed: int(t.Failed), Doubtful: int(counts.Doubtful),
	}
	for _, r := range remarks {
		// The address is in the log of pulls; here it would bury the reason.
		text, _, _ := strings.Cut(*r.Error, " at http")
		s.Remarks = append(s.Remarks, Remark{Board: label(r.SourceType, r.Token), Failed: r.Outcome == "failed", Text: text})
	}
	return s, nil
}

// String is one line for the admin page and the terminal.
func (s CrawlSummary) String() string {
	if s.Boards == 0 {
		return "nothing to do: no active board is due"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s seen, %s new, %s changed, %s closed", count(s.Boards, "board"), count(s.Seen, "posting"),
		number(s.Created), number(s.Changed), number(s.Closed))
	if s.Reopened > 0 {
		fmt.Fprintf(&b, ", %s reopened", number(s.Reopened))
	}
	s.name(&b, "failed", true, s.Failed)
	s.name(&b, "to be confirmed", false, s.Doubtful)
	return b.String()
}

func (s CrawlSummary) name(b *strings.Builder, what string, failed bool, all int) {
	if all == 0 {
		return
	}
	fmt.Fprintf(b, "; %s %s", count(all, "board"), what)
	named := 0
	for _, r := range s.Remarks {
		if r.Failed != failed {
			continue
		}
		separator := ", "
		if named == 0 {
			separator = ": "
		}
		fmt.Fprintf(b, "%s%s (%s)", separator, r.Board, r.Text)
		named++
	}
	if named > 0 && named < all {
		fmt.Fprintf(b, " and %s more", number(all-named))
	}
}

// verdict: one board that could be pulled makes a pass a success, and so does having nothing to do.
func (s CrawlSummary) verdict() verdict {
	if s.Boards > 0 && s.Failed == s.Boards {
		return verdict{failed: true, summary: s.String(), reason: "every board failed" + s.failures()}
	}
	return verdict{summary: s.String()}
}

func (s CrawlSummary) failures() string {
	var b strings.Builder
	s.name(&b, "failed", true, s.Failed)
	_, list, _ := strings.Cut(b.String(), ": ")
	if list == "" {
		return ""
	}
	return ": " + list
}

// count is a number with its noun: "1 board", "1,204 postings".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return number(n) + " " + noun + "s"
}

// number groups the digits by thousands.
func number(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
