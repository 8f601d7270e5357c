package main

import (
	"context"
	"log/slog"
)

// operatorOption is what a command wants beyond the usual.
type operatorOption func(*platform)

// makingDatabase lets a command begin with an empty embedded database where there is none yet.
func makingDatabase(p *platform) { p.mayMakeDatabase = true }

// operator prepares an operator's command: shared settings, the database in use, and an environment in which the
// secrets that `up` made are found.
func operator(ctx context.Context, sh shell, options ...operatorOption) (*platform, func(string) string, error) {
	p, err := newPlatform(ctx, sh, settings{LogLevel: slog.LevelWarn, LogFormat: "text"})
	if err != nil {
		return nil, nil, err
	}
	for _, set := range options {
		set(p)
	}
	if err := p.withDatabase(ctx); err != nil {
		p.Close()
		return nil, nil, err
	}
	kept, err := readSecrets(secretsFile(p.settings.DataDir))
	if err != nil {
		p.Close()
		return nil, nil, err
	}
	return p, func(name string) string {
		if v := sh.getenv(name); v != "" {
			return v
		}
		if sh.getenv(name+"_FILE") != "" {
			return ""
		}
		return kept[name]
	}, nil
}
