package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"rolecall/internal/env"
	"rolecall/internal/gateway"
)

type configCommand struct {
	Markdown bool `arg:"--markdown" help:"print a table for the documentation, with defaults instead of values"`
}

func (configCommand) Description() string {
	return "Shows every configuration key with the value in force. Secrets show only that they are set."
}

// allConfigs lists the configuration of every part, for display and for checks.
func allConfigs() []any {
	return []any{&settings{}, &gateway.Config{}, &addresses{}, &identityConfig{}, &jobsConfig{}, &crawlerConfig{}, &applicationsConfig{}, &notificationsConfig{}}
}

func (c *configCommand) run(_ context.Context, sh shell) error {
	configs := allConfigs()
	getenv := sh.getenv
	if c.Markdown {
		getenv = func(string) string { return "" }
	}
	// Missing secrets are no reason not to show the rest; malformed values are.
	err := env.Load(getenv, configs...)
	list := env.Settings(configs...)
	slices.SortStableFunc(list, func(a, b env.Setting) int { return strings.Compare(a.Key, b.Key) })
	if c.Markdown {
		printMarkdown(sh, list)
		return nil
	}
	w := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
	for _, s := range list {
		value := s.Value
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(w, "%s\t%s\n", s.Variable, value)
	}
	_ = w.Flush()
	return onlyMalformed(err)
}

func printMarkdown(sh shell, list []env.Setting) {
	fmt.Fprintln(sh.out, "| key | environment variable | default | meaning |\n|---|---|---|---|")
	for _, s := range list {
		def := "none"
		if s.Default != "" {
			def = "`" + s.Default + "`"
		}
		if s.Required {
			def = "**required**"
		}
		fmt.Fprintf(sh.out, "| `%s` | `%s` | %s | %s |\n", s.Key, s.Variable, def, strings.ReplaceAll(s.Help, "|", "\\|"))
	}
}

// onlyMalformed drops the faults that speak of absent values.
func onlyMalformed(err error) error {
	if err == nil {
		return nil
	}
	var lines []string
	for line := range strings.SplitSeq(err.Error(), "\n") {
		if !strings.Contains(line, " is missing: ") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return nil
	}
	return fmt.Errorf("%s", strings.Join(lines, "\n"))
}
