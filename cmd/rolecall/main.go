// Command rolecall is the whole platform: every service, the crawler and the operator's tools.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alexflint/go-arg"
)

// version is set when a release is built.
var version = "0.1.0-dev"

// Exit codes of every command.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], shell{getenv: os.Getenv, environ: os.Environ(), in: os.Stdin, out: os.Stdout, err: os.Stderr}))
}

type commands struct {
	Up      *upCommand      `arg:"subcommand:up" help:"start the whole platform"`
	Serve   *serveCommand   `arg:"subcommand:serve" help:"start one service"`
	Crawler *crawlerCommand `arg:"subcommand:crawler" help:"start the crawler, which pulls the boards"`
	Targets *targetsCommand `arg:"subcommand:targets" help:"manage the boards that are pulled"`
	Crawl   *crawlCommand   `arg:"subcommand:crawl" help:"pull all boards once, in the foreground"`
	Enrich  *enrichCommand  `arg:"subcommand:enrich" help:"enrich pending postings once, in the foreground"`
	Migrate *migrateCommand `arg:"subcommand:migrate" help:"bring the database up to date"`
	Backup  *backupCommand  `arg:"subcommand:backup" help:"write all data to one file, while the platform runs"`
	Restore *restoreCommand `arg:"subcommand:restore" help:"restore a backup"`
	Doctor  *doctorCommand  `arg:"subcommand:doctor" help:"check the installation and say what to do"`
	Keys    *keysCommand    `arg:"subcommand:keys" help:"manage the keys that tokens are signed with"`
	Users   *usersCommand   `arg:"subcommand:users" help:"manage accounts and invitations"`
	Dev     *devCommand     `arg:"subcommand:dev" help:"tools for development"`
	Config  *configCommand  `arg:"subcommand:config" help:"show the current configuration, secrets hidden"`
}

func (commands) Description() string {
	return "Rolecall, a self-hosted job-search platform: find postings on employers' own boards, track applications, be reminded in time.\n"
}

func (commands) Epilogue() string {
	return "Configuration comes from environment variables; `rolecall config` lists them all.\n" +
		"Exit codes: 0 done, 1 failed, 2 wrong usage."
}

func (commands) Version() string { return "rolecall " + version }

// command is one subcommand. It reaches the outside only through the shell.
type command interface {
	run(ctx context.Context, sh shell) error
}

// shell holds a command's environment and streams.
type shell struct {
	getenv  func(string) string
	environ []string  // all variables, to find unknown ones
	strict  bool      // unknown variables are errors
	in      io.Reader // answers to questions; nil if not interactive
	out     io.Writer // the command's output
	err     io.Writer // logs and progress
}

// strictness is the flag of commands that start services.
type strictness struct {
	Strict bool `arg:"--strict" help:"refuse to start with unknown configuration variables"`
}

// usageError is an error in how the command was called.
type usageError struct{ error }

// errChecksFailed ends a command that has already printed its report.
var errChecksFailed = errors.New("checks failed")

func run(ctx context.Context, args []string, sh shell) int {
	out, stderr := sh.out, sh.err
	var cmds commands
	parser, err := arg.NewParser(arg.Config{Program: "rolecall", Out: out, Exit: func(int) {}}, &cmds)
	if err != nil {
		panic(err) // the declaration of the commands is wrong
	}
	switch err := parser.Parse(args); {
	case errors.Is(err, arg.ErrHelp):
		// The parser prints only the description of the whole program.
		if d, ok := parser.Subcommand().(arg.Described); ok {
			fmt.Fprintf(out, "%s\n\n", strings.TrimSpace(d.Description()))
		}
		_ = parser.WriteHelpForSubcommand(out, parser.SubcommandNames()...)
		return exitDone
	case errors.Is(err, arg.ErrVersion):
		fmt.Fprintln(out, cmds.Version())
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "rolecall: %s\n", err)
		_ = parser.WriteUsageForSubcommand(stderr, parser.SubcommandNames()...)
		return exitUsage
	}
	cmd, ok := parser.Subcommand().(command)
	if !ok {
		_ = parser.WriteHelpForSubcommand(out, parser.SubcommandNames()...)
		return exitUsage
	}
	err = cmd.run(ctx, sh)
	if errors.Is(err, context.Canceled) && runsUntilStopped(cmd) {
		err = nil
	}
	return report(stderr, err)
}

// runsUntilStopped reports whether a signal is the regular end of a command. Every other command that is interrupted has
// failed: a script must not continue after half a migration.
func runsUntilStopped(cmd command) bool {
	switch cmd.(type) {
	case *upCommand, *serveCommand, *crawlerCommand:
		return true
	}
	return false
}

// report prints an error, one line per fault.
func report(stderr io.Writer, err error) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errChecksFailed):
		return exitFailed
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "rolecall: %s\n", err)
		return exitUsage
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(stderr, "rolecall: %s\n", line)
	}
	return exitFailed
}
