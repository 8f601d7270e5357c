// Package all lists every source.
package all

import (
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/ashby"
	"rolecall/internal/crawler/source/bamboohr"
	"rolecall/internal/crawler/source/breezy"
	"rolecall/internal/crawler/source/fake"
	"rolecall/internal/crawler/source/gem"
	"rolecall/internal/crawler/source/greenhouse"
	"rolecall/internal/crawler/source/hireology"
	"rolecall/internal/crawler/source/icims"
	"rolecall/internal/crawler/source/isolved"
	"rolecall/internal/crawler/source/jazzhr"
	"rolecall/internal/crawler/source/jibe"
	"rolecall/internal/crawler/source/join"
	"rolecall/internal/crawler/source/jsonld"
	"rolecall/internal/crawler/source/lever"
	"rolecall/internal/crawler/source/oracle"
	"rolecall/internal/crawler/source/paylocity"
	"rolecall/internal/crawler/source/personio"
	"rolecall/internal/crawler/source/pinpoint"
	"rolecall/internal/crawler/source/recruitee"
	"rolecall/internal/crawler/source/rippling"
	"rolecall/internal/crawler/source/smartrecruiters"
	"rolecall/internal/crawler/source/successfactors"
	"rolecall/internal/crawler/source/teamtailor"
	"rolecall/internal/crawler/source/ukg"
	"rolecall/internal/crawler/source/workable"
	"rolecall/internal/crawler/source/workday"
)

// family is what the package of each board family provides.
type family interface {
	source.Source
	Fake() fake.Fake
}

// families is in the order in which addresses are tried: jsonld accepts any, so it must be the last.
var families = []family{
	greenhouse.Source{},
	lever.Source{},
	ashby.Source{},
	smartrecruiters.Source{},
	workable.Source{},
	recruitee.Source{},
	personio.Source{},
	teamtailor.Source{},
	workday.Source{},
	gem.Source{},
	pinpoint.Source{},
	successfactors.Source{},
	oracle.Source{},
	bamboohr.Source{},
	jibe.Source{},
	ukg.Source{},
	join.Source{},
	breezy.Source{},
	rippling.Source{},
	paylocity.Source{},
	icims.Source{},
	jazzhr.Source{},
	isolved.Source{},
	hireology.Source{},
	jsonld.Source{},
}

// Sources returns the sources of all families.
func Sources() source.Registry {
	out := make(source.Registry, len(families))
	for i, f := range families {
		out[i] = f
	}
	return out
}

// Fakes returns the fake boards of all families, by family.
func Fakes() map[string]fake.Fake {
	out := make(map[string]fake.Fake, len(families))
	for _, f := range families {
		out[f.Family().Name] = f.Fake()
	}
	return out
}
