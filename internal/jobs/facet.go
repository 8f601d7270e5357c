package jobs

import "rolecall/internal/jobs/index"

// Facets counts the postings of a search by the values of each filter. A group ignores its own filter.
func (s *Service) Facets(f Filters) (index.Facets, error) {
	x, err := s.index()
	if err != nil {
		return index.Facets{}, err
	}
	_, q, _ := s.understand(x, f, Paging{})
	return x.Facets(q), nil
}
