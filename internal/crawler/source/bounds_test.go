package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type boundedItem struct {
	ID   Text       `json:"id"`
	Text Text       `json:"text"`
	List List[Text] `json:"list"`
	Deep Loose[struct {
		List List[Text] `json:"list"`
	}] `json:"deep"`
}

func TestOversizedJSONIsSkipped(t *testing.T) {
	t.Parallel()
	many := "[" + strings.Repeat(`"x",`, maxList) + `"x"]`
	doc := `[{"id":1,"text":"` + strings.Repeat("é", 3*maxString) + `"},` +
		`{"id":2,"list":[` + strings.Repeat("0,", maxValue) + `0]},` +
		`{"id":3,"list":` + many + `},{"id":4,"deep":{"list":` + many + `}},` +
		`{"id":5,"text":"` + strings.Repeat(`\u00e9`, maxString/4) + `"},{"id":6}]`
	var got []string
	s := NewJSON(strings.NewReader(doc))
	count, rejected, err := Each(s, func(i boundedItem) error {
		got = append(got, i.ID.String())
		if n := len(i.Text); n > maxString+64<<10 {
			t.Errorf("%s has a text of %d bytes", i.ID, n)
		}
		if strings.Trim(i.Text.String(), "é\uFFFD") != "" {
			t.Errorf("%s was cut in the middle of an escape: %.20q", i.ID, strings.Trim(i.Text.String(), "é"))
		}
		return nil
	})
	if err != nil || s.End() != nil || count != 6 || rejected != 3 {
		t.Errorf("%d elements, %d rejected, %v", count, rejected, err)
	}
	if diff := cmp.Diff(got, []string{"1", "5", "6"}); diff != "" {
		t.Error(diff)
	}
}

func TestSkippedValueIsNotBuffered(t *testing.T) {
	t.Parallel()
	s := NewJSON(io.MultiReader(strings.NewReader(`{"note":"`), &repeat{'x', 100 << 20}, strings.NewReader(`"}`)))
	if err := s.Object(func(string) error { return s.Skip() }); err != nil {
		t.Fatal(err)
	}
	if cap(s.buf) > 2*maxValue {
		t.Errorf("%d bytes are buffered", cap(s.buf))
	}
}

// repeat reads as one character, many times.
type repeat struct {
	c    byte
	left int
}

func (r *repeat) Read(p []byte) (int, error) {
	n := min(len(p), r.left)
	if n == 0 {
		return 0, io.EOF
	}
	for i := range p[:n] {
		p[i] = r.c
	}
	r.left -= n
	return n, nil
}

// FuzzJSONStream checks that a stream reads the same values as encoding/json.
func FuzzJSONStream(f *testing.F) {
	for _, seed := range []string{`[]`, `[1, "a\"b", {"c":[{}]},null]`, `["\\", "\u00e9"]`, `[1 2]`, `[1,]`, `[{]`, `["a`, `[tru]`, ` [ 0 ] x`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want, got []any
		expected := json.Unmarshal(data, &want)
		s := NewJSON(bytes.NewReader(data))
		_, _, err := Each(s, func(v any) error {
			got = append(got, v)
			return nil
		})
		err = errors.Join(err, s.End())
		if (expected == nil && want != nil) != (err == nil) {
			t.Fatalf("%q: got %v, want %v as in the package", data, err, expected)
		}
		if diff := cmp.Diff(got, want); err == nil && len(want) > 0 && diff != "" {
			t.Error(diff)
		}
	})
}

