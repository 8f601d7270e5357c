package jobs_test

import (
	"net/http"
	"testing"
)

func TestAParameterGivenTwiceIsRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, query := range []string{"size=1&size=50", "size=5&size=101", "page=0&page=x", "keyword=a&keyword=b", "sort=newest&sort=newest"} {
		w.Do(http.MethodGet, "/jobs?"+query, nil).WantError(http.StatusBadRequest, "Validation Error")
	}
}
