// Command audit asks the databases of known vulnerabilities about what the program is made of: Go's about the modules and
// the standard library, through govulncheck, which reports only what the code can reach; npm's about the packages of the
// web app. Both are on the internet and cannot be reached from everywhere, and having seen nothing is not having looked:
// the exit code tells the two apart.
//
//	0  both were asked, and know of nothing
//	1  something is known
//	3  one could not be asked; the other knows of nothing
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

const (
	exitClean  = 0
	exitFound  = 1
	exitUsage  = 2
	exitUnseen = 3
)

// verdict is what one database said.
type verdict struct {
	what   string
	found  string // what is known, "" for nothing
	unseen error  // why it could not be asked
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

func run(ctx context.Context, args []string, out, stderr io.Writer) int {
	flags := flag.NewFlagSet("audit", flag.ContinueOnError)
	flags.SetOutput(stderr)
	database := flags.String("go-db", "", "database for govulncheck, https://… or file://…; empty: Go's own")
	registry := flags.String("npm-registry", "", "registry that npm asks; empty: the configured one")
	module := flags.String("module", ".", "folder of the Go module")
	web := flags.String("web", "web", "folder of the web app")
	if err := flags.Parse(args); err != nil {
		return exitUsage
	}
	scanner, err := buildScanner(ctx)
	if err != nil {
		fmt.Fprintf(stderr, "audit: govulncheck cannot be built: %v\n", err)
		return exitUnseen
	}
	return report(out, scanner.look(ctx, *module, *database), lookNPM(ctx, *web, *registry))
}

func report(out io.Writer, verdicts ...verdict) int {
	code := exitClean
	for _, v := range verdicts {
		switch {
		case v.unseen != nil:
			fmt.Fprintf(out, "%s: NOT LOOKED AT: %v\n", v.what, v.unseen)
			if code == exitClean {
				code = exitUnseen
			}
		case v.found != "":
			fmt.Fprintf(out, "%s: vulnerabilities are known:\n%s\n", v.what, v.found)
			code = exitFound
		default:
			fmt.Fprintf(out, "%s: nothing is known\n", v.what)
		}
	}
	if code == exitUnseen {
		fmt.Fprintln(out, "Not everything was looked at: run this again where the databases can be reached.")
	}
	return code
}
