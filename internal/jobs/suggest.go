package jobs

import (
	"slices"

	"rolecall/internal/jobs/index"
)

// Suggest completes what is being typed, with at most size values of each kind. No kinds are all kinds.
func (s *Service) Suggest(text string, kinds []index.Kind, size int) ([]index.Suggestion, error) {
	x, err := s.index()
	if err != nil {
		return nil, err
	}
	if len(kinds) == 0 {
		kinds = []index.Kind{index.SuggestTitle, index.SuggestSkill, index.SuggestCompany, index.SuggestPlace}
	}
	slices.Sort(kinds)
	return x.Suggest(text, slices.Compact(kinds), size), nil
}
