package jobs

import (
	"fmt"
	"testing"
)

func TestAnswersAreBounded(t *testing.T) {
	t.Parallel()
	a := newAnswers(10_000)
	for i := range 1000 {
		a.put(fmt.Sprint(i%37), entry[[]byte]{value: make([]byte, 100*(i%30))})
		sum := 0
		for _, key := range a.list.Keys() {
			e, _ := a.list.Peek(key)
			sum += weight(key, e)
		}
		if sum != a.bytes || a.bytes > a.most {
			t.Fatalf("after %d: %d bytes, counted as %d, of at most %d", i, sum, a.bytes, a.most)
		}
	}
	if _, ok := a.get("0"); !ok {
		t.Error("the newest is gone") // 999 is 37 times 27
	}
	a.put("huge", entry[[]byte]{value: make([]byte, 20_000)})
	if a.bytes != 0 || a.list.Len() != 0 {
		t.Errorf("one that does not fit leaves %d bytes", a.bytes)
	}
}
