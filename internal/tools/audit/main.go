// Command audit looks for known vulnerabilities of our dependencies: govulncheck checks the Go modules and the standard
// library and reports only what the code can reach; npm audit checks the packages of the web app. Both need databases on
// the internet, so the exit code distinguishes "nothing found" from "could not check":
//
//	0  both databases were read, and nothing was found
//	1  a vulnerability was found
//	3  a database could not be read, and nothing was found in the other
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

// verdict is the result of one check.
type verdict struct {
	what   string
	found  string // the vulnerabilities, "" for none
	unseen error  // why the database could not be read
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
	registry := flags.String("npm-registry", "", "npm registry; empty: the configured one")
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
			fmt.Fprintf(out, "%s: NOT CHECKED: %v\n", v.what, v.unseen)
			if code == exitClean {
				code = exitUnseen
			}
		case v.found != "":
			fmt.Fprintf(out, "%s: known vulnerabilities:\n%s\n", v.what, v.found)
			code = exitFound
		default:
			fmt.Fprintf(out, "%s: no known vulnerabilities\n", v.what)
		}
	}
	if code == exitUnseen {
		fmt.Fprintln(out, "Not everything was checked: run this again where the databases can be reached.")
	}
	return code
}
