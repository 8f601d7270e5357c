package main

import (
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"runtime/pprof"
	"testing"
)

func TestProfilesDoNotTellWhereTheyWereMade(t *testing.T) {
	t.Parallel()
	var kept bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&kept, 0); err != nil {
		t.Fatal(err)
	}
	short, err := withoutPlaces(&kept)
	if err != nil {
		t.Fatal(err)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(short))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, tell := range []string{here, filepath.Dir(program), "/pkg/mod/", "/go/src/"} {
		if bytes.Contains(text, []byte(tell)) {
			t.Errorf("the profile has %s in it", tell)
		}
	}
	if !bytes.Contains(text, []byte("profile_test.go")) {
		t.Error("the profile has lost the names of its files")
	}
}