func TestOversizedXMLIsRefused(t *testing.T) {
	t.Parallel()
	type position struct {
		Name string   `xml:"name"`
		More []string `xml:"more"`
	}
	picture := `<position><name><![CDATA[<img src="` + strings.Repeat("A", 5*maxTag) + `">]]></name></position>`
	for name, tt := range map[string]struct{ doc, want string }{
		"text":     {"<position><name>" + strings.Repeat("x", 2*maxElement) + "</name></position>", "one XML element is larger than 1024 KiB"},
		"children": {"<position>" + strings.Repeat("<more>x</more>", maxElement/8) + "</position>", "one XML element is larger than 1024 KiB"},
		"tag":      {"<position " + strings.Repeat(`a="" `, maxTag) + "/>", "one XML tag is larger than 64 KiB"},
		"name":     {"<" + strings.Repeat("a", 2*maxTag) + "/>", "one XML tag is larger than 64 KiB"},
		"nesting":  {strings.Repeat("<a>", 100), "the XML is nested more than 64 deep"},
		"space":    {strings.Repeat(" ", 2*maxElement), "one XML element is larger than 1024 KiB"},
		"pictures": {strings.Repeat(picture, 20), ""},
		"comment":  {"<!-- <a " + strings.Repeat("b ", maxTag) + "> --><position><name>x</name></position>", ""},
	} {
		dec := NewXML(strings.NewReader("<jobs>" + tt.doc + "</jobs>"))
		var doc struct {
			Positions []position `xml:"position"`
		}
		err := XMLFault(dec.Decode(&doc))
		if tt.want == "" && err != nil || tt.want != "" && (KindOf(err) != Broken || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
}

// TestPullsShareMemory does not run in parallel: all pulls share one counter.
func TestPullsShareMemory(t *testing.T) {
	var pulls []*Memory
	defer func() {
		for _, h := range pulls {
			h.Release()
		}
		if shared.size != 0 {
			t.Errorf("%d bytes were not released, want 0", shared.size)
		}
	}()
	add := func(n int) error {
		h := &Memory{}
		pulls = append(pulls, h)
		return h.Add(n)
	}
	if err := add(maxHeld); err != nil {
		t.Error(err)
	}
	if err := add(maxHeld); KindOf(err) != Unavailable {
		t.Errorf("got %v, want kind %v", err, Unavailable)
	}
	if err := add(maxHeld + 1); KindOf(err) != Broken {
		t.Errorf("got %v, want kind %v", err, Broken)
	}
	for range 40 { // every pull may hold this much
		if err := add(freeHeld); err != nil {
			t.Error(err)
		}
	}
	h := &Memory{}
	if _, err := h.ReadAll(&repeat{'x', 100 << 20}, MaxPage); KindOf(err) != Broken || h.size != 0 {
		t.Errorf("got %v, %d bytes held, want a broken page and 0", err, h.size)
	}
	page, err := h.ReadAll(&repeat{'x', 100 << 10}, MaxPage)
	if h.Drop(page); err != nil || len(page) != 100<<10 || h.size != 0 {
		t.Errorf("got %d bytes, %v, %d held, want %d and 0", len(page), err, h.size, 100<<10)
	}
}

func TestRemarksAreShort(t *testing.T) {
	t.Parallel()
	giant := strings.Repeat("é", 15<<20)
	var notes Notes
	for i := range 1000 {
		notes.Add("%d %s", i, giant[:2000])
		notes.Add("the same")
	}
	src := script{yields: []Posting{good("1")}, result: Result{Outcome: Partial, Reason: giant}}
	res, _ := Pull(t.Context(), src, testFetcher(t, nil), Board{Token: "x"}, func(Posting) error { return nil })
	wrapped := Errorf(Broken, "later: %w", &Error{Kind: Broken, Detail: giant, URL: giant})
	for name, text := range map[string]string{"reason": res.Reason, "error": wrapped.Error(), "notes": notes.String()} {
		if len(text) > 6*MaxReason || !strings.Contains(text, "…") || strings.ContainsRune(text, '\uFFFD') {
			t.Errorf("%s: %d bytes, %.80q", name, len(text), text)
		}
	}
	if !strings.HasSuffix(notes.String(), "; and 996 more") {
		t.Errorf("got %.100q…, want 996 more", notes.String()[len(notes.String())-100:])
	}
}

func TestCutPostingsMakePullPartial(t *testing.T) {
	t.Parallel()
	complete := Result{Outcome: Complete}
	picture := `<p>Stoke.</p><img src="data:image/png;base64,` + strings.Repeat("A", maxDescription) + `"><p>Rake.</p>`
	long, places := good("1"), good("2")
	long.Description = "<p>" + strings.Repeat("x", 2*maxDescription)
	for i := range MaxLocations + 1 {
		places.Locations = append(places.Locations, fmt.Sprint("City ", i))
	}
	pictured := good("3")
	pictured.Description = picture
	for _, tt := range []struct {
		p      Posting
		want   Outcome
		reason string
	}{
		{long, Partial, "1 postings were cut: more than 256 KiB of text or 200 places"},
		{places, Partial, "1 postings were cut: more than 256 KiB of text or 200 places"},
		{pictured, Complete, ""},
	} {
		var got Posting
		res, err := Pull(t.Context(), script{yields: []Posting{tt.p}, result: complete}, testFetcher(t, nil), Board{Token: "x"}, func(p Posting) error {
			got = p
			return nil
		})
		if err != nil || res.Outcome != tt.want || res.Reason != tt.reason {
			t.Errorf("%s: got %+v, %v, want %v with %q", tt.p.NativeID, res, err, tt.want, tt.reason)
		}
		if len(got.Description) > maxDescription || len(got.Locations) > MaxLocations {
			t.Errorf("%s: %d bytes, %d locations", tt.p.NativeID, len(got.Description), len(got.Locations))
		}
		if tt.p.NativeID == "3" && CleanHTML(got.Description) != "<p>Stoke.</p><p>Rake.</p>" {
			t.Errorf("got %q, want the two paragraphs", got.Description)
		}
	}
}

func TestBoardWithTooMuchTextFails(t *testing.T) {
	t.Parallel()
	p := good("1")
	p.Description = strings.Repeat("x", maxDescription)
	g := &gate{yield: func(Posting) error { return nil }, memory: &Memory{}, ids: map[uint64]struct{}{}, text: maxBoardText - maxDescription, seed: maphash.MakeSeed()}
	if err := g.admit(p); err != nil {
		t.Error(err)
	}
	p.NativeID = "2"
	if err := g.admit(p); KindOf(err) != Broken || !strings.Contains(err.Error(), "more than 512 MiB of text") {
		t.Errorf("got %v, want a broken answer because of too much text", err)
	}
}
