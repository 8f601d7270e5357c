package jobs_test

import (
	"net/http"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// answers counts the statuses of n requests made at once; each conflict has to be the limit.
func answers(t *testing.T, w *world, user uuid.UUID, n int, method string, path func(int) string, body any) map[int]int {
	t.Helper()
	c := w.as(user)
	var mu sync.Mutex
	status := map[int]int{}
	var wg sync.WaitGroup
	for i := range n {
		wg.Go(func() {
			res := c.Do(method, path(i), body)
			if res.Status == http.StatusConflict {
				res.WantError(http.StatusConflict, "Limit Reached")
			}
			mu.Lock()
			defer mu.Unlock()
			status[res.Status]++
		})
	}
	wg.Wait()
	return status
}

// TestSavedFilterLimit checks that no user saves more than 200 searches, not even by saving many at once.
func TestSavedFilterLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	w.exec(`INSERT INTO job.saved_filter (id, user_id, name, filters) SELECT gen_random_uuid(), $1, 'x', '{}' FROM generate_series(1, 190)`,
		me)
	got := answers(t, w, me, 20, http.MethodPost, func(int) string { return "/jobs/filters/saved" }, `{"name":"x","filters":{}}`)
	if diff := cmp.Diff(got, map[int]int{http.StatusCreated: 10, http.StatusConflict: 10}); diff != "" {
		t.Errorf("answers: (-got +want)\n%s", diff)
	}
	w.as(uuid.New()).Do(http.MethodPost, "/jobs/filters/saved", `{"name":"x","filters":{}}`).Want(http.StatusCreated)
}

// TestSavedJobLimit checks that no user saves more than 10,000 postings, that a saved one can be saved again, and that
// removing one makes room.
func TestSavedJobLimit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	me := uuid.New()
	ids := make([]uuid.UUID, 10)
	for i := range ids {
		ids[i] = w.post(nil)
	}
	w.exec(`INSERT INTO job.saved_job (user_id, job_id, saved_at) SELECT $1, gen_random_uuid(), now() FROM generate_series(1, 9995)`, me)
	save := func(i int) string { return "/jobs/saved/" + ids[i].String() }
	got := answers(t, w, me, len(ids), http.MethodPut, save, nil)
	if diff := cmp.Diff(got, map[int]int{http.StatusNoContent: 5, http.StatusConflict: 5}); diff != "" {
		t.Errorf("answers: (-got +want)\n%s", diff)
	}
	got = answers(t, w, me, len(ids), http.MethodPut, save, nil)
	if diff := cmp.Diff(got, map[int]int{http.StatusNoContent: 5, http.StatusConflict: 5}); diff != "" {
		t.Errorf("again: (-got +want)\n%s", diff)
	}
	w.as(me).Do(http.MethodPut, "/jobs/saved/"+uuid.NewString(), nil).WantError(http.StatusNotFound, "Not Found")
	w.exec("DELETE FROM job.saved_job WHERE job_id IN (SELECT job_id FROM job.saved_job WHERE NOT job_id = ANY ($1) LIMIT 5)", ids)
	got = answers(t, w, me, len(ids), http.MethodPut, save, nil)
	if diff := cmp.Diff(got, map[int]int{http.StatusNoContent: 10}); diff != "" {
		t.Errorf("with room: (-got +want)\n%s", diff)
	}
}
