package house

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// asvsClauses is how many requirements of levels 1 and 2 each section of OWASP ASVS 5.0.0 has. They are the first ones of
// their section. Chapters 10 and 17 do not apply.
var asvsClauses = map[string]int{
	"1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
	"2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
	"3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
	"4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
	"5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
	"6.1": 3, "6.2": 12, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
	"7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
	"8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
	"9.1": 3, "9.2": 4,
	"11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
	"12.1": 3, "12.2": 2, "12.3": 4,
	"13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
	"14.1": 2, "14.2": 4, "14.3": 3,
	"15.1": 3, "15.2": 3, "15.3": 7,
	"16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
}

var (
	asvsRow = regexp.MustCompile(`^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| (?:1|2|1, 2) \| [^|]+ \| ` +
		`(met|by design|not met|n\.a\.) \| ([^|]+) \|$`)
	asvsCount  = regexp.MustCompile(`^\| V(\d+) [^|]+ \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$`)
	asvsTotal  = regexp.MustCompile(`^\| all (\d+) \| \*\*(\d+)\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\* \| \*\*(\d+)\*\* \|$`)
	asvsProof  = regexp.MustCompile("`[^`]+`|above|\\]\\(")
	asvsQuoted = regexp.MustCompile("`([^`]+)`")
	asvsStates = []string{"met", "by design", "not met", "n.a."}
)

// TestASVSPageIsComplete checks that docs/security-asvs.md has each clause once, counts them correctly, and names the
// file of each test.
func TestASVSPageIsComplete(t *testing.T) {
	t.Parallel()
	page := document(t, "docs/security-asvs.md")
	seen := map[string]bool{}
	counts := map[string]map[string]int{} // by chapter and state
	var said []string
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		checkFilesOfTests(t, line)
		if asvsCount.MatchString(line) || asvsTotal.MatchString(line) {
			said = append(said, line)
		}
		m := asvsRow.FindStringSubmatch(line)
		if m == nil {
			if regexp.MustCompile(`^\| \d+\.\d+\.\d+`).MatchString(line) {
				t.Errorf("not a row: %s", line)
			}
			continue
		}
		if m[2] == "met" && !asvsProof.MatchString(m[3]) {
			t.Errorf("met without a proof: %s", line)
		}
		for clause := range strings.SplitSeq(m[1], ", ") {
			if seen[clause] {
				t.Errorf("%s is there twice", clause)
			}
			seen[clause] = true
			chapter, _, _ := strings.Cut(clause, ".")
			for _, key := range []string{chapter, "all"} {
				if counts[key] == nil {
					counts[key] = map[string]int{}
				}
				counts[key][m[2]]++
			}
		}
	}
	wanted := 0
	for section, n := range asvsClauses {
		wanted += n
		for i := range n {
			if clause := fmt.Sprintf("%s.%d", section, i+1); !seen[clause] {
				t.Errorf("%s is missing", clause)
			}
		}
	}
	if len(seen) != wanted {
		t.Errorf("%d clauses, want %d", len(seen), wanted)
	}
	if len(said) != len(counts) {
		t.Errorf("%d counts, want %d", len(said), len(counts))
	}
	for _, line := range said {
		key, m := "all", asvsTotal.FindStringSubmatch(line)
		if m == nil {
			m = asvsCount.FindStringSubmatch(line)
			key = m[1]
		} else if m[1] != strconv.Itoa(wanted) {
			t.Errorf("the page says %s clauses", m[1])
		}
		for i, state := range asvsStates {
			if got := strconv.Itoa(counts[key][state]); got != m[2+i] {
				t.Errorf("V%s: %s are %s, the page says %s", key, got, state, m[2+i])
			}
		}
	}
}

// checkFilesOfTests checks that each test is in the test file that the line names next.
func checkFilesOfTests(t *testing.T, line string) {
	t.Helper()
	var waiting []string
	for _, m := range asvsQuoted.FindAllStringSubmatch(line, -1) {
		switch {
		case strings.HasSuffix(m[1], "_test.go"):
			b, err := os.ReadFile(filepath.Join(root, m[1]))
			if err != nil {
				t.Error(err)
			}
			for _, name := range waiting {
				if !strings.Contains(string(b), "\nfunc "+name+"(") {
					t.Errorf("%s is not in %s", name, m[1])
				}
			}
			waiting = nil
		case strings.HasPrefix(m[1], "Test"), strings.HasPrefix(m[1], "Fuzz"):
			waiting = append(waiting, m[1])
		}
	}
	if len(waiting) > 0 {
		t.Errorf("no file is named for %v", waiting)
	}
}
