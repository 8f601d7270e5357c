package workable

import (
	"bytes"
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "empty", "null"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /api/v1/widget/accounts/quillfeather?details=true": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "quillfeather", BaseURL: host})
		})
	}
}

func FuzzRead(f *testing.F) {
	sourcetest.Files(f, "*.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		m := merger{held: &source.Held{}}
		if _, err := m.read(source.NewJSON(bytes.NewReader(data))); err != nil {
			return
		}
		seen := map[string]bool{}
		for _, p := range m.postings() {
			if seen[p.NativeID] {
				t.Errorf("%q was not merged", p.NativeID)
			}
			seen[p.NativeID] = true
		}
	})
}
