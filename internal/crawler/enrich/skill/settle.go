package skill

// settle drops what the rest of the posting makes superfluous: a wider name beside its narrower one, and the crafts of the
// people whom a recruiter looks for.
func (f *finder) settle() {
	kept := f.found[:0]
	for _, id := range f.found {
		switch n := f.vocab.canonical[id]; {
		case f.hires && crafts[f.vocab.parts[id]]:
			continue
		case narrower[n] != "" && f.grade[f.vocab.ids[narrower[n]]] != unseen:
			continue
		}
		kept = append(kept, id)
	}
	f.found = kept
}

// crafts are the parts of the vocabulary that hold what programmers know.
var crafts = named("programming languages", "web and app frameworks", "data stores", "cloud and operations")

// narrower names, for a skill, the one that says all that it says and more.
var narrower = map[string]string{"DNS": "DNS/DHCP", "Windows": "Windows Server"}
