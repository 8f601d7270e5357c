package jobs_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// TestWordsBesideASlash: boards join alternatives with a slash, and each of them is a word that people look for.
func TestWordsBesideASlash(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	b := w.board(nil)
	mobile := w.post(func(p *post) { p.Board, p.Title = b, "iOS/Android Developer (m/w/d)" })
	native := w.post(func(p *post) {
		p.Board, p.Title, p.Description = b, "C/C++ Engineer", "<p>Node.js/React on AWS/GCP, TCP/IP</p>"
	})
	for keyword, want := range map[string]uuid.UUID{
		"android": mobile, "ios": mobile, "iOS/Android": mobile, "android developer": mobile, "c engineer": native, "react": native, "node.js": native, "gcp": native, "tcp/ip": native, "aws": native,
	} {
		for _, sort := range []string{"newest", "relevance"} {
			if diff := cmp.Diff(w.ids(values("keyword", keyword, "sort", sort)), []uuid.UUID{want}); diff != "" {
				t.Errorf("%s by %s: (-got +want)\n%s", keyword, sort, diff)
			}
		}
	}
}
