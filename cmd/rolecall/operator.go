package main

import (
	"context"
	"log/slog"
)

// operator prepares an operator's command: shared settings, the database in use, and an environment in which the
// secrets that `up` made are found.
func operator(ctx context.Context, sh shell) (*platform, func(string) string, error) {
	p, err := newPlatform(ctx, sh, settings{LogLevel: slog.LevelWarn, LogFormat: "text"})
	if err != nil {
		return nil, nil, err
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
