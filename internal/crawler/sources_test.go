package crawler

import (
	"strings"
	"testing"
)

// TestUndocumentedFamiliesCanBeSwitchedOff checks that one key excludes the boards that are merely reachable, and no
// others.
func TestUndocumentedFamiliesCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3), employer("workday", "birch", 3))
	worker := w.worker(func(c *Config) { c.Undocumented = false })
	if sum := w.crawl(worker); sum.Created != 3 {
		t.Fatalf("got %+v, want 3 created", sum)
	}
	if got := value[string](w, "SELECT last_error FROM crawler.pull_target WHERE source_type = 'workday'"); !strings.Contains(got, "crawler.source.undocumented is false") {
		t.Errorf("got %q, want it to contain %q", got, "crawler.source.undocumented is false")
	}
	_, _, err := worker.AddTarget(t.Context(), Target{Family: "workday", Token: "acorn/wd3/Careers", Name: "Acorn"}, false)
	if err == nil || !strings.Contains(err.Error(), "boards of Workday are not read") {
		t.Errorf("got %v, want an error with %q", err, "boards of Workday are not read")
	}
	if sum := w.crawl(w.worker()); sum.Created != 3 {
		t.Errorf("after it was switched on again: %+v", sum)
	}
}
