package fakeboard

import "fmt"

// Kinds are the dialects the server speaks.
var Kinds = []string{"greenhouse", "lever", "ashby", "smartrecruiters", "workable", "recruitee", "personio", "teamtailor", "workday", "jsonld"}

// Demo is a small catalogue for a first look: a handful of employers on several boards, in four
// languages.
func Demo() []Employer {
	return []Employer{
		{Kind: "greenhouse", Token: "marrowpine", Name: "Marrow & Pine Robotics", Postings: 48, Languages: []string{"en"}},
		{Kind: "lever", Token: "keellantern", Name: "Keel & Lantern Freight", Postings: 36, Languages: []string{"en"}},
		{Kind: "ashby", Token: "tarn labs", Name: "Tarn Labs", Postings: 40, Languages: []string{"en"}},
		{Kind: "smartrecruiters", Token: "VoltgartenAG", Name: "Voltgarten AG", Postings: 30, Languages: []string{"de", "de", "en"}},
		{Kind: "workable", Token: "quillfeather", Name: "Quillfeather Press", Postings: 22, Languages: []string{"en", "es"}},
		{Kind: "recruitee", Token: "puertocobre", Name: "Puerto Cobre Energía", Postings: 28, Languages: []string{"es", "es", "en"}},
		{Kind: "teamtailor", Token: "atelierlume", Name: "Atelier Lume", Postings: 26, Languages: []string{"fr", "fr", "en"}},
		{Kind: "jsonld", Token: "ferrouszoo", Name: "Ferrous Zoo", Postings: 20, Languages: []string{"en", "de", "fr"}},
	}
}

// Many is a catalogue for benchmarks: boards of the kinds whose list carries the whole text,
// each with the same number of postings.
func Many(boards, postings int) []Employer {
	kinds := []string{"greenhouse", "lever", "ashby", "workable", "recruitee"}
	languages := []string{"en", "de", "es", "fr"}
	out := make([]Employer, boards)
	for i := range out {
		out[i] = Employer{
			Kind:      kinds[i%len(kinds)],
			Token:     fmt.Sprintf("bench-%05d", i),
			Name:      fmt.Sprintf("Fictional Works %05d", i),
			Postings:  postings,
			Languages: []string{languages[i%len(languages)]},
		}
	}
	return out
}
