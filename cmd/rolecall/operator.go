package main

import (
	"context"
	"log/slog"
)

// makingDatabase lets a command create an empty embedded database if there is none.
func makingDatabase(p *platform) { p.mayMakeDatabase = true }

// operator prepares an operator's command: shared settings, the database, and an environment with the secrets that `up`
// has created.
func operator(ctx context.Context, sh shell, options ...func(*platform)) (*platform, func(string) string, error) {
	p, err := newPlatform(ctx, sh, settings{LogLevel: slog.LevelWarn, LogFormat: "text"})
	if err != nil {
		return nil, nil, err
	}
	for _, set := range options {
		set(p)
	}
	getenv, err := withStoredSecrets(p.shell.getenv, p.settings.DataDir)
	if err == nil {
		getenv, err = p.openDatabase(ctx, getenv)
	}
	if err != nil {
		p.Close()
		return nil, nil, err
	}
	return p, getenv, nil
}
