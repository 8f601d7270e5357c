package backup

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/gzip"
)

// TestOldFormatIsRefused checks that format 1 is refused: its migrations were numbered differently.
func TestOldFormatIsRefused(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	packed := gzip.NewWriter(&file)
	_, _ = io.WriteString(packed, `{"format":"`+formatName+`","version":1,"rolecall":"0.8.0","schemas":{"crawler":31}}`+"\n")
	if err := packed.Close(); err != nil {
		t.Fatal(err)
	}
	file.Write(trailer(sha256.Sum256(file.Bytes())))
	if _, err := Open(bytes.NewReader(file.Bytes()), Options{}); err == nil || !strings.Contains(err.Error(), "0.8.0") {
		t.Errorf("got %v, want the build that can restore it", err)
	}
}

// TestEndlessLineIsRefused checks that a small file that unpacks to an endless line is refused. The checksum at its end
// is no protection, because the author of the file also writes the checksum.
func TestEndlessLineIsRefused(t *testing.T) {
	const long = 64 << 20
	for name, start := range map[string]string{"as the header": `{"format":"`, "after the header": `{"format":"` + formatName +
		`","version":2}` + "\n"} {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			packed, err := gzip.NewWriterLevel(&file, gzip.BestSpeed)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.WriteString(packed, start)
			block := bytes.Repeat([]byte("x"), 1<<20)
			for range long / len(block) {
				_, _ = packed.Write(block)
			}
			if err := packed.Close(); err != nil {
				t.Fatal(err)
			}
			file.Write(trailer(sha256.Sum256(file.Bytes())))

			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			b, err := Open(bytes.NewReader(file.Bytes()), Options{})
			if err == nil {
				err = b.line(&record{})
			}
			runtime.ReadMemStats(&after)
			if !errors.Is(err, ErrDamaged) {
				t.Errorf("got %v, want a damaged file", err)
			}
			if took := after.TotalAlloc - before.TotalAlloc; took > 8<<20 {
				t.Errorf("a file of %d KB took %d MB of memory", file.Len()>>10, took>>20)
			}
		})
	}
}
