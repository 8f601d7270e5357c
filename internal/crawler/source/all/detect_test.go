package all_test

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
)

// TestDetect checks which board a URL leads to. No family means that it leads to none.
func TestDetect(t *testing.T) {
	t.Parallel()
	tests := []struct{ address, family, token string }{
		{"https://boards.greenhouse.io/marrowpine", "greenhouse", "marrowpine"},
		{"https://job-boards.greenhouse.io/marrowpine/jobs/7310045002?gh_src=x", "greenhouse", "marrowpine"},
		{"https://job-boards.eu.greenhouse.io/marrowpine/", "greenhouse", "marrowpine"},
		{"https://boards.greenhouse.io/embed/job_board?for=marrowpine&b=x", "greenhouse", "marrowpine"},
		{"https://boards-api.greenhouse.io/v1/boards/marrowpine/jobs?content=true", "greenhouse", "marrowpine"},
		{"job-boards.greenhouse.io/marrowpine", "greenhouse", "marrowpine"},
		{" https://JOB-BOARDS.greenhouse.io/marrowpine ", "greenhouse", "marrowpine"},
		{"https://jobs.lever.co/keellantern", "lever", "keellantern"},
		{"https://jobs.lever.co/keellantern/0f6b1c52-7d1e-4a55-9b1c-6a2f0d4c9e11/apply", "lever", "keellantern"},
		{"https://jobs.eu.lever.co/keellantern", "lever", "eu:keellantern"},
		{"https://api.eu.lever.co/v0/postings/keellantern?mode=json", "lever", "eu:keellantern"},
		{"https://jobs.ashbyhq.com/Tarn%20Labs/5f0f2f0e", "ashby", "tarn labs"},
		{"https://api.ashbyhq.com/posting-api/job-board/tarnlabs?includeCompensation=true", "ashby", "tarnlabs"},
		{"https://jobs.smartrecruiters.com/VoltgartenAG/743999900112233-techniker", "smartrecruiters", "VoltgartenAG"},
		{"https://careers.smartrecruiters.com/VoltgartenAG", "smartrecruiters", "VoltgartenAG"},
		{"https://jobs.smartrecruiters.com/oneclick-ui/company/VoltgartenAG/publication/9d1c", "smartrecruiters", "VoltgartenAG"},
		{"https://api.smartrecruiters.com/v1/companies/VoltgartenAG/postings", "smartrecruiters", "VoltgartenAG"},
		{"https://apply.workable.com/quillfeather/", "workable", "quillfeather"},
		{"https://apply.workable.com/quillfeather/j/9A1B2C3D4E/", "workable", "quillfeather"},
		{"https://apply.workable.com/api/v1/widget/accounts/quillfeather", "workable", "quillfeather"},
		{"https://quillfeather.workable.com/", "workable", "quillfeather"},
		{"https://waterwiel.recruitee.com/o/lock-keeper-3", "recruitee", "waterwiel"},
		{"https://nordlicht.jobs.personio.de/job/2507713?language=en", "personio", "nordlicht"},
		{"https://nordlicht.jobs.personio.com", "personio", "nordlicht"},
		{"https://fjordbakst.teamtailor.com/jobs", "teamtailor", "fjordbakst"},
		{"https://fjordbakst.na.teamtailor.com/jobs", "teamtailor", "fjordbakst.na"},
		{"https://terravane.wd3.myworkdayjobs.com/en-US/Terravane_Careers/job/Ostrava/Kiln_R-1", "workday", "terravane/wd3/Terravane_Careers"},
		{"https://terravane.wd103.myworkdayjobs.com/Terravane_Careers", "workday", "terravane/wd103/Terravane_Careers"},
		{"https://wd3.myworkdaysite.com/recruiting/terravane/Terravane_Careers", "workday", "terravane/wd3.myworkdaysite/Terravane_Careers"},
		{"https://wd3.myworkdaysite.com/en-US/recruiting/terravane/Terravane_Careers/job/Ostrava/Kiln_R-1", "workday", "terravane/wd3.myworkdaysite/Terravane_Careers"},
		{"https://wd3.myworkdaysite.com/wday/cxs/terravane/Terravane_Careers/jobs", "workday", "terravane/wd3.myworkdaysite/Terravane_Careers"},
		{"https://terravane.wd3.myworkdayjobs.com/wday/cxs/terravane/Terravane_Careers/jobs", "workday", "terravane/wd3/Terravane_Careers"},
		{"https://ferrouszoo.example/careers#top", "jsonld", "https://ferrouszoo.example/careers"},
		{"ferrouszoo.example/sitemap-jobs.xml", "jsonld", "https://ferrouszoo.example/sitemap-jobs.xml"},

		{"https://www.greenhouse.io/", "", ""},
		{"https://jobs.lever.co/", "", ""},
		{"https://apply.workable.com/j/9A1B2C3D4E", "", ""},
		{"https://www.recruitee.com/pricing", "", ""},
		{"https://a.b.c.recruitee.com/", "", ""},
		{"https://api.teamtailor.com/v1/jobs", "", ""},
		{"https://api.na.teamtailor.com/v1/jobs", "", ""},
		{"https://terravane.wd3.myworkdayjobs.com/", "", ""},
		{"https://wd3.myworkdaysite.com/recruiting/terravane", "", ""},
		{"https://personio.de/", "", ""},
		{"https://jobs.ashbyhq.com/api/x", "", ""},
		{"ftp://ferrouszoo.example/", "", ""},
		{"https://user:pw@ferrouszoo.example/", "", ""},
		{"javascript:alert(1)", "", ""},
		{"localhost", "", ""},
		{"", "", ""},
	}
	registry := all.Sources()
	for _, tt := range tests {
		family, token, ok := registry.Detect(tt.address)
		if family != tt.family || token != tt.token || ok != (tt.family != "") {
			t.Errorf("Detect(%q): got %q, %q, %t; want %q, %q", tt.address, family, token, ok, tt.family, tt.token)
		}
	}
}

