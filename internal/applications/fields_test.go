package applications_test

import (
	"testing"

	"github.com/google/uuid"
)

// Whose an application is, and when it was made, is not for the body to say.
func TestFieldsThatAreNotOfferedAreIgnored(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	p, q := w.person(), w.person()
	id := uuid.New()
	extra := object{"id": id, "userId": q.id, "user_id": q.id, "createdAt": "2020-01-01T00:00:00Z", "updatedAt": "2020-01-01T00:00:00Z"}
	a := p.tracks(extra)
	p.Do("PATCH", "/applications/"+a.ID.String(), extra).Want(200)
	if got := p.reads(a.ID); a.ID == id || !got.CreatedAt.Equal(a.CreatedAt) || got.CreatedAt.Year() == 2020 || got.UpdatedAt.Year() == 2020 {
		t.Errorf("made %+v, then %+v", a, got)
	}
	if n := q.lists("").TotalElements; n != 0 {
		t.Errorf("somebody else got %d", n)
	}
}

func TestAParameterGivenTwiceIsRefused(t *testing.T) {
	t.Parallel()
	p := newWorld(t).person()
	for _, query := range []string{"size=1&size=50", "page=0&page=1"} {
		p.Do("GET", "/applications?"+query, nil).WantError(400, "Validation Error")
	}
}
