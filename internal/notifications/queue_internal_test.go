package notifications

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/fair"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pgtest"
)

// due returns one due row per letter, oldest first; a letter names its user.
func due(letters string) (rows []store.Due) {
	for i, l := range letters {
		rows = append(rows, store.Due{ID: uuid.New(), UserID: uuid.NewSHA1(uuid.Nil, []byte(string(l))), Title: string(l),
			TriggerAtUtc: time.Unix(int64(i), 0)})
	}
	return rows
}

func TestPickSharesABatch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, head, others string
		want               string
		fromHead           int
		fromOthers         int
	}{
		{"one crowds, another far behind", "aaaaaaaa", "b", "aab", 2, 1},
		{"two crowd, no others", "aaaabbbb", "", "aabb", 2, 0},
		{"two crowd in turns", "abababab", "", "abab", 4, 0},
		{"two crowd, others behind", "aaaabbbb", "cdefgh", "aabbcdef", 2, 4},
		{"one crowds, others fill the rest", "aaaaaaab", "cdefgh", "aabcdefg", 2, 5},
		{"heavy users together get half", "aaabbbcccddd", "efghij", "aabbefgh", 2, 4},
		{"others have shares too", "aaaaaaaa", "bbbbc", "aabbc", 2, 2},
		{"crowd at the end of the head", "bcdaaaaa", "ef", "bcdaaef", 5, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const size, share = 8, 2
			head := due(tt.head)
			batch, fromHead, fromOthers := pick(head, due(tt.others), fair.Heavy(head, userOf, share), size, share)
			var got strings.Builder
			for _, r := range batch {
				got.WriteString(r.Title)
			}
			if got.String() != tt.want || fromHead != tt.fromHead || fromOthers != tt.fromOthers {
				t.Errorf("got %q %d %d, want %q %d %d", got.String(), fromHead, fromOthers, tt.want, tt.fromHead, tt.fromOthers)
			}
		})
	}
}

// TestFairBatches checks that one user gets a quarter of each batch while others are due. Every reminder is returned
// once, those of one user in order of time.
func TestFairBatches(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		crowd   []int // reminders of each user with a long queue, all older than the others'
		others  int   // users with two reminders each
		fair    int   // batches in which no user has more than a quarter
		batches int   // maximum number of batches in all
	}{
		"one long queue":           {[]int{400}, 30, 4, 24},
		"two long queues":          {[]int{200, 200}, 30, 6, 50},
		"long queues only":         {[]int{100, 100, 100, 100, 100}, 0, 20, 30},
		"no user has a long queue": {nil, 50, 5, 5},
		"one alone":                {[]int{100}, 0, 0, 5},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := pgtest.DB(t).Pool("")
			now := instant("2026-05-20T12:00:00Z")
			total := 0
			seed := func(n int, until time.Time) {
				total += n
				_, err := db.Exec(t.Context(), `INSERT INTO notification.custom_reminder (id, user_id, application_id, title, trigger_at_utc, channels)
					SELECT gen_random_uuid(), $1, gen_random_uuid(), 'Title', $3::timestamptz - ($2::int - n) * interval '1 second', '{IN_APP}'
					FROM generate_series(1, $2::int) n`, uuid.New(), n, until)
				if err != nil {
					t.Fatal(err)
				}
			}
			for _, n := range tt.crowd {
				seed(n, now.Add(-time.Hour))
			}
			for range tt.others {
				seed(2, now)
			}
			const size = 20
			q, last := queue{size: size}, map[uuid.UUID]time.Time{}
			seen, batches := 0, 0
			for {
				batch, err := q.batch(t.Context(), db, now)
				if err != nil {
					t.Fatal(err)
				}
				if len(batch) == 0 {
					break
				}
				batches++
				seen += len(batch)
				mine := map[uuid.UUID]int{}
				firings := make([]store.Firing, len(batch))
				for i, r := range batch {
					mine[r.UserID]++
					if mine[r.UserID] > size/4 && batches <= tt.fair {
						t.Fatalf("batch %d: %d of %d rows belong to one user", batches, mine[r.UserID], len(batch))
					}
					if r.TriggerAtUtc.Before(last[r.UserID]) {
						t.Fatalf("batch %d: the reminders of one user are out of order", batches)
					}
					last[r.UserID] = r.TriggerAtUtc
					firings[i] = store.Firing{Due: r}
				}
				fired, err := store.FireReminders(t.Context(), db, now, firings)
				if err != nil || len(fired) != len(batch) {
					t.Fatalf("fired %d of %d: %v", len(fired), len(batch), err)
				}
				q.settle(len(batch), len(batch))
			}
			if seen != total || batches > tt.batches {
				t.Errorf("%d of %d reminders in %d batches", seen, total, batches)
			}
		})
	}
}