// TestTokens checks which tokens a user may enter. A token becomes part of a URL, so it must not lead elsewhere.
func TestTokens(t *testing.T) {
	t.Parallel()
	registry := all.Sources()
	valid := map[string][]string{
		"greenhouse":      {"marrowpine", "Marrow_Pine-2"},
		"lever":           {"keellantern", "eu:keellantern"},
		"ashby":           {"tarnlabs", "Tarn Labs", "tarn%20labs", "café.io"},
		"smartrecruiters": {"VoltgartenAG"},
		"workable":        {"quill-feather"},
		"recruitee":       {"waterwiel"},
		"personio":        {"nordlicht-optik"},
		"teamtailor":      {"fjordbakst", "fjordbakst.na", "fjordbakst-1600000000"},
		"workday":         {"terravane/wd3/Terravane_Careers"},
		"jsonld":          {"https://ferrouszoo.example/careers", "http://ferrouszoo.example:8080/x?y=z"},
	}
	invalid := map[string][]string{
		"greenhouse":      {"", "a b", "a/b", "..", "a?b"},
		"lever":           {"eu:", "us:keel", "a/b"},
		"ashby":           {"", "a/b", "%2e%2e%2fx", "a\nb", "%zz"},
		"smartrecruiters": {"a/../b"},
		"workable":        {"a#b"},
		"recruitee":       {"evil.example/", "a.b", "-a", "a_b", "a@b"},
		"personio":        {"a.b"},
		"teamtailor":      {"a.b.c", ".a", "a..b"},
		"workday":         {"terravane", "terravane/wd3", "terravane/3/x", "terravane/wd3/x/y", "terr.avane/wd3/x", "a/wd3/../x"},
		"jsonld":          {"ferrouszoo.example", "ftp://ferrouszoo.example", "https://u:p@ferrouszoo.example", "https://"},
		"monster":         {"x"}, // no such family
	}
	for family, tokens := range valid {
		for _, token := range tokens {
			if _, err := registry.Token(family, token); err != nil {
				t.Errorf("%s %q: got %v, want no error", family, token, err)
			}
		}
	}
	for family, tokens := range invalid {
		for _, token := range tokens {
			if _, err := registry.Token(family, token); source.KindOf(err) != source.Refused {
				t.Errorf("%s %q: got %v, want a refusal", family, token, err)
			}
		}
	}
}

// TestCanonicalTokens checks that spellings of a board's token become one. With two, the board would be crawled twice.
func TestCanonicalTokens(t *testing.T) {
	t.Parallel()
	registry := all.Sources()
	for _, tt := range []struct{ family, raw, want string }{
		{"ashby", "Tarn%20Labs", "tarn labs"},
		{"recruitee", "WaterWiel", "waterwiel"},
		{"workday", "Terravane/WD3/Site", "terravane/wd3/Site"},
		{"greenhouse", " MarrowPine ", "MarrowPine"},
		{"jsonld", "https://FerrousZoo.example/Careers#x", "https://ferrouszoo.example/Careers"},
		{"lever", "eu:Keel", "eu:Keel"},
	} {
		if got, err := registry.Token(tt.family, tt.raw); err != nil || got != tt.want {
			t.Errorf("%s %q: got %q, %v, want %q", tt.family, tt.raw, got, err, tt.want)
		}
	}
}
