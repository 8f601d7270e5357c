package notifications_test

import (
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/notifications/oas"
)

// seedNotices adds n notices of a user, one a minute, the first of them read.
func (fx *fixture) seedNotices(user uuid.UUID, n, read int) {
	fx.t.Helper()
	fx.exec(`INSERT INTO notification.notification (id, user_id, type, title, message, read, created_at)
		SELECT gen_random_uuid(), $1, 'CUSTOM_REMINDER', 'Notice ' || n, '', n <= $3, $4::timestamptz + n * interval '1 minute'
		FROM generate_series(1, $2::int) n`, user, n, read, noon)
}

func titles(content []oas.Notification) []string {
	var out []string
	for _, n := range content {
		out = append(out, n.Title)
	}
	return out
}

func TestNoticesAreListedNewestFirst(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	fx.seedNotices(ada.id, 25, 3)
	fx.seedNotices(grace.id, 2, 0)
	for _, tt := range []struct {
		query string
		want  []string
		total int
		pages int64
	}{
		{"?size=3", []string{"Notice 25", "Notice 24", "Notice 23"}, 25, 9},
		{"?size=3&page=8", []string{"Notice 1"}, 25, 9},
		{"?size=5&page=5", nil, 25, 5},
		{"?page=1000000000&size=100", nil, 25, 1},
		{"?size=10&readStatus=read", []string{"Notice 3", "Notice 2", "Notice 1"}, 3, 1},
		{"?size=2&page=1&readStatus=read", []string{"Notice 1"}, 3, 2},
		{"?size=1&readStatus=unread", []string{"Notice 25"}, 22, 22},
		{"?size=22&readStatus=unread&page=1", nil, 22, 1},
		{"?size=2&readStatus=all", []string{"Notice 25", "Notice 24"}, 25, 13},
	} {
		var page oas.NotificationPage
		res := ada.Do("GET", "/notifications"+tt.query, nil).Want(200).JSON(&page)
		if diff := cmp.Diff(titles(page.Content), tt.want); diff != "" {
			t.Errorf("%s:\n%s", tt.query, diff)
		}
		if got := res.Header.Get("X-Total-Count"); got != strconv.Itoa(tt.total) || page.TotalElements != int64(tt.total) ||
			page.TotalPages != tt.pages {
			t.Errorf("%s: X-Total-Count %s, totalElements %d, totalPages %d, want %d and %d", tt.query, got, page.TotalElements, page.TotalPages,
				tt.total, tt.pages)
		}
	}
	var page oas.NotificationPage
	ada.Do("GET", "/notifications", nil).Want(200).JSON(&page)
	if page.Size != 20 || len(page.Content) != 20 {
		t.Errorf("by default size %d with %d notices", page.Size, len(page.Content))
	}
	for _, query := range []string{"?size=0", "?size=101", "?page=-1", "?readStatus=old", "?size=x", "?readStatus="} {
		ada.Do("GET", "/notifications"+query, nil).WantError(400, "Validation Error")
	}
}

func TestNoticesAreReadAndDeletedByTheirOwner(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	fx.seedNotices(ada.id, 4, 0)
	fx.seedNotices(grace.id, 1, 0)
	unread := func(p person, want int64) {
		t.Helper()
		var got oas.UnreadCount
		p.Do("GET", "/notifications/unread-count", nil).Want(200).JSON(&got)
		if got.Count != want {
			t.Errorf("unread %d, want %d", got.Count, want)
		}
	}
	unread(ada, 4)
	one := "/notifications/" + ada.notices()[0].ID.String()
	for range 2 {
		ada.Do("PATCH", one+"/read", nil).Want(204)
		unread(ada, 3)
	}
	for range 2 {
		ada.Do("DELETE", one+"/read", nil).Want(204)
		unread(ada, 4)
	}
	ada.Do("PATCH", one+"/read", nil).Want(204)
	for _, who := range []struct {
		p    person
		path string
	}{{grace, one}, {ada, "/notifications/" + uuid.NewString()}, {ada, "/notifications/no-id"}} {
		who.p.Do("PATCH", who.path+"/read", nil).WantError(404, "Not Found")
		who.p.Do("DELETE", who.path+"/read", nil).WantError(404, "Not Found")
		who.p.Do("DELETE", who.path, nil).WantError(404, "Not Found")
	}
	ada.Do("DELETE", one, nil).Want(204)
	ada.Do("DELETE", one, nil).WantError(404, "Not Found")
	for range 2 {
		ada.Do("PATCH", "/notifications/read-all", nil).Want(204)
		unread(ada, 0)
	}
	unread(grace, 1)
	if n := len(ada.notices()); n != 3 {
		t.Errorf("%d notices left, want 3", n)
	}
	for method, path := range map[string]string{"GET": "/notifications", "PATCH": "/notifications/read-all", "DELETE": one} {
		fx.api.Do(method, path, nil).WantError(401, "Unauthorized")
	}
}

// TestNoticePagesUseTheIndex checks that pages and counts of a user with many notices read the index alone.
func TestNoticePagesUseTheIndex(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	const n = 60_000 // the plan, not the time, is what is looked at
	fx.exec(`INSERT INTO notification.notification (id, user_id, type, title, message, read, created_at)
		SELECT gen_random_uuid(), CASE WHEN n % 3 = 0 THEN gen_random_uuid() ELSE $1 END, 'CUSTOM_REMINDER', 'Notice', repeat('x', 400), n % 2
		= 0, $3::timestamptz + n * interval '1 second'
		FROM generate_series(1, $2::int) n`, ada.id, n, noon)
	fx.vacuum("notification.notification")
	for name, query := range map[string]string{
		"unread count": "SELECT count(*) FROM notification.notification WHERE user_id = $1 AND NOT read",
		"total":        "SELECT count(*) FROM notification.notification WHERE user_id = $1",
		"first page":   "SELECT id FROM notification.notification WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 20",
		"first unread": "SELECT id FROM notification.notification WHERE user_id = $1 AND read = false ORDER BY created_at DESC, id DESC LIMIT 20",
		"first read":   "SELECT id FROM notification.notification WHERE user_id = $1 AND read = true ORDER BY created_at DESC, id DESC LIMIT 20",
	} {
		plan := fx.plan(query, ada.id)
		if !plan.has("Index Only Scan") || plan.has("Sort") {
			t.Errorf("%s:\n%s", name, plan)
		}
	}
	if got := len(ada.notices()); got != 100 {
		t.Errorf("first page has %d notices, want 100", got)
	}
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { ada.Do("PATCH", "/notifications/read-all", nil).Want(204) })
	}
	wg.Wait()
	if left := fx.count("SELECT count(*) FROM notification.notification WHERE user_id = $1 AND NOT read", ada.id); left != 0 {
		t.Errorf("%d notices are still unread, want 0", left)
	}
}

func TestUnknownRoutesAreRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	ada.Do("POST", "/notifications/preferences", nil).WantError(http.StatusMethodNotAllowed, "Method Not Allowed")
	ada.Do("GET", "/notifications/nothing/here", nil).WantError(404, "Not Found")
	ada.Do("PUT", "/notifications/preferences", `{"ghostedAlert": `+strings.Repeat(" ", 2<<20)+`true}`).WantError(413, "Payload Too Large")
}
