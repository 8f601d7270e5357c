// Command compose writes the labelled set from fragments/ (pieces of postings that carry their labels) and written/ (whole
// postings). Its output is committed; the same input always gives the same output.
package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"

	"rolecall/internal/crawler/enrich/labelled"
)

//go:embed fragments/*.txt written/*.txt
var sources embed.FS

// perLanguage is how many postings are composed for each language of each half, beside those written by hand.
const perLanguage = 52

func main() {
	out := flag.String("out", "testdata", "folder of the JSON lines")
	flag.Parse()
	for _, half := range []labelled.Half{labelled.Dev, labelled.Final} {
		examples, err := examplesOf(half)
		if err == nil {
			err = write(filepath.Join(*out, string(half)+".jsonl"), examples)
		}
		if err != nil {
			log.Fatalf("compose the %s half: %v", half, err)
		}
	}
}

func examplesOf(half labelled.Half) ([]labelled.Example, error) {
	data, err := sources.ReadFile("written/" + string(half) + ".txt")
	if err != nil {
		return nil, err
	}
	all, err := parseWritten(string(half), string(data))
	if err != nil {
		return nil, err
	}
	for n, lang := range labelled.Languages {
		data, err := sources.ReadFile(fmt.Sprintf("fragments/%s.%s.txt", half, lang))
		if err != nil {
			return nil, err
		}
		pool, err := parsePool(string(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", lang, err)
		}
		c := newComposer(string(half), lang, pool, uint64(n+1))
		for i := range perLanguage {
			all = append(all, c.compose(i))
		}
	}
	return all, nil
}

func write(path string, examples []labelled.Example) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, e := range examples {
		if err := enc.Encode(e); err != nil {
			return err
		}
	}
	return os.WriteFile(path, b.Bytes(), 0o644)
}
