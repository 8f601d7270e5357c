package jobs

import (
	"testing"

	"rolecall/internal/jobs/index"
)

func TestEveryGroupHasItsParameter(t *testing.T) {
	t.Parallel()
	for g := range (index.Facets{}) {
		if parameters[index.Group(g)] == "" {
			t.Errorf("group %d has no parameter, so alerts cannot name its values", g)
		}
	}
}
