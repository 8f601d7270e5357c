// Command bleve answers searches with a Bleve index on disk: the English analyser for text, keyword fields for filters, and a page with
// its total. It takes the parameters of Rolecall's GET /jobs. It has no places inside keywords, currency conversion, distances or
// highlights, and its data is static.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"log"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/lang/en"
	"github.com/blevesearch/bleve/v2/mapping"
	"github.com/blevesearch/bleve/v2/search/query"
)

type posting struct {
	ID             string    `json:"id"`
	Title          string    `json:"title"`
	Description    string    `json:"description"`
	Company        string    `json:"company"`
	Location       string    `json:"location"`
	WorkplaceType  string    `json:"workplaceType"`
	EmploymentType string    `json:"employmentType"`
	CareerLevel    string    `json:"careerLevel"`
	Languages      []string  `json:"languages"`
	Skills         []string  `json:"skills"`
	Experience     float64   `json:"experience"`
	Pay            float64   `json:"pay"`
	ListedAt       string    `json:"listedAt"`
	Listed         time.Time `json:"listed"`
}

func main() {
	dir := flag.String("dir", "", "folder for a new index")
	address := flag.String("address", "127.0.0.1:0", "address to listen on")
	file := flag.String("file", "", "postings, one JSON object per line")
	flag.Parse()
	index, err := load(*dir, *file)
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("GET /api/health", func(http.ResponseWriter, *http.Request) {})
	http.HandleFunc("GET /jobs", func(w http.ResponseWriter, r *http.Request) {
		req := bleve.NewSearchRequestOptions(toQuery(r.URL.Query()), 20, 0, false)
		req.Fields = []string{"title", "company", "location", "workplaceType", "employmentType", "skills", "listed"}
		if r.URL.Query().Get("keyword") == "" {
			req.SortBy([]string{"-listed", "_id"})
			req.Score = bleve.ScoreNone // all matches are still counted, since they are sorted by a field
		}
		res, err := index.SearchInContext(r.Context(), req)
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		content := []map[string]any{}
		for _, hit := range res.Hits {
			content = append(content, hit.Fields)
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"content": content, "totalElements": res.Total})
	})
	server := &http.Server{Addr: *address, ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

func indexMapping() mapping.IndexMapping {
	text, keyword := bleve.NewTextFieldMapping(), bleve.NewKeywordFieldMapping()
	text.Analyzer = en.AnalyzerName
	unstored := bleve.NewTextFieldMapping()
	unstored.Analyzer, unstored.Store, unstored.DocValues = en.AnalyzerName, false, false // neither shown nor sorted by
	doc := bleve.NewDocumentStaticMapping()
	doc.AddFieldMappingsAt("title", text)
	doc.AddFieldMappingsAt("description", unstored)
	doc.AddFieldMappingsAt("location", text)
	for _, name := range []string{"company", "workplaceType", "employmentType", "careerLevel", "languages", "skills"} {
		doc.AddFieldMappingsAt(name, keyword)
	}
	doc.AddFieldMappingsAt("experience", bleve.NewNumericFieldMapping())
	doc.AddFieldMappingsAt("pay", bleve.NewNumericFieldMapping())
	doc.AddFieldMappingsAt("listed", bleve.NewDateTimeFieldMapping())
	m := bleve.NewIndexMapping()
	m.DefaultMapping, m.DefaultAnalyzer = doc, en.AnalyzerName
	return m
}

// load builds the index with Bleve's builder for data that does not change, which leaves one segment.
func load(dir, file string) (bleve.Index, error) {
	builder, err := bleve.NewBuilder(dir, indexMapping(), map[string]any{"batchSize": 5_000, "mergeMax": 100})
	if err != nil {
		return nil, err
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var p posting
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			return nil, err
		}
		if p.Listed, err = time.Parse("2006-01-02 15:04:05.000Z", p.ListedAt); err != nil {
			return nil, err
		}
		if err := builder.Index(p.ID, p); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(lines.Err(), builder.Close()); err != nil {
		return nil, err
	}
	return bleve.Open(dir)
}

var since = map[string]time.Duration{"today": 24 * time.Hour, "3d": 72 * time.Hour, "week": 7 * 24 * time.Hour, "month": 30 * 24 * time.Hour}

func toQuery(q url.Values) query.Query {
	all := []query.Query{}
	term := func(field, value string) {
		t := bleve.NewTermQuery(value)
		t.SetField(field)
		all = append(all, t)
	}
	for _, name := range []string{"company", "workplaceType", "employmentType", "careerLevel"} {
		if v := q.Get(name); v != "" {
			term(name, v)
		}
	}
	if v := q.Get("language"); v != "" {
		term("languages", v)
	}
	if v := q.Get("skill"); v != "" {
		term("skills", v)
	}
	if v := q.Get("location"); v != "" {
		phrase := bleve.NewMatchPhraseQuery(v)
		phrase.SetField("location")
		all = append(all, phrase)
	}
	if text := q.Get("keyword"); text != "" {
		all = append(all, keyword(text))
	}
	if limit, err := strconv.ParseFloat(q.Get("experienceMax"), 64); err == nil {
		limit++ // the upper bound is exclusive
		n := bleve.NewNumericRangeQuery(nil, &limit)
		n.SetField("experience")
		all = append(all, n)
	}
	if minimum, err := strconv.ParseFloat(q.Get("compensationMin"), 64); err == nil {
		n := bleve.NewNumericRangeQuery(&minimum, nil)
		n.SetField("pay")
		all = append(all, n)
	}
	if within := since[q.Get("postedWithin")]; within > 0 {
		d := bleve.NewDateRangeQuery(time.Now().Add(-within), time.Time{})
		d.SetField("listed")
		all = append(all, d)
	}
	if len(all) == 0 {
		return bleve.NewMatchAllQuery()
	}
	return bleve.NewConjunctionQuery(all...)
}

// keyword requires every word in the title, the description or the skills; a match in the title scores higher.
func keyword(text string) query.Query {
	if phrase, quoted := strings.CutPrefix(text, `"`); quoted {
		return bleve.NewMatchPhraseQuery(strings.TrimSuffix(phrase, `"`))
	}
	words, not, or := []query.Query{}, []query.Query{}, false
	for word := range strings.FieldsSeq(text) {
		switch rest, minus := strings.CutPrefix(word, "-"); {
		case word == "OR":
			or = true
		case minus:
			not = append(not, bleve.NewMatchQuery(rest))
		default:
			title, body, skill := bleve.NewMatchQuery(word), bleve.NewMatchQuery(word), bleve.NewTermQuery(word)
			title.SetField("title")
			title.SetBoost(4)
			body.SetField("description")
			skill.SetField("skills")
			words = append(words, bleve.NewDisjunctionQuery(title, body, skill))
		}
	}
	b := bleve.NewBooleanQuery()
	if or {
		b.AddShould(words...)
	} else {
		b.AddMust(words...)
	}
	b.AddMustNot(not...)
	return b
}
