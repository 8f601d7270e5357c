package main

import (
	"path/filepath"
	"testing"

	"rolecall/internal/jobs"
)

func TestSearchIndexFolder(t *testing.T) {
	t.Parallel()
	data := t.TempDir()
	for name, tt := range map[string]struct {
		data string
		cfg  jobs.SearchConfig
		want string
	}{
		"in the data folder":       {data, jobs.SearchConfig{Snapshot: true}, filepath.Join(data, "search")},
		"where the operator says":  {data, jobs.SearchConfig{Snapshot: true, Dir: "/elsewhere"}, "/elsewhere"},
		"nowhere, by choice":       {data, jobs.SearchConfig{Dir: "/elsewhere"}, ""},
		"nowhere, for want of one": {filepath.Join(data, "absent"), jobs.SearchConfig{Snapshot: true}, ""},
	} {
		p := &platform{settings: settings{DataDir: tt.data}}
		if got := p.searchDir(tt.cfg); got != tt.want {
			t.Errorf("%s: got %q, want %q", name, got, tt.want)
		}
	}
}
