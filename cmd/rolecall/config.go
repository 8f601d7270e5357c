package main

import (
	"cmp"
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
	return "Shows every configuration key with the value in force and where it comes from. Secrets show only that they are set."
}

// allConfigs returns the configuration of every service, for display and checks.
func allConfigs() []any {
	return []any{&settings{}, &gateway.Config{}, &addresses{}, &identityConfig{}, &jobsConfig{}, &crawlerConfig{}, &applicationsConfig{},
		&notificationsConfig{}}
}

func (c *configCommand) run(_ context.Context, sh shell) error {
	configs := allConfigs()
	getenv := sh.getenv
	if c.Markdown {
		getenv = func(string) string { return "" }
	}
	// Show the rest even if secrets are missing, but not if values are malformed.
	err := env.Load(getenv, configs...)
	list := env.Settings(configs...)
	slices.SortStableFunc(list, func(a, b env.Setting) int { return strings.Compare(a.Key, b.Key) })
	if c.Markdown {
		printMarkdown(sh, list)
		return nil
	}
	origins := env.Origins(getenv, configs...)
	unset := inForceUnset(getenv, configs)
	w := tabwriter.NewWriter(sh.out, 0, 0, 2, ' ', 0)
	for _, s := range list {
		value, origin := s.Value, origins[s.Key]
		switch {
		case origin == s.Variable:
			origin = "environment"
		case origin == "":
			value, origin = "-", "unset"
			if known, ok := unset[s.Key]; ok {
				value, origin = known.value, cmp.Or(known.origin, "default")
			}
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Variable, value, origin)
	}
	_ = w.Flush()
	for _, stray := range env.Unknown(sh.environ, configs...) {
		fmt.Fprintf(sh.err, "rolecall: %s\n", stray.Error())
	}
	return onlyMalformed(err)
}

// inForce is the effective value of a key that is not set, and where it comes from.
type inForce struct{ value, origin string }

// inForceUnset returns the effective values of keys that are not set and have no fixed default.
func inForceUnset(getenv func(string) string, configs []any) map[string]inForce {
	shared := configs[0].(*settings)
	dir, from := shared.DataDir, ""
	if dir == "" {
		dir = defaultDataDir(getenv)
		if getenv("XDG_DATA_HOME") != "" {
			from = "XDG_DATA_HOME"
		}
	}
	zone := shared.Timezone.String()
	made := inForce{"made by up and kept in " + secretsFile(dir), ""}
	out := map[string]inForce{
		"platform.data-dir":                 {dir, from},
		"platform.log.level":                {"info, in up warn", ""},
		"platform.log.format":               {"json, in up text", ""},
		"platform.metrics.address":          {"off, in up " + upMetrics, ""},
		"platform.otel.endpoint":            {"no traces", ""},
		"platform.postgres.bin":             {"looked for", ""},
		"platform.backup.cron":              {"never", ""},
		"platform.backup.dir":               {backupsDir(dir), ""},
		"platform.smtp.url":                 {"local mailbox in " + mailboxDir(dir), ""},
		"platform.internal.service-key":     made,
		"totp.encryption.key":               made,
		"notification.internal.service-key": {"that of PLATFORM_INTERNAL_SERVICE_KEY", ""},
		"application.timezone":              {zone, "PLATFORM_TIMEZONE"},
		"notification.timezone":             {zone, "PLATFORM_TIMEZONE"},
		"DATABASE_URL":                      {"embedded server in " + postgresDir(dir) + " (up only)", ""},
		"job.read-database-url":             {"that of JOB_DATABASE_URL", ""},
	}
	for _, service := range []string{"auth", "job", "crawler", "application", "notification"} {
		out[service+".database-url"] = inForce{"made by up", ""}
	}
	for _, s := range env.Settings(configs...) {
		if strings.HasPrefix(s.Key, "crawler.source.") {
			out[s.Key] = inForce{"the public address", ""}
		}
	}
	return out
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

// onlyMalformed drops the faults about missing values.
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
