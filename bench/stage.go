package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/seed"
)

const (
	password      = "nine quiet herons"
	livePostings  = 25  // per live board
	changedBoards = 20  // live boards that change before a crawl, with all of their postings
	liveBoards    = 100 // at least; one per thousand postings in larger databases
	usersLoggedIn = 1_000
	applications  = 20 // per user
)

// Argon2id at the platform's default cost.
var hashCost = &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// stage is a seeded database plus the queries to run against it. Each workload starts its own platform on it; the data folder
// keeps the search index from one to the next.
type stage struct {
	bench       *bench
	size        int
	users       int
	dir         string
	db          *database
	boards      *boards
	live        []*board // boards whose postings change while searches are measured
	words       *words
	queries     []query // queries whose latency is measured at a given rate
	inTurn      []query // queries of callers that send one after the other, others so that those stay first-time
	peerQueries []query // queries for load generation and for the peers, likewise
	loggedIn    []*user
	marks       int      // number of markers put into titles
	lags        rounds   // milliseconds from commit to searchable at the usual rate, by crawl
	unapplied   []string // postings that no user has applied to at the start
}

// newStage seeds a database. If vocabulary is not 0, descriptions use that many distinct words.
func (b *bench) newStage(ctx context.Context, name string, size, vocabulary int) (st *stage, err error) {
	b.say("seeding a database")
	start := time.Now()
	st = &stage{bench: b, size: size, users: b.scaled(5_000, usersLoggedIn), dir: filepath.Join(b.scratch, name), boards: openBoards()}
	if err := os.Mkdir(st.dir, 0o755); err != nil {
		return nil, err
	}
	if st.db, err = b.newDatabase(ctx, name); err != nil {
		return nil, err
	}
	if err := seed.Run(ctx, st.db.super, seed.Options{Postings: size, Seed: 1, Vocabulary: vocabulary}); err != nil {
		return nil, err
	}
	// No server hosts the seeded boards: a crawl of them would only fail.
	if err := st.db.exec(ctx, "UPDATE crawler.pull_target SET status = 'paused'"); err != nil {
		return nil, err
	}
	if err := st.fillUsers(ctx); err != nil {
		return nil, err
	}
	if st.words, err = readWords(ctx, st.db); err != nil {
		return nil, err
	}
	all, err := st.words.queries(drawnQueries)
	if err != nil {
		return nil, err
	}
	st.queries, st.inTurn = all[:distinctQueries], all[distinctQueries:2*distinctQueries]
	for _, q := range all[2*distinctQueries:] {
		if len(st.peerQueries) < distinctQueries && q.peersCanAnswer() {
			st.peerQueries = append(st.peerQueries, q)
		}
	}
	// Crawl the live boards, after readWords so that no query names them.
	if st.live, err = st.boards.add(ctx, st.db, "live", max(liveBoards, size/1000), livePostings); err != nil {
		return nil, err
	}
	for _, task := range []string{"crawl", "enrich"} {
		if err := b.command(ctx, b.environment(st), task, "--once"); err != nil {
			return nil, err
		}
	}
	if err := st.db.exec(ctx, "CHECKPOINT"); err != nil {
		return nil, err
	}
	b.say("seeded in %s", time.Since(start).Round(time.Second))
	return st, nil
}

func (st *stage) close(ctx context.Context) error {
	st.boards.server.Close()
	return errors.Join(st.db.drop(ctx), os.RemoveAll(st.dir))
}

