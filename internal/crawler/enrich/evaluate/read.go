package evaluate

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
)

// maxLine is the longest line of a file of examples.
const maxLine = 16 << 20

// Read yields the examples of a file with one JSON object per line, gzipped if its name ends in ".gz".
func Read(name string, file io.Reader) iter.Seq2[Example, error] {
	return func(yield func(Example, error) bool) {
		if strings.HasSuffix(name, ".gz") {
			z, err := gzip.NewReader(file)
			if err != nil {
				yield(Example{}, fmt.Errorf("read %s: %w", name, err))
				return
			}
			file = z
		}
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, maxLine)
		for n := 1; lines.Scan(); n++ {
			if len(lines.Bytes()) == 0 {
				continue
			}
			var e Example
			if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
				yield(Example{}, fmt.Errorf("%s, line %d: %w", name, n, err))
				return
			}
			if e.ID == "" {
				e.ID = fmt.Sprintf("line %d", n)
			}
			if !yield(e, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Example{}, fmt.Errorf("read %s: %w", name, err))
		}
	}
}
