package fair

import "github.com/google/uuid"

// Heavy returns the owners of more than share of the rows.
func Heavy[R any](rows []R, owner func(R) uuid.UUID, share int) map[uuid.UUID]bool {
	count, heavy := map[uuid.UUID]int{}, map[uuid.UUID]bool{}
	for _, r := range rows {
		if count[owner(r)]++; count[owner(r)] > share {
			heavy[owner(r)] = true
		}
	}
	return heavy
}

// Pick reports for each row whether it belongs to the next batch of that size. It prefers rows in their order, but takes
// at most share rows of each owner, and of heavy owners together half a batch, or more if the others leave room.
func Pick[R any](rows []R, owner func(R) uuid.UUID, heavy map[uuid.UUID]bool, size, share int) []bool {
	light := 0
	for _, r := range rows {
		if !heavy[owner(r)] {
			light++
		}
	}
	room := max(size/2, size-light) // for heavy owners
	picked, total, taken := make([]bool, len(rows)), 0, map[uuid.UUID]int{}
	for i, r := range rows {
		of := owner(r)
		if total == size || taken[of] == share || heavy[of] && room == 0 {
			continue
		}
		if heavy[of] {
			room--
		}
		taken[of]++
		total++
		picked[i] = true
	}
	return picked
}
