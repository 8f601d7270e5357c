package jobs

import (
	"context"
	"slices"

	"rolecall/internal/jobs/index"
	"rolecall/internal/jobs/oas"
)

func (h *handler) SearchJobs(ctx context.Context, p oas.SearchJobsParams) (*oas.JobPage, error) {
	return searching(ctx, h.svc, func() (*oas.JobPage, error) {
		page, size := p.Page.Or(0), p.Size.Or(defaultSize)
		result, err := h.svc.Search(ctx, searchFilters(p), Paging{
			Sort: sorts[p.Sort.Or(oas.SearchJobsSortNewest)], Size: int(size), Skip: int(page * size), Highlight: p.Highlight.Or(false),
		})
		if err != nil {
			return nil, err
		}
		out := h.jobPage(ctx, result, page, size)
		return &out, nil
	})
}

func (h *handler) GetJobFacets(ctx context.Context, p oas.GetJobFacetsParams) (*oas.FacetsResponse, error) {
	return searching(ctx, h.svc, func() (*oas.FacetsResponse, error) {
		facets, err := h.svc.Facets(ctx, facetFilters(p))
		if err != nil {
			return nil, err
		}
		return &oas.FacetsResponse{
			Companies:       wireGroup(facets[index.Companies]),
			Locations:       wireGroup(facets[index.Locations]),
			WorkplaceTypes:  wireGroup(facets[index.Workplaces]),
			EmploymentTypes: wireGroup(facets[index.Employments]),
			CareerLevels:    wireGroup(facets[index.Levels]),
			Languages:       wireGroup(facets[index.Languages]),
			Skills:          wireGroup(facets[index.Skills]),
			CountIsEstimate: false,
		}, nil
	})
}

func (h *handler) Suggest(ctx context.Context, p oas.SuggestParams) (*oas.SuggestResponse, error) {
	return searching(ctx, h.svc, func() (*oas.SuggestResponse, error) {
		kinds := convert(p.Kind, func(k oas.SuggestionKind) index.Kind { return index.Kind(slices.Index(suggestionKinds, k)) })
		list, err := h.svc.Suggest(p.Q, kinds, p.Size.Or(5))
		if err != nil {
			return nil, err
		}
		return &oas.SuggestResponse{Items: convert(list, func(s index.Suggestion) oas.Suggestion {
			return oas.Suggestion{Kind: suggestionKinds[s.Kind], Value: s.Value, Count: int64(s.Count)}
		})}, nil
	})
}

func (h *handler) ListSimilarJobs(ctx context.Context, p oas.ListSimilarJobsParams) (*oas.SimilarJobs, error) {
	return searching(ctx, h.svc, func() (*oas.SimilarJobs, error) {
		list, err := h.svc.Similar(ctx, p.ID, p.Size.Or(6))
		if err != nil {
			return nil, err
		}
		return &oas.SimilarJobs{Items: h.summaries(ctx, list)}, nil
	})
}

func (h *handler) ListJobSummaries(ctx context.Context, p oas.ListJobSummariesParams) (*oas.JobSummaries, error) {
	return searching(ctx, h.svc, func() (*oas.JobSummaries, error) {
		list, err := h.svc.postings(ctx, p.ID, false)
		if err != nil {
			return nil, err
		}
		return &oas.JobSummaries{Items: h.summaries(ctx, list)}, nil
	})
}

func (h *handler) GetIndexStatus(context.Context) (*oas.IndexStatus, error) {
	return wireIndexStatus(h.svc.feed.Status()), nil
}
