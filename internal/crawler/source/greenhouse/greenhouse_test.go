package greenhouse

import (
	"bytes"
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"board", "short", "odd"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			host := sourcetest.Site{"GET /v1/boards/marrowpine/jobs?content=true": {{File: name + ".json"}}}.Start(t)
			sourcetest.Golden(t, name, Source{}, host, source.Board{Token: "marrowpine", BaseURL: host})
		})
	}
}

func FuzzRead(f *testing.F) {
	sourcetest.Files(f, "*.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		var d document
		n := 0
		err := d.read(source.NewJSON(bytes.NewReader(data)), func(p source.Posting) error {
			n++
			return nil
		})
		if err == nil && n+d.rejected != d.count {
			t.Errorf("%d read and %d rejected of %d", n, d.rejected, d.count)
		}
		if outcome, _ := d.verdict(); err == nil && outcome == source.Complete && (!d.listed || d.total == nil) {
			t.Error("complete without a list or a total")
		}
	})
}
