package notifications

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/notifications/store"
)

// Each letter is a due row of that user, oldest first.
func due(letters string) (rows []store.Due) {
	for i, l := range letters {
		rows = append(rows, store.Due{ID: uuid.New(), UserID: uuid.NewSHA1(uuid.Nil, []byte(string(l))), Title: string(l), TriggerAtUtc: time.Unix(int64(i), 0)})
	}
	return rows
}

func TestPick(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, head, others string
		want               string
		fromHead           int
		fromOthers         int
	}{
		{"one crowds, another far behind", "aaaaaaaa", "b", "aab", 2, 1},
		{"two crowd, nobody else", "aaaabbbb", "", "aabb", 2, 0},
		{"two crowd in turns", "abababab", "", "abab", 4, 0},
		{"two crowd, others behind", "aaaabbbb", "cdefgh", "aabbcdef", 2, 4},
		{"one crowds, others fill the rest", "aaaaaaab", "cdefgh", "aabcdefg", 2, 5},
		{"others have shares too", "aaaaaaaa", "bbbbc", "aabbc", 2, 2},
		{"crowd at the end of the head", "bcdaaaaa", "ef", "bcdaaef", 5, 2},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const size, share = 8, 2
			head := due(tt.head)
			batch, fromHead, fromOthers := pick(head, due(tt.others), crowders(head, share), size, share)
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

// Four users with long queues leave half of the batch to the others.
func TestPickLeavesRoom(t *testing.T) {
	t.Parallel()
	head := due(strings.Repeat("abcd", 5))
	crowd := crowders(head, 4)
	batch, _, _ := pick(head, due("efghijklmnop"), crowd, 16, 4)
	mine := 0
	for _, r := range batch {
		if strings.Contains("abcd", r.Title) {
			mine++
		}
	}
	if len(batch) != 16 || mine != 8 {
		t.Errorf("%d of %d rows are the crowd's", mine, len(batch))
	}
}
