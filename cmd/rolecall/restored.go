package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"rolecall/internal/backup"
	"rolecall/internal/env"
	"rolecall/internal/outbox"
	"rolecall/internal/pg"
	"rolecall/internal/schema"
	"rolecall/internal/seal"
)

// afterRestore prints what the operator has to check or do after a restore.
func afterRestore(ctx context.Context, sh shell, pool *pgxpool.Pool, getenv func(string) string, s backup.Summary) {
	fmt.Fprintf(sh.out, "\nBefore you start the platform:\n")
	say := func(format string, args ...any) { fmt.Fprintf(sh.out, "  - "+format+"\n", args...) }
	say("%s", keyFinding(ctx, pool, getenv))
	say("Whatever happened after %s is undone: logins that were ended and codes that were used since work again until\n"+
		"    they expire. If the restore follows a break-in, run `rolecall keys rotate --end-sessions`.", s.TakenAt.Format(time.RFC3339))
	if waiting := waitingMail(ctx, pool); waiting > 0 {
		say("%d mails and calls were waiting when the backup was taken and go out when the platform starts.", waiting)
	}
	say("`rolecall doctor` checks the rest.")
}

// keyFinding returns a sentence on whether the configured encryption keys can open the restored values.
func keyFinding(ctx context.Context, pool *pgxpool.Pool, getenv func(string) string) string {
	const advice = "set TOTP_ENCRYPTION_KEY (or put secrets.json back into the data folder) to the one in force when the backup was taken,\n" +
		"    with earlier ones in TOTP_ENCRYPTION_KEYS_OLD. Without it nobody can use a second factor or a link sent before."
	var cfg identityConfig
	if err := env.Load(getenv, &cfg); err != nil {
		return "The encryption key is not configured here: " + advice
	}
	ring, err := cfg.Keyring()
	if err != nil {
		return err.Error()
	}
	unknown, err := sealedElsewhere(ctx, pool, ring)
	switch {
	case err != nil:
		return "The encryption key could not be checked: " + err.Error()
	case unknown > 0:
		return fmt.Sprintf("%d sealed values cannot be opened with the configured encryption key: %s", unknown, advice)
	}
	return "The configured encryption key opens what is sealed in the backup."
}

// sealedElsewhere counts values sealed with a key that is not in the keyring. It reads only the key ids.
func sealedElsewhere(ctx context.Context, pool *pgxpool.Pool, ring *seal.Keyring) (unknown int, err error) {
	rows, err := pool.Query(ctx, `SELECT private_key FROM identity.signing_key WHERE private_key IS NOT NULL
		UNION ALL SELECT encrypted_secret FROM identity.totp_secret
		UNION ALL SELECT payload FROM identity.outbox WHERE sealed AND payload IS NOT NULL`)
	if err != nil {
		return 0, pg.Fault(err)
	}
	var sealed []byte
	_, err = pgx.ForEachRow(rows, []any{&sealed}, func() error {
		if _, err := ring.Open(sealed, nil); errors.Is(err, seal.ErrUnknownKey) {
			unknown++
		}
		return nil
	})
	return unknown, err
}

func waitingMail(ctx context.Context, pool *pgxpool.Pool) (n int64) {
	for _, s := range []string{schema.Identity.Name, schema.Notifications.Name} {
		if counts, err := outbox.Depth(ctx, pool, s); err == nil {
			n += counts.Waiting
		}
	}
	return n
}

// secretsNote names the file of generated secrets, if there is one.
func (p *platform) secretsNote() string {
	path := secretsFile(p.settings.DataDir)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return " or the file " + path
}
