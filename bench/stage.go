package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/alexedwards/argon2id"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/jobs/seed"
)

const (
	password      = "nine quiet herons"
	liveBoards    = 20
	livePostings  = 25 // postings per live board: all of them change within five seconds
	usersLoggedIn = 1_000
	applications  = 20 // applications per user
)

// Argon2id at the platform's default cost.
var hashCost = &argon2id.Params{Memory: 19 << 10, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// stage is a filled database and what is asked of it. Platforms are started on it by the workloads; its data folder keeps
// the index from one to the next.
type stage struct {
	bench     *bench
	size      int
	users     int
	dir       string
	db        *database
	boards    *boards
	live      []*board // whose postings change while searches are measured
	words     *words
	questions []question // questions of the users whose waiting is measured
	others    []question // questions that only make load, and those of peers: none of the above is asked beforehand
	people    []*user    // users who are logged in
	marks     int        // number of markers put into titles
	spare     []string   // postings without an application at the start
}

// newStage fills a database by COPY. A vocabulary other than 0 makes texts of so many different words.
func (b *bench) newStage(ctx context.Context, name string, size, vocabulary int) (st *stage, err error) {
	b.say("filling a database")
	begun := time.Now()
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
	// The seeded boards are on no server; a pass would only fail on them.
	if err := st.db.exec(ctx, "UPDATE crawler.pull_target SET status = 'paused'"); err != nil {
		return nil, err
	}
	if st.live, err = st.boards.add(ctx, st.db, "live", liveBoards, livePostings); err != nil {
		return nil, err
	}
	if err := st.fillUsers(ctx); err != nil {
		return nil, err
	}
	if st.words, err = readWords(ctx, st.db); err != nil {
		return nil, err
	}
	made, err := st.words.questions(5 * distinctQuestions / 2)
	if err != nil {
		return nil, err
	}
	st.questions = made[:distinctQuestions]
	for _, q := range made[distinctQuestions:] {
		if len(st.others) < distinctQuestions && q.forAll() {
			st.others = append(st.others, q)
		}
	}
	if err := st.db.exec(ctx, "CHECKPOINT"); err != nil {
		return nil, err
	}
	b.say("filled in %s", time.Since(begun).Round(time.Second))
	return st, nil
}

func (st *stage) close(ctx context.Context) error {
	st.boards.server.Close()
	return errors.Join(st.db.drop(ctx), os.RemoveAll(st.dir))
}

// fillUsers makes accounts, each with applications to other postings: titles, places and skills are those of real
// postings, so that digests have profiles to work with. All have the same password, whose hash is made once.
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
	half := min(20_000, st.size/2)
	if st.spare, err = st.db.strings(ctx, "SELECT id::text FROM crawler.job_post WHERE closed_at IS NULL ORDER BY md5(native_id) OFFSET $1 LIMIT $1", half); err != nil {
		return err
	}
	return st.db.exec(ctx,
		fmt.Sprintf(`CREATE UNLOGGED TABLE public.picked AS SELECT row_number() OVER () - 1 AS n, p.* FROM (SELECT id, title, location, skills FROM crawler.job_post
			WHERE closed_at IS NULL ORDER BY md5(native_id) LIMIT %d) p`, half),
		fmt.Sprintf(`INSERT INTO applications.application (id, user_id, job_post_id, status, job_title, company, location, places, skills, notes,
				applied_at, created_at, updated_at, last_activity_at)
			SELECT gen_random_uuid(), %s, p.id, 'APPLIED', p.title, 'Company ' || k, p.location,
				CASE WHEN p.location IS NULL THEN '{}' ELSE ARRAY[split_part(p.location, ' / ', 1)] END, p.skills, 'Sent the portfolio.', t, t, t, t
			FROM generate_series(0, %d) u, generate_series(0, %d) k, LATERAL (SELECT now() - k * interval '1 hour' AS t) w, public.picked p
			WHERE p.n = (u * 7919 + k * 61) %% (SELECT count(*) FROM public.picked) ON CONFLICT DO NOTHING`, userID("u"), st.users-1, applications-1),
		"INSERT INTO applications.timeline (application_id, position, status, occurred_at) SELECT id, 1, status, created_at FROM applications.application",
		"DROP TABLE public.picked", "VACUUM (ANALYZE) applications.application", "VACUUM (ANALYZE) applications.timeline", "VACUUM (ANALYZE) identity.account")
}

// userID returns SQL for the id of a user by number.
func userID(n string) string {
	return "('00000000-0000-4000-8000-' || lpad(" + n + "::text, 12, '0'))::uuid"
}

// logIn returns users who are logged in, with what they have, read through HTTP. Later calls return the same users, who go on
// where they stopped.
func (st *stage) logIn(ctx context.Context, p *platform) ([]*user, error) {
	if st.people == nil {
		st.bench.say("logging in %s users", count(usersLoggedIn))
		asker := newAsker(st.questions)
		made := make([]*user, usersLoggedIn)
		for i := range made {
			c := caller{number: i}
			var got struct{ Token string }
			body := map[string]string{"email": fmt.Sprintf("user%d@example.org", i), "password": password}
			if _, err := p.gateway.do(ctx, c, "POST", "/auth/login", body, &got); err != nil {
				return nil, err
			}
			c.token = got.Token
			made[i] = newUser(c, asker, st.spare)
		}
		st.people = made
	}
	return st.people, forEach(st.people, func(u *user) error { return u.start(ctx, p.gateway) })
}

// export writes the open postings for the peers that are not fed by SQL, one JSON object on a line.
func (st *stage) export(ctx context.Context, texts bool) (path string, err error) {
	path = filepath.Join(st.dir, "postings.jsonl")
	f, err := os.Create(path)
	if err != nil {
		return "", err
	}
	rows, err := st.db.super.Query(ctx, exported, texts)
	if err != nil {
		return "", errors.Join(err, f.Close())
	}
	var line string
	_, err = pgx.ForEachRow(rows, []any{&line}, func() error {
		_, err := f.WriteString(line + "\n")
		return err
	})
	return path, errors.Join(err, f.Close())
}

// exported selects the data of an open posting for the peers: the texts that are searched, what is filtered, what a
// list shows.
var exported = strings.Join(strings.Fields(`SELECT json_build_object('id', p.id, 'title', p.title, 'description', CASE WHEN $1 THEN p.description END, 'company', t.company_name,
	'url', p.url, 'location', coalesce(p.location, ''), 'workplaceType', coalesce(p.workplace_type, ''), 'employmentType', coalesce(p.employment_type, ''),
	'careerLevel', coalesce(p.career_level, ''), 'languages', p.languages, 'skills', p.skills, 'experience', coalesce(p.experience_years_min, 0),
	'pay', coalesce(p.yearly_max, 0), 'listedAt', to_char(p.listed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.MSZ'))::text
	FROM crawler.job_post p JOIN crawler.pull_target t ON t.id = p.target_id WHERE p.closed_at IS NULL`), " ")
