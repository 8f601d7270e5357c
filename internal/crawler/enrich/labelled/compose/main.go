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

// perLanguage is how many postings are composed for each language from each batch of fragments, beside those written by
// hand.
const perLanguage = 52

// batches are the lots of the development set that are composed in part; the final sets that were used up joined it later.
var (
	batches = []string{"dev", "extra"}
	usedUp  = []string{"second", "third", "fourth", "fifth", "sixth", "seventh"}
)

func main() {
	out := flag.String("out", "testdata", "folder of the JSON lines")
	flag.Parse()
	for _, set := range []labelled.Set{labelled.Dev, labelled.Final} {
		examples, err := examplesOf(set)
		if err == nil {
			err = write(filepath.Join(*out, string(set)+".jsonl"), examples)
		}
		if err != nil {
			log.Fatalf("compose the %s set: %v", set, err)
		}
	}
}

// examplesOf returns a set.
func examplesOf(set labelled.Set) ([]labelled.Example, error) {
	if set == labelled.Final {
		return wholePostings("final")
	}
	var all []labelled.Example
	for _, batch := range batches {
		whole, err := written(batch, batch)
		if err != nil {
			return nil, err
		}
		all = append(all, whole...)
		for n, lang := range labelled.Languages {
			composed, err := fromFragments(batch, lang, uint64(n+1))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", lang, err)
			}
			all = append(all, composed...)
		}
	}
	for _, batch := range usedUp {
		whole, err := wholePostings(batch)
		if err != nil {
			return nil, err
		}
		all = append(all, whole...)
	}
	return all, nil
}

// wholePostings are those of a final set, the present one or one that was used up: each was written by itself, none is
// composed.
func wholePostings(batch string) ([]labelled.Example, error) {
	var all []labelled.Example
	for _, lang := range labelled.Languages {
		whole, err := written(batch, batch+"."+lang)
		if err != nil {
			return nil, err
		}
		all = append(all, whole...)
	}
	return all, nil
}

func written(prefix, name string) ([]labelled.Example, error) {
	data, err := sources.ReadFile("written/" + name + ".txt")
	if err != nil {
		return nil, err
	}
	return parseWritten(prefix, string(data))
}

func fromFragments(batch, lang string, seed uint64) ([]labelled.Example, error) {
	data, err := sources.ReadFile(fmt.Sprintf("fragments/%s.%s.txt", batch, lang))
	if err != nil {
		return nil, err
	}
	pool, err := parsePool(string(data))
	if err != nil {
		return nil, err
	}
	c := newComposer(batch, lang, pool, seed)
	var all []labelled.Example
	for i := range perLanguage {
		all = append(all, c.compose(i))
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
