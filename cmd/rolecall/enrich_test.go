package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rolecall/internal/crawler/enrich/evaluate"
)

func TestEnrichEvaluateFile(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "postings.jsonl")
	line := `{"id":"a","family":"lever","input":{"title":"Clerk","workplace":"onsite",` +
		`"description":"This role is fully remote within the EU."}}`
	if err := os.WriteFile(file, []byte(line+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	enrich := func(args ...string) (int, string, string) {
		var out, stderr bytes.Buffer
		code := run(t.Context(), append([]string{"enrich", "evaluate"}, args...), shell{getenv: func(string) string {
			return ""
		}, out: &out, err: &stderr})
		return code, out.String(), stderr.String()
	}
	code, out, _ := enrich("--file", file, "--mistakes", "1")
	if code != exitDone || !strings.Contains(out, "1 postings") || !strings.Contains(out, "found remote, stated onsite") {
		t.Errorf("exit %d\n%s", code, out)
	}
	var report evaluate.Report
	code, out, _ = enrich("--file", file, "--json", "--field", "workplaceType")
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != exitDone || report.ByField["workplaceType"].Wrong != 1 {
		t.Errorf("exit %d: %v\n%s", code, err, out)
	}
	if code, _, fault := enrich("--field", "colour"); code != exitUsage || !strings.Contains(fault, "workplaceType") {
		t.Errorf("exit %d: %s", code, fault)
	}
	if code, _, fault := enrich("--file", file+".missing"); code != exitFailed || !strings.Contains(fault, "missing") {
		t.Errorf("exit %d: %s", code, fault)
	}
}

func TestInterruptedCommandFails(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "postings.jsonl")
	if err := os.WriteFile(file, []byte(`{"id":"a","family":"lever","input":{"title":"Clerk"}}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var out, stderr bytes.Buffer
	code := run(ctx, []string{"enrich", "evaluate", "--file", file}, shell{getenv: func(string) string { return "" }, out: &out, err: &stderr})
	if code != exitFailed || !strings.Contains(stderr.String(), "canceled") || out.Len() > 0 {
		t.Errorf("exit %d: %s%s", code, out.String(), stderr.String())
	}
}
