package fakeboard

var (
	saltAndCedar = Employer{Family: "lever", Token: "saltandcedarkitchens", Name: "Salt & Cedar Kitchens", Postings: 24, Languages: []string{"en"}}
	hafenlicht   = Employer{Family: "smartrecruiters", Token: "HafenlichtGmbH", Name: "Hafenlicht GmbH", Postings: 18, Languages: []string{"de"}}
	quillfeather = Employer{Family: "workable", Token: "quillfeather", Name: "Quillfeather Press", Postings: 22, Languages: []string{"en", "es"}}
)

// Undiscovered returns further employers of the demo, whose boards are not added yet. Those at Lever are found by their
// names, the others by their sites.
func Undiscovered() []Employer {
	return []Employer{
		saltAndCedar,
		{Family: "lever", Token: "copperheronmuseum", Name: "Copper Heron Museum", Postings: 9, Languages: []string{"en"}},
		{Family: "lever", Token: "bramblefenferries", Name: "Bramble Fen Ferries", Postings: 7, Languages: []string{"en"}},
		hafenlicht,
		{Family: "jsonld", Token: "mosswick", Name: "Mosswick Gardens", Postings: 12, Languages: []string{"en"}},
	}
}

// Failing returns the employer of Demo whose board fails in the demo after its first pulls.
func Failing() Employer { return quillfeather }

// Suggested returns the employers of Undiscovered that the demo suggests to add: one that is found by its name, and one that
// is found by its site.
func Suggested() (byName, bySite Employer) { return saltAndCedar, hafenlicht }

// Demo returns a small catalogue for the demo: a few employers of several families, in four languages.
func Demo() []Employer {
	return []Employer{
		{Family: "greenhouse", Token: "marrowpine", Name: "Marrow & Pine Robotics", Postings: 48, Languages: []string{"en"}},
		{Family: "lever", Token: "keellantern", Name: "Keel & Lantern Freight", Postings: 36, Languages: []string{"en"}},
		{Family: "ashby", Token: "tarn labs", Name: "Tarn Labs", Postings: 40, Languages: []string{"en"}},
		{Family: "smartrecruiters", Token: "VoltgartenAG", Name: "Voltgarten AG", Postings: 30, Languages: []string{"de", "de", "en"}},
		quillfeather,
		{Family: "recruitee", Token: "puertocobre", Name: "Puerto Cobre Energía", Postings: 28, Languages: []string{"es", "es", "en"}},
		{Family: "teamtailor", Token: "atelierlume", Name: "Atelier Lume", Postings: 26, Languages: []string{"fr", "fr", "en"}},
		{Family: "jsonld", Token: "ferrouszoo", Name: "Ferrous Zoo", Postings: 20, Languages: []string{"en", "de", "fr"}},
	}
}
