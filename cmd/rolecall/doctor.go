package main

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/identity"
	"rolecall/internal/identity/oas"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

type doctorCommand struct{}

func (doctorCommand) Description() string {
	return "Checks configuration, public address, mail, backups, database, clock, logins, schema, client addresses and outboxes, and\n" +
		"says what to do. The exit code is 1 if a check fails."
}

// finding is one line of the doctor's report.
type finding struct {
	name   string
	err    error
	detail string
	note   bool // worth reading, but not a failure
}

// level returns the level that administrators see.
func (f finding) level() oas.FindingLevel {
	switch {
	case f.err != nil:
		return oas.FindingLevelFailure
	case f.note:
		return oas.FindingLevelNote
	}
	return oas.FindingLevelOk
}

func (f finding) text() string {
	if f.err != nil {
		return f.err.Error()
	}
	return f.detail
}

func (c *doctorCommand) run(ctx context.Context, sh shell) error {
	p, err := newPlatform(ctx, sh, settings{LogLevel: slog.LevelError, LogFormat: "text"})
	if err != nil {
		return err
	}
	defer p.Close()
	if _, err := os.Stat(secretsFile(p.settings.DataDir)); err == nil {
		p.backups = p.newKeeper() // only `up` takes backups, and it leaves this file
	}
	marks := map[oas.FindingLevel]string{oas.FindingLevelOk: "ok  ", oas.FindingLevelNote: "note", oas.FindingLevelFailure: "FAIL"}
	failed := false
	// `up` generates missing secrets; single services have to be given them.
	getenv, err := withStoredSecrets(p.shell.getenv, p.settings.DataDir)
	findings := []finding{{name: "configuration", err: err}}
	if err == nil {
		findings = p.openAndCheck(ctx, getenv)
	}
	for _, f := range findings {
		fmt.Fprintf(sh.out, "%s  %-14s %s\n", marks[f.level()], f.name, f.text())
		failed = failed || f.err != nil
	}
	if failed {
		return errChecksFailed
	}
	return nil
}

// openAndCheck opens the database, starting the embedded server if need be, and checks everything.
func (p *platform) openAndCheck(ctx context.Context, getenv func(string) string) []finding {
	opened, err := p.openDatabase(ctx, getenv)
	if err == nil && !p.settings.Database.Set() {
		err = errNoOwner
	}
	if err != nil {
		return append(p.ownFindings(ctx, getenv), finding{name: "database", err: err})
	}
	return p.findings(ctx, opened)
}

// findings checks the installation as far as this process can. Without the owner's login it says so.
func (p *platform) findings(ctx context.Context, getenv func(string) string) []finding {
	out := p.ownFindings(ctx, getenv)
	if !p.settings.Database.Set() {
		return append(out, finding{name: "database", note: true, detail: "this service does not have the owner's login, " +
			"so it cannot check the database: run `rolecall doctor` with the owner's DATABASE_URL"})
	}
	return append(out, p.databaseFindings(ctx, getenv)...)
}

// ownFindings checks what needs no database.
func (p *platform) ownFindings(ctx context.Context, getenv func(string) string) []finding {
	out := []finding{{name: "version", detail: version}, configurationFinding(getenv), p.publicAddressFinding(getenv),
		p.mailFinding(ctx)}
	if p.backups != nil {
		out = append(out, p.backupFinding())
	}
	return out
}

func configurationFinding(getenv func(string) string) finding {
	configs := allConfigs()
	if err := env.Load(getenv, configs...); err != nil {
		return finding{name: "configuration", err: err}
	}
	return finding{name: "configuration", detail: fmt.Sprintf("%d keys", len(env.Settings(configs...)))}
}