// fillUsers creates accounts, each with applications to 20 different postings. Titles, places and skills are copied from the
// postings, so that digests have profiles to work with. All accounts share one password hash.
func (st *stage) fillUsers(ctx context.Context) error {
	hash, err := argon2id.CreateHash(password, hashCost)
	if err != nil {
		return err
	}
	_, err = st.db.super.Exec(ctx, `INSERT INTO identity.account (id, first_name, last_name, email, password_hash, email_verified_at)
		SELECT `+userID("n")+`, 'Mira', 'Sandoval', 'user' || n || '@example.org', $1, now() FROM generate_series(0, $2 - 1) n`, hash, st.users)
	if err != nil {
		return err
	}
	pickedCount := min(20_000, st.size/2)
	st.unapplied, err = st.db.strings(ctx, `SELECT id::text FROM crawler.job_post WHERE closed_at IS NULL
		ORDER BY md5(native_id) OFFSET $1 LIMIT $1`, pickedCount)
	if err != nil {
		return err
	}
	return st.db.exec(ctx,
		fmt.Sprintf(`CREATE UNLOGGED TABLE public.picked AS SELECT row_number() OVER () - 1 AS n, p.* FROM (
			SELECT id, title, location, skills FROM crawler.job_post WHERE closed_at IS NULL ORDER BY md5(native_id) LIMIT %d) p`, pickedCount),
		// 7919 and 61 are primes that spread users and their applications over the picked postings. The 20 postings of a user differ,
		// so there are exactly 20 applications per user, as the dispatch workload expects.
		fmt.Sprintf(`INSERT INTO applications.application (id, user_id, job_post_id, status, job_title, company, location, places, skills, notes,
				applied_at, created_at, updated_at, last_activity_at)
			SELECT gen_random_uuid(), %s, p.id, 'APPLIED', p.title, 'Company ' || k, p.location,
				CASE WHEN p.location IS NULL THEN '{}' ELSE ARRAY[split_part(p.location, ' / ', 1)] END, p.skills,
				'Sent the portfolio.', t, t, t, t
			FROM generate_series(0, %d) u, generate_series(0, %d) k, LATERAL (SELECT now() - k * interval '1 hour' AS t) w, public.picked p
			WHERE p.n = (u * 7919 + k * 61) %% (SELECT count(*) FROM public.picked)`, userID("u"), st.users-1, applications-1),
		`INSERT INTO applications.timeline (application_id, position, status, occurred_at)
			SELECT id, 1, status, created_at FROM applications.application`,
		"DROP TABLE public.picked", "VACUUM (ANALYZE) applications.application", "VACUUM (ANALYZE) applications.timeline",
		"VACUUM (ANALYZE) identity.account")
}

// userID returns SQL for the id of the user with a number.
func userID(n string) string {
	return "('00000000-0000-4000-8000-' || lpad(" + n + "::text, 12, '0'))::uuid"
}

// logIn returns logged-in users with the data they have, read over HTTP. Later calls return the same users, who continue where
// they left off.
func (st *stage) logIn(ctx context.Context, p *platform) ([]*user, error) {
	if st.loggedIn == nil {
		st.bench.say("logging in %s users", count(usersLoggedIn))
		queries := newQuerySource(st.queries, 0)
		users := make([]*user, usersLoggedIn)
		for i := range users {
			users[i] = newUser(caller{number: i}, queries, st.unapplied)
		}
		err := forEach(users, func(u *user) error {
			var got struct{ Token string }
			body := map[string]string{"email": fmt.Sprintf("user%d@example.org", u.number), "password": password}
			_, err := p.gateway.do(ctx, u.caller, "POST", "/auth/login", body, &got)
			u.token = got.Token
			return err
		})
		if err != nil {
			return nil, err
		}
		st.loggedIn = users
	}
	return st.loggedIn, forEach(st.loggedIn, func(u *user) error { return u.start(ctx, p.gateway) })
}

// export writes the open postings for the peers that do not read the database, one JSON object per line.
func (st *stage) export(ctx context.Context, path string, texts bool) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	rows, err := st.db.super.Query(ctx, exported, texts)
	if err != nil {
		return errors.Join(err, f.Close())
	}
	var line string
	_, err = pgx.ForEachRow(rows, []any{&line}, func() error {
		_, err := f.WriteString(line + "\n")
		return err
	})
	return errors.Join(err, f.Close())
}

// exported selects the data of an open posting for the peers: the searchable text, the filter fields and the fields shown in a list.
const exported = `SELECT json_build_object('id', p.id, 'title', p.title, 'description', CASE WHEN $1 THEN p.description END,
	'company', t.company_name, 'url', p.url, 'location', coalesce(p.location, ''), 'workplaceType', coalesce(p.workplace_type, ''),
	'employmentType', coalesce(p.employment_type, ''), 'careerLevel', coalesce(p.career_level, ''), 'languages', p.languages,
	'skills', p.skills, 'experience', coalesce(p.experience_years_min, 0), 'pay', coalesce(p.yearly_max, 0),
	'listedAt', to_char(p.listed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MSZ'))::text
	FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id WHERE p.closed_at IS NULL`
