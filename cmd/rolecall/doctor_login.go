package main

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/env"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
)

// loginFindings reports an owner that is a superuser and services whose login has too many rights. It reads the
// database's catalogue and, where the URL of a service is known here, logs in with it.
func (p *platform) loginFindings(ctx context.Context, owner *pgxpool.Pool, getenv func(string) string) []finding {
	var given logins
	if err := env.Load(getenv, &given); err != nil {
		return []finding{{name: "login", err: err}}
	}
	urls := map[string]env.Secret{}
	for _, s := range given.list() {
		urls[s.Role] = s.URL
	}
	out := []finding{{name: "login", detail: "the owner is not a superuser", err: checkOwner(ctx, p.settings.Database)}}
	for _, s := range schema.All() {
		f := finding{name: "login", detail: s.Role + " has only the rights of its service"}
		url, known := urls[s.Role]
		if known {
			f.err = tryLogin(ctx, url, s.Role)
		} else if f.err = pg.CheckLogin(ctx, owner, s.Role, s.Role); f.err == nil {
			f.detail += "; its password is not known here"
		}
		out = append(out, f)
	}
	return out
}

func tryLogin(ctx context.Context, url env.Secret, role string) error {
	pool, err := pg.Open(ctx, pg.Options{URL: url, Role: role, AppName: "rolecall doctor", MaxConns: 1})
	if err != nil {
		return err
	}
	defer pool.Close()
	if err := pool.Ping(ctx); pg.LoginRefused(err) {
		return fmt.Errorf("%s is refused by the database: run `rolecall migrate` with %s and the owner's DATABASE_URL", role,
			loginVariables[role])
	} else if err != nil {
		return pg.Fault(err)
	}
	return nil
}
