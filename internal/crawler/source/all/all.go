// Package all lists every source.
package all

import (
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/ashby"
	"rolecall/internal/crawler/source/greenhouse"
	"rolecall/internal/crawler/source/jsonld"
	"rolecall/internal/crawler/source/lever"
	"rolecall/internal/crawler/source/personio"
	"rolecall/internal/crawler/source/recruitee"
	"rolecall/internal/crawler/source/smartrecruiters"
	"rolecall/internal/crawler/source/teamtailor"
	"rolecall/internal/crawler/source/workable"
	"rolecall/internal/crawler/source/workday"
)

// Sources lists them; jsonld takes any address and so comes last.
func Sources() source.Registry {
	return source.Registry{
		greenhouse.Source{},
		lever.Source{},
		ashby.Source{},
		smartrecruiters.Source{},
		workable.Source{},
		recruitee.Source{},
		personio.Source{},
		teamtailor.Source{},
		workday.Source{},
		jsonld.Source{},
	}
}
