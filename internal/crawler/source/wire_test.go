package source

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestTolerantTypes(t *testing.T) {
	t.Parallel()
	type object struct {
		T Text       `json:"t"`
		N Number     `json:"n"`
		F Flag       `json:"f"`
		L List[Text] `json:"l"`
		O Loose[struct {
			A Text `json:"a"`
		}] `json:"o"`
	}
	tests := []struct {
		in   string
		want object
	}{
		{`{"t":" a ","n":1.5,"f":true,"l":["x"],"o":{"a":"b"}}`, object{T: "a", N: 1.5, F: Flag{true, true}, L: List[Text]{"x"}, O: Loose[struct {
			A Text `json:"a"`
		}]{V: struct {
			A Text `json:"a"`
		}{"b"}, OK: true}}},
		{`{"t":4410027002,"n":"2890","f":"false","l":["x",null,3]}`, object{T: "4410027002", N: 2890, F: Flag{true, false}, L: List[Text]{"x", "3"}}},
		{`{"t":{"id":"17","label":"Service"},"n":"none","f":null,"l":{"name":"one"}}`, object{T: "Service", L: List[Text]{"one"}}},
		{`{"t":["a"],"n":null,"f":1,"l":"x","o":[]}`, object{}},
		{`{"t":true,"n":{},"f":{},"l":null,"o":"x"}`, object{}},
		{`{"t":null,"n":"NaN","f":"yes","o":null}`, object{}},
		{`{"n":"1e999"}`, object{}},
	}
	for _, tt := range tests {
		var got object
		if err := json.Unmarshal([]byte(tt.in), &got); err != nil {
			t.Errorf("%s: %v", tt.in, err)
		}
		if diff := cmp.Diff(got, tt.want); diff != "" {
			t.Errorf("%s: %s", tt.in, diff)
		}
	}
}

func TestParseTime(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"2026-03-09T11:42:07-04:00":       "2026-03-09T15:42:07Z",
		"2025-11-02T08:00:00Z":            "2025-11-02T08:00:00Z",
		"2026-02-11T05:58:14.207+00:00":   "2026-02-11T05:58:14.207Z",
		"2026-02-07 06:41:19 UTC":         "2026-02-07T06:41:19Z",
		"2026-05-02":                      "2026-05-02T00:00:00Z",
		"2026-5-2":                        "2026-05-02T00:00:00Z",
		"2.5.2026":                        "2026-05-02T00:00:00Z",
		"May 02, 2026":                    "2026-05-02T00:00:00Z",
		"September 2, 2026":               "2026-09-02T00:00:00Z",
		"Sat May 02 00:00:00 UTC 2026":    "2026-05-02T00:00:00Z",
		"2026-05-02T00:00:00+02:00":       "2026-05-02T00:00:00Z",
		"2026-05-02T00:00:00.000-0800":    "2026-05-02T00:00:00Z",
		"2026-08-31T23:59":                "2026-08-31T23:59:00Z",
		"Wed, 18 Mar 2026 07:12:45 +0100": "2026-03-18T06:12:45Z",
		"2026-02-17T18:04:11.220000-0800": "2026-02-18T02:04:11.22Z",
		"Posted 30+ Days Ago":             "", "": "", "0": "", "1767261600123": "", "2026-13-01": "",
	} {
		got := ""
		if at := ParseTime(in); !at.IsZero() {
			got = at.Format(time.RFC3339Nano)
		}
		if got != want {
			t.Errorf("ParseTime(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestJSONStream(t *testing.T) {
	t.Parallel()
	type item struct {
		ID string `json:"id"`
	}
	read := func(in string) (ids []string, rejected int, err error) {
		s := NewJSON(strings.NewReader(in))
		err = s.Object(func(key string) (err error) {
			if key != "items" {
				return s.Skip()
			}
			_, rejected, err = Each(s, func(i item) error {
				ids = append(ids, i.ID)
				return nil
			})
			return err
		})
		if err != nil {
			return ids, rejected, err
		}
		return ids, rejected, s.End()
	}
	ids, rejected, err := read(`{"a":[{"b":[1,2,{"c":null}]}],"items":[{"id":"1"},{"id":2},"x",{"id":"3"}],"z":"end"} ` + "\n")
	if err != nil || rejected != 2 || len(ids) != 2 {
		t.Errorf("got %v, %d rejected, %v, want 2 ids and 2 rejected", ids, rejected, err)
	}
	for _, bad := range []string{
		``, `null`, `[]`, `"x"`, `{`, `{"items"`, `{"items":`, `{"items":[`, `{"items":[{"id":"1"}`, `{"items":[{"id":"1"}]`, `{"items":{}}`, `{"items":null}`,
		`{"items":[]} {}`, `{"items":[]}]`, `{"items":[{"id":"1"},]}`, `{"items":[{"id":"1"} {"id":"2"}]}`,
	} {
		if _, _, err := read(bad); KindOf(err) != Broken {
			t.Errorf("%.40q: got %v, want kind %v", bad, err, Broken)
		}
	}
}

func TestXMLEncodings(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"<a>caf\u00e9</a>": "café",
		"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>caf\xe9</a>": "café",
		"<?xml version='1.0' encoding='windows-1252'?><a>\x80 5</a>":    "€ 5",
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?><a>bad\xff\x0bs</a>": "bad\uFFFD s",
		"<?xml version=\"1.0\" encoding=\"x-unknown\"?><a>plain</a>":    "plain",
		"<a>one&nbsp;two</a>": "one\u00a0two",
	} {
		var got string
		if err := NewXML(strings.NewReader(in)).Decode(&got); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", in, got, err, want)
		}
	}
	if _, err := NewXML(strings.NewReader("<a><b></a>")).Token(); err != nil {
		t.Fatal(err)
	}
	if err := XMLFault(io.ErrUnexpectedEOF); KindOf(err) != Broken {
		t.Errorf("got %v, want kind %v", err, Broken)
	}
}
