package main

import (
	"context"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// boards serves fake boards in Greenhouse's format. Postings are generated for each response, so a million of them take no
// memory. It never answers 304, so the crawler always reads whole boards.
type boards struct {
	url             string
	server          *httptest.Server
	requests, bytes atomic.Int64

	mu   sync.Mutex
	list map[string]*board
}

type board struct {
	token, company string
	target         uuid.UUID      // id of its pull target
	postings       int            // number of postings
	revisions      map[int]int    // number of changes of each posting
	marks          map[int]string // marker in the title of each posting that has one
}

// openBoards starts a server without boards.
func openBoards() *boards {
	s := &boards{list: map[string]*board{}}
	s.server = httptest.NewServer(s)
	s.url = s.server.URL
	return s
}

// add creates n boards and inserts them as pull targets.
func (s *boards) add(ctx context.Context, db *database, kind string, n, postings int) ([]*board, error) {
	var added []*board
	for i := range n {
		added = append(added, &board{
			token: fmt.Sprintf("%s%d", kind, i), company: fmt.Sprintf("Bench %s %d", kind, i), target: uuid.New(), postings: postings,
			revisions: map[int]int{}, marks: map[int]string{},
		})
	}
	_, err := db.super.CopyFrom(ctx, pgx.Identifier{"crawler", "pull_target"}, []string{"id", "source_type", "token", "company_name"},
		pgx.CopyFromSlice(n, func(i int) ([]any, error) {
			return []any{added[i].target, "greenhouse", added[i].token, added[i].company}, nil
		}))
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range added {
		s.list[b.token] = b
	}
	return added, nil
}

// change calls fn, which may change boards, while no response is being generated.
func (s *boards) change(fn func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	fn()
}

// ServeHTTP serves GET /v1/boards/{token}/jobs.
func (s *boards) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	s.mu.Lock()
	var text []byte
	if len(parts) == 4 && s.list[parts[2]] != nil {
		text = s.list[parts[2]].response()
	}
	s.mu.Unlock()
	if text == nil {
		http.NotFound(w, r)
		return
	}
	s.requests.Add(1)
	s.bytes.Add(int64(len(text)))
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(text)
}

func (b *board) response() []byte {
	out := make([]byte, 0, b.postings*postingSize)
	out = append(out, `{"jobs":[`...)
	for i := range b.postings {
		if i > 0 {
			out = append(out, ',')
		}
		out = b.posting(out, i)
	}
	return append(out, `],"meta":{"total":`+strconv.Itoa(b.postings)+`}}`...)
}

const (
	firstNativeID = 1_000_000 // id of the first posting on each board
	postingSize   = 2_500     // approximate bytes per posting in a response
)

var (
	boardRoles = []string{
		"Backend Engineer", "Data Analyst", "Product Manager", "Nurse", "Account Manager", "DevOps Engineer", "UX Designer", "Accountant",
	}
	boardPlaces = []string{"Berlin, Germany", "London, United Kingdom", "Remote, Spain", "Porto, Portugal", "Vienna, Austria", "Dublin, Ireland"}
	boardSkills = []string{
		"Go and PostgreSQL", "Python and Airflow", "Figma and Jira", "Kubernetes and Terraform", "SAP and Excel", "Java and Kafka",
	}
)

// posting appends posting i as JSON. Its description is 2 kB long, like a typical real one, and states skills, years of experience, pay,
// employment type and workplace for enrichment to extract.
func (b *board) posting(out []byte, i int) []byte {
	revision := b.revisions[i]
	title := boardRoles[i%len(boardRoles)]
	if mark := b.marks[i]; mark != "" {
		title += " " + mark
	}
	text := fmt.Sprintf(boardText, b.company, boardRoles[i%len(boardRoles)], 1+(i+revision)%9, boardSkills[(i/3+revision)%len(boardSkills)],
		30+(i+revision)%60, 95+i%20, revision)
	id := strconv.Itoa(firstNativeID + i)
	return fmt.Appendf(out, `{"id":%s,"title":%q,"absolute_url":"https://boards.example.org/%s/jobs/%s","location":{"name":%q},`+
		`"first_published":"2026-01-%02dT09:00:00Z","content":%q}`, id, title, b.token, id, boardPlaces[i%len(boardPlaces)], 1+i%28, text)
}

var boardText = html.EscapeString(`<p>%s is looking for a %s to join a team of twelve people who work on one product together with
customers, partners and colleagues in four countries. You will talk to the people who use what you make, and decide with them what comes
next.</p><h3>What you will do</h3> <ul><li>Plan, write, review and run what your team needs, from the first sketch to the day
it is switched off again.</li><li>Keep what exists in good order: read what others wrote, ask why it is so, and make the next
change easier than the last one.</li><li>Help new colleagues to find their way, and learn from those who have been here for
longer than you.</li><li>Take part in interviews, in the weekly round of all teams and in two meetings of the whole company
each year.</li></ul><h3>What you bring</h3><ul><li>At least %d years of experience in a similar role.</li><li>Good knowledge
of %s.</li> <li>Fluent English, written and spoken; German is a plus.</li><li>Patience with people, impatience with avoidable
work, and the habit of writing down what was agreed.</li><li>A degree, an apprenticeship or an equal amount of
practice.</li></ul><h3>What we offer</h3><p>This is a full-time position with a hybrid arrangement: two days at the office
and three wherever you work best. The salary is €%d,000 to €%d,000 a year, depending on experience. There are thirty days of
holiday, a budget for learning that nobody has to ask for twice, a pension scheme, and a bicycle if you want one. We read
every application ourselves and answer within ten days, whatever the answer is. People of all origins, ages, genders and
beliefs are welcome here, and reasonable adjustments are made wherever they are needed. Version %d of this text.</p>`)
