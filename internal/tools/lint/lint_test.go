// Package lint proves that the linters of .golangci.yaml refuse what they must: a rule that was switched off by mistake,
// or by a new version of a linter, fails here.
package lint

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const (
	root    = "../../.."
	refused = "internal/tools/lint/testdata/refused/refused.go"
)

func TestLintersRefuse(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(root + "/" + refused)
	if err != nil {
		t.Fatal(err)
	}
	// Reading them makes a cached result of this test end with a change to either.
	for _, name := range []string{"/.golangci.yaml", "/tools/lint/go.sum"} {
		if _, err := os.ReadFile(root + name); err != nil {
			t.Fatal(err)
		}
	}
	var want []string
	for i, line := range strings.Split(string(source), "\n") {
		if _, linters, ok := strings.Cut(line, "// want "); ok {
			for linter := range strings.FieldsSeq(linters) {
				want = append(want, fmt.Sprintf("line %d: %s", i+1, linter))
			}
		}
	}

	report := t.TempDir() + "/report.json"
	cmd := exec.CommandContext(t.Context(), "go", "tool", "-modfile=tools/lint/go.mod", "golangci-lint", "run",
		"--issues-exit-code=0", "--allow-parallel-runners", "--output.json.path="+report, refused)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("golangci-lint: %v\n%s", err, out)
	}
	b, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	var found struct {
		Issues []struct {
			FromLinter string
			Pos        struct{ Line int }
		}
	}
	if err := json.Unmarshal(b, &found); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, issue := range found.Issues {
		got = append(got, fmt.Sprintf("line %d: %s", issue.Pos.Line, issue.FromLinter))
	}
	for _, w := range want {
		if !slices.Contains(got, w) {
			t.Errorf("%s does not report", w)
		}
	}
	for _, g := range got {
		if !slices.Contains(want, g) {
			t.Errorf("%s reports and should not", g)
		}
	}
}
