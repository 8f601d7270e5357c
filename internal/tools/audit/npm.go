package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
)

// npmReport is the part of `npm audit --json` that is read. A failure has a message and no metadata.
type npmReport struct {
	Vulnerabilities map[string]struct {
		Severity string `json:"severity"`
		Range    string `json:"range"`
		Via      []any  `json:"via"` // an advisory, or the name of another package
	} `json:"vulnerabilities"`
	Metadata *struct{} `json:"metadata"`
	Message  string    `json:"message"`
}

// lookNPM checks every package of the lock file, including those that only build and test the web app.
func lookNPM(ctx context.Context, dir, registry string) verdict {
	v := verdict{what: "packages of the web app"}
	args := []string{"audit", "--json", "--package-lock-only", "--fetch-retries=0"}
	if registry != "" {
		args = append(args, "--registry="+registry)
	}
	cmd := exec.CommandContext(ctx, "npm", args...)
	cmd.Dir = dir
	out, err := cmd.Output() // npm fails when it finds something, too
	var report npmReport
	if bad := json.Unmarshal(out, &report); bad != nil || report.Metadata == nil {
		v.unseen = errors.New(report.Message)
		if report.Message == "" {
			v.unseen = said(errors.Join(err, bad), out)
		}
		return v
	}
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(report.Vulnerabilities)) {
		p := report.Vulnerabilities[name]
		line := fmt.Sprintf("  %s %s: %s", name, p.Range, p.Severity)
		for _, via := range p.Via {
			if advisory, ok := via.(map[string]any); ok {
				line += fmt.Sprintf(", %v %v", advisory["title"], advisory["url"])
			} else {
				line += fmt.Sprintf(", through %v", via)
			}
		}
		lines = append(lines, line)
	}
	v.found = strings.Join(lines, "\n")
	return v
}
