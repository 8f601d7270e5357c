package catalogue

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestReadingPublishedForms(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		file string
		want []Entry
	}{
		"table of names, slugs and addresses": {
			"name,slug,url\nAcorn Works,acorn,https://jobs.lever.co/acorn\n\"Birch, Sons\",birch,\n",
			[]Entry{
				{Line: 2, Name: "Acorn Works", Token: "acorn", Address: "https://jobs.lever.co/acorn"},
				{Line: 3, Name: "Birch, Sons", Token: "birch"},
			},
		},
		"our own table": {
			"\ufeffsource_type,token,company_name,company_logo_url\r\ngreenhouse,acorn,Acorn,https://acorn.example/l.png\r\n",
			[]Entry{{Line: 2, Family: "greenhouse", Token: "acorn", Name: "Acorn", Logo: "https://acorn.example/l.png"}},
		},
		"table after a comment, with semicolons": {
			"# climate\n\nCompany;ATS;Board Token\nAcorn;Greenhouse;acorn\n",
			[]Entry{{Line: 4, Family: "Greenhouse", Token: "acorn", Name: "Acorn"}},
		},
		"YAML lists by family": {
			"# a pack\nname: In the mountains\ngreenhouse:\n  - acorn\n  - {name: Birch, token: birch}\nlever:\n  - 1024\n",
			[]Entry{
				{Family: "greenhouse", Token: "acorn"}, {Family: "greenhouse", Token: "birch", Name: "Birch"}, {Family: "lever", Token: "1024"},
			},
		},
		"YAML list of one family": {
			"# boards\n\n- company: Acorn\n  board: acorn.wd1.example.com/Careers\n- company: \"Birch\"\n  board: birch\n",
			[]Entry{{Name: "Acorn", Token: "acorn.wd1.example.com/Careers"}, {Name: "Birch", Token: "birch"}},
		},
		"JSON list of postings": {
			`[{"source": "Someone", "company_name": "Acorn ", "title": "Baker", "active": false, "date_posted": 17,
				"url": "https://boards.greenhouse.io/acorn/jobs/1", "locations": ["Bern"], "company_url": "https://people.example/acorn"}]`,
			[]Entry{{Name: "Acorn", Address: "https://boards.greenhouse.io/acorn/jobs/1", Posting: true}},
		},
		"what the web app exports": {
			`{"items": [{"employerId": "01920f51-6e2d-7b19-9f80-7a6b5c4d3e2f", "companyName": "Acorn", "sourceType": "lever", "token": "acorn",
				"followedAt": "2026-03-01T18:20:00Z"}]}`,
			[]Entry{{Family: "lever", Token: "acorn", Name: "Acorn"}},
		},
		"JSON list of addresses": {
			`["https://jobs.lever.co/acorn"]`,
			[]Entry{{Token: "https://jobs.lever.co/acorn", Address: "https://jobs.lever.co/acorn"}},
		},
		"plain list": {
			"# mine\nhttps://jobs.lever.co/acorn\n\n- https://jobs.lever.co/birch,x\njobs.lever.co/cedar\n",
			[]Entry{
				{Line: 2, Token: "https://jobs.lever.co/acorn", Address: "https://jobs.lever.co/acorn"},
				{Line: 4, Token: "https://jobs.lever.co/birch,x", Address: "https://jobs.lever.co/birch,x"},
				{Line: 5, Token: "jobs.lever.co/cedar"},
			},
		},
	} {
		got, err := Read([]byte(c.file))
		if diff := cmp.Diff(got, c.want, cmpopts.IgnoreFields(Entry{}, "Number")); err != nil || diff != "" {
			t.Errorf("%s: %v (-got +want)\n%s", name, err, diff)
		}
	}
}

func TestBadEntriesAreKeptWithTheirFault(t *testing.T) {
	t.Parallel()
	got, err := Read([]byte("name,slug\nAcorn,acorn\nBirch,\nCedar,ced\"ar\nDogwood,dog,wood\n"))
	if err != nil {
		t.Fatal(err)
	}
	var faults []string
	for _, e := range got {
		faults = append(faults, e.Where()+": "+e.Fault)
	}
	want := []string{"line 2: ", "line 3: it states neither the token nor the address of a board",
		"line 4: bare \" in non-quoted-field", "line 5: 3 fields instead of 2; put fields with commas in quotes"}
	if diff := cmp.Diff(faults, want); diff != "" {
		t.Errorf("(-got +want)\n%s", diff)
	}
	got, err = Read([]byte(`{"lever": [["acorn"], {"name": "Birch"}, null]}`))
	if err != nil || len(got) != 3 || got[0].Fault == "" || got[1].Fault == "" || got[2].Fault == "" || got[2].Where() != "entry 3" {
		t.Errorf("got %+v, %v, want three faulty entries", got, err)
	}
}

func TestUnreadableFilesAreRefused(t *testing.T) {
	t.Parallel()
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c < 'j'; c++ {
		bomb += string(c) + ": &" + string(c) + " [" + strings.TrimSuffix(strings.Repeat("*"+string(c-1)+", ", 10), ", ") + "]\n"
	}
	for want, file := range map[string]string{
		"empty":                    " \n# nothing\n",
		"web page":                 "<!doctype html><title>acorn.csv</title>",
		"no column has the token":  "Name,Website\nAcorn,https://acorn.example\n",
		"not UTF-8":                "name,slug\n\xff,acorn\n",
		"read JSON":                `[{"name": `,
		"read YAML":                "greenhouse:\n  - [acorn\n",
		"no entries":               `{"greenhouse": []}`,
		"larger than 32 MiB":       strings.Repeat("x", MaxSize+1),
		"larger than 4 MiB":        "greenhouse:\n" + strings.Repeat("  - acorn\n", maxYAML/10),
		"more than 200000 entries": strings.Repeat("a\n", maxEntries+1),
		"aliasing":                 bomb,
	} {
		if _, err := Read([]byte(file)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, seed := range []string{"name,slug\nAcorn,acorn\n", "greenhouse:\n  - acorn\n", `[{"url": "https://a.example"}]`, "https://a.example\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		entries, err := Read(data)
		for _, e := range entries {
			if err != nil || e.Fault == "" && e.Token == "" && e.Address == "" {
				t.Errorf("%+v, %v", e, err)
			}
		}
	})
}