func (p *platform) mailFinding(ctx context.Context) finding {
	if p.mailbox != nil {
		return finding{name: "mail", note: true, detail: "no mail server is set: emails stay in the local mailbox, whose token is in " +
			filepath.Join(mailboxDir(p.settings.DataDir), "token")}
	}
	if p.noMail != nil {
		return finding{name: "mail", err: p.noMail}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := p.smtp.Check(ctx); err != nil {
		return finding{name: "mail", err: fmt.Errorf("the mail server cannot be used: %w", err)}
	}
	return finding{name: "mail", detail: "the mail server answers"}
}

// backupFinding reports a backup that failed, and that there is none.
func (p *platform) backupFinding() finding {
	f := finding{name: "backup"}
	state, err := p.backups.State()
	switch {
	case err != nil:
		f.err = err
	case state.LastFailure != nil:
		f.err = fmt.Errorf("the backup of %s failed: %s", state.LastFailure.At.UTC().Format(time.RFC3339), state.LastFailure.Reason)
	case len(state.Items) == 0:
		f.note, f.detail = true, "no backup yet in "+state.Folder
		if state.Schedule == "" {
			f.detail += ": press “Back up now” in the administration, or set PLATFORM_BACKUP_CRON to take them on schedule"
		}
	default:
		f.detail = "the newest is of " + state.Items[0].TakenAt.UTC().Format(time.RFC3339)
	}
	return f
}

func (p *platform) databaseFindings(ctx context.Context, getenv func(string) string) []finding {
	o := p.poolOptions("doctor", env.Secret{}, "")
	o.MaxConns = 2
	pool, err := pg.Open(ctx, o)
	if err != nil {
		return []finding{{name: "database", err: err}}
	}
	defer pool.Close()
	if err := pool.Ping(ctx); err != nil { // logging in takes time, which must not count as a difference of the clocks
		return []finding{{name: "database", err: pg.Fault(err)}}
	}
	var server string
	var theirs time.Time
	before := time.Now()
	if err := pool.QueryRow(ctx, "SELECT split_part(version(), ' on ', 1), clock_timestamp()").Scan(&server, &theirs); err != nil {
		return []finding{{name: "database", err: pg.Fault(err)}}
	}
	ours := before.Add(time.Since(before) / 2)
	out := []finding{{name: "database", detail: server}}
	skew := theirs.Sub(ours)
	clock := finding{name: "clock", detail: fmt.Sprintf("%+.0f ms against the database", skew.Seconds()*1000)}
	if math.Abs(skew.Seconds()) > 2 {
		clock.err = fmt.Errorf("this machine and the database differ by %s: set the clocks (codes and reminders depend on them)",
			skew.Round(time.Millisecond))
	}
	out = append(append(out, clock), p.loginFindings(ctx, pool, getenv)...)
	if err := pg.CheckVersions(ctx, pool, schema.All()); err != nil {
		return append(out, finding{name: "schema", err: err})
	}
	out = append(out, finding{name: "schema", detail: "up to date"})
	out = append(out, sharingFinding(ctx, pool, string(p.settings.PublicURL)))
	for _, name := range []string{schema.Identity.Name, schema.Applications.Name, schema.Notifications.Name} {
		out = append(out, outboxFinding(ctx, pool, name))
	}
	return out
}

// sharingFinding reports a proxy that is not trusted.
func sharingFinding(ctx context.Context, pool *pgxpool.Pool, publicURL string) finding {
	f := finding{name: "clients", detail: "no untrusted proxy noticed"}
	found, err := identity.FindSharedAddress(ctx, pool, publicURL, time.Now())
	if f.err = err; found != nil {
		f.note, f.detail = true, found.Advice()
	}
	return f
}

// outboxFinding reports mail and calls that are not delivered.
func outboxFinding(ctx context.Context, pool *pgxpool.Pool, name string) finding {
	f := finding{name: "outbox"}
	counts, err := outbox.Depth(ctx, pool, name)
	switch {
	case err != nil:
		f.err = err
	case counts.Stuck > 0:
		f.err = fmt.Errorf("%s: %d of %d waiting entries are stuck, the oldest was due %s: look at last_error in %s.outbox",
			name, counts.Stuck, counts.Waiting, counts.OldestDue.UTC().Format(time.RFC3339), name)
	default:
		f.detail = fmt.Sprintf("%s: %d waiting, %d given up", name, counts.Waiting, counts.GivenUp)
	}
	return f
}
