package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/pprof"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"rolecall/internal/slug"
)

// profile keeps a CPU profile of the work under bench/profiles and its heaviest functions beside it as text, and says
// so in the last row.
func (b *bench) profile(name string, work func() error) error {
	file, ok := slug.Make(strings.NewReplacer("(", "", ")", "").Replace(name)) // it would leave out what is in brackets
	if !ok {
		return fmt.Errorf("no file name for %q", name)
	}
	dir := filepath.Join(b.folder, "profiles")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var kept bytes.Buffer
	if err := pprof.StartCPUProfile(&kept); err != nil {
		return err
	}
	err := work()
	pprof.StopCPUProfile()
	if err != nil {
		return err
	}
	portable, err := withoutPlaces(&kept)
	if err != nil {
		return err
	}
	path := filepath.Join(dir, file+".pprof")
	if err := os.WriteFile(path, portable, 0o644); err != nil {
		return err
	}
	// The reader comes with the toolchain; without it the raw profile must do.
	if text, err := exec.Command("go", "tool", "pprof", "-top", "-cum", "-nodecount=40", path).Output(); err == nil {
		if err := os.WriteFile(filepath.Join(dir, file+".txt"), text, 0o644); err != nil {
			return err
		}
	}
	rows := b.current().rows
	if n := len(rows); n > 0 {
		last := &rows[n-1]
		last.note = strings.TrimPrefix(last.note+fmt.Sprintf("; [profile](profiles/%s.txt)", file), "; ")
	}
	return nil
}

// withoutPlaces rewrites a profile so that it does not tell where on this machine its files are.
func withoutPlaces(profile io.Reader) ([]byte, error) {
	const stringTable = 6 // its number in profile.proto
	unpacked, err := gzip.NewReader(profile)
	if err != nil {
		return nil, err
	}
	in, err := io.ReadAll(unpacked)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	out := gzip.NewWriter(&packed)
	for len(in) > 0 {
		number, kind, size := protowire.ConsumeField(in)
		if size < 0 {
			return nil, protowire.ParseError(size)
		}
		field := in[:size]
		if in = in[size:]; number == stringTable && kind == protowire.BytesType {
			_, _, tag := protowire.ConsumeTag(field)
			text, _ := protowire.ConsumeString(field[tag:])
			field = protowire.AppendString(protowire.AppendTag(nil, number, kind), place(text))
		}
		if _, err := out.Write(field); err != nil {
			return nil, err
		}
	}
	err = out.Close()
	return packed.Bytes(), err
}

// place shortens a path to what is the same on every machine; other texts stay.
func place(text string) string {
	if !filepath.IsAbs(text) {
		return text
	}
	for _, before := range []string{"/pkg/mod/", "/go/src/"} {
		if _, after, found := strings.Cut(text, before); found {
			return after
		}
	}
	if here, err := os.Getwd(); err == nil {
		if inside, err := filepath.Rel(here, text); err == nil && filepath.IsLocal(inside) {
			return inside
		}
	}
	return filepath.Base(text)
}
