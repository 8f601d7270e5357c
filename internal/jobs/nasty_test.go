package jobs_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
)

// TestNastyInput sends what breaks searches. The answer is 200 or 400, and soon.
func TestNastyInput(t *testing.T) {
	t.Parallel()
	w := seeded(t, 2_000)
	id := scan[uuid.UUID](w, "SELECT id FROM crawler.job_post LIMIT 1")
	inputs := []string{
		`"`, `""`, `"""`, `"unclosed`, `-`, `--`, `-"a b"`, `- - -`, `!`, `!!go`, `&`, `|`, `a & b`, `a | b`, `()`, `(((`, `)`, `<->`, `a <-> b`,
		`a:*`, `a:A`, `:`, `\`, `\\`, `'`, `''`,
		`'; DROP TABLE crawler.job_post; --`, `" OR 1=1 --`, `%`, `_`, `%%%`, `$1`, `?`, `??`, `{}`, `[]`, `*`, `or`, `or or or`, `and`, `-or`,
		"\x00", "a\x00b", "\xff\xfe", "a\xc3",
		"😀", "👩‍👩‍👧‍👦 😀😀", "\u202eoverride", "العربية", "עברית", "日本語 開発", "ﷺ", "Ｆｕｌｌ", "e\u0301", "\u200b", "\u00a0", "\t\n\r", "İstanbul", "ß",
		"a\u0300\u0301\u0302\u0303",
		strings.Repeat("a", 500), strings.Repeat("a ", 250), strings.Repeat(`"`, 500), strings.Repeat("-", 500), strings.Repeat("😀", 500),
		strings.Repeat("a or ", 100),
		strings.Repeat("the and ", 62), strings.Repeat(`"and the" `, 50), strings.Repeat("-the ", 100), strings.Repeat("x", 501),
		strings.Repeat("x", 100<<10), strings.Repeat("漢", 500),
		strings.Repeat(",", 200), strings.Repeat("a,", 100), "<script>alert(1)</script>", "http://example.org/?q=1&r=2", "user@example.org",
		"1e309", "-1", "NaN",
	}
	for _, in := range inputs {
		for _, name := range []string{"keyword", "location", "company", "excludeCompany", "skill", "language", "compensationCurrency",
			"compensationMin", "near", "within", "sort", "page"} {
			for _, path := range []string{"/jobs?sort=relevance&", "/jobs?interpret=true&correct=true&highlight=true&", "/jobs/facets?"} {
				if name == "sort" {
					path = strings.Replace(path, "sort=relevance&", "", 1)
				}
				rec := httptest.NewRecorder()
				start := time.Now()
				w.handler.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path+values(name, in), nil))
				if rec.Code != http.StatusOK && rec.Code != http.StatusBadRequest {
					t.Errorf("%s%s=%.40q: got %d: %s, want 200 or 400", path, name, in, rec.Code, rec.Body)
				}
				if took := time.Since(start); took > 10*time.Second { // a few milliseconds, unless the machine is busy
					t.Errorf("%s%s=%.40q took %s", path, name, in, took)
				}
			}
		}
		// And so do the others that take text, with answers held against the contract.
		for _, path := range []string{"/jobs/companies?" + values("q", in), "/jobs/suggest?" + values("q", in), "/jobs/" + id.String() + "?" +
			values("highlight", in)} {
			if res := w.Do(http.MethodGet, path, nil); res.Status != http.StatusOK && res.Status != http.StatusBadRequest {
				t.Errorf("%.60q: got %d: %s, want 200 or 400", path, res.Status, res.Body)
			}
		}
	}
	if n := scan[int](w, "SELECT count(*) FROM crawler.job_post"); n != 2_000 {
		t.Errorf("%d postings are left, want 2000", n)
	}
}
