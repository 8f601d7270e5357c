package crawler

import (
	"errors"
	"strings"
	"testing"

	"rolecall/internal/crawler/fakeboard"
)

func TestAddingTargets(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.boards = fakeboard.NewAt([]fakeboard.Employer{employer("greenhouse", "acorn", 3), employer("recruitee", "birch", 3)}, w.clock.Now)
	worker := w.worker()
	ctx := t.Context()

	added, warning, err := worker.AddTarget(ctx, Target{Family: "greenhouse", Token: "acorn", Name: "  Acorn   Works ", Logo: "https://acorn.example/logo.svg"}, true)
	if err != nil || warning != nil || added.Name != "Acorn Works" {
		t.Errorf("got %+v, %v, %v, want Acorn Works without a warning", added, warning, err)
	}
	if _, _, err := worker.AddTarget(ctx, Target{Family: "greenhouse", Token: "acorn", Name: "Again"}, false); !errors.Is(err, ErrKnown) {
		t.Errorf("twice: %v", err)
	}
	if _, _, err := worker.AddTarget(ctx, Target{Family: "greenhouse", Token: "nowhere", Name: "Nowhere"}, true); err == nil || !strings.Contains(err.Error(), "greenhouse/nowhere does not answer: no such board") {
		t.Errorf("strict: %v", err)
	}
	_, warning, err = worker.AddTarget(ctx, Target{Family: "greenhouse", Token: "nowhere", Name: "Nowhere"}, false)
	if err != nil || warning == nil || !strings.Contains(warning.Error(), "no such board") {
		t.Errorf("not strict: %v, %v", warning, err)
	}
	for _, bad := range []Target{
		{Family: "myspace", Token: "acorn", Name: "Acorn"}, {Family: "lever", Token: "a/b", Name: "Acorn"}, {Family: "lever", Token: "", Name: "Acorn"},
		{Family: "lever", Token: "acorn", Name: strings.Repeat("x", 201)}, {Family: "lever", Token: "acorn", Name: "Acorn", Logo: "javascript:alert(1)"},
	} {
		if _, _, err := worker.AddTarget(ctx, bad, false); err == nil {
			t.Errorf("%+v was taken", bad)
		}
	}
	found, err := worker.Detect("https://birch.recruitee.com/o/some-job?x=1")
	if err != nil || found != (Target{Family: "recruitee", Token: "birch"}) {
		t.Fatalf("detected %+v, %v", found, err)
	}
	added, warning, err = worker.AddTarget(ctx, found, false)
	if err != nil || warning != nil || added.Name != "Fictional birch" {
		t.Errorf("named by its board: %+v, %v, %v", added, warning, err)
	}
	if _, err := worker.Detect("not an address"); err == nil {
		t.Error("nonsense was detected")
	}
}

func TestPausingAndResuming(t *testing.T) {
	t.Parallel()
	w := newWorld(t, employer("greenhouse", "acorn", 3), employer("lever", "birch", 4))
	worker := w.worker()
	w.crawl(worker)
	if err := worker.ChangeTarget(t.Context(), Pause, "greenhouse", "acorn"); err != nil {
		t.Fatal(err)
	}
	if sum := w.crawl(worker); sum.Boards != 1 || w.open() != 7 {
		t.Errorf("paused: %+v, %d open", sum, w.open())
	}
	if err := worker.ChangeTarget(t.Context(), Resume, "greenhouse", "acorn"); err != nil {
		t.Fatal(err)
	}
	if sum := w.crawl(worker); sum.Boards != 2 {
		t.Errorf("resumed: %+v", sum)
	}
	for _, action := range []string{Pause, Resume, Delete} {
		if err := worker.ChangeTarget(t.Context(), action, "lever", "unknown-board"); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: got %v, want %v", action, err, ErrUnknown)
		}
	}
	list, err := worker.Targets(t.Context())
	if err != nil || len(list) != 2 || list[0].Token != "acorn" || list[0].OpenPostings != 3 || list[0].Status != "active" {
		t.Errorf("got %+v, %v, want two boards, first the active acorn with 3 open postings", list, err)
	}
}
