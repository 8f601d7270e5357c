package backup

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rolecall/internal/env"
	"rolecall/internal/pg"
)

// trialPrefix begins the name of every database into which a backup is restored as a test.
const trialPrefix = "rolecall_trial_"

var (
	errNoBackup   = errors.New("there is no backup to test")
	errOtherTrial = errors.New("another process is testing a backup on this server")
	errNoCreateDB = errors.New("the owner may not create databases, which a test needs: as a superuser run ALTER ROLE … CREATEDB")
	errDiffers    = errors.New("the restored data differs from the backup")
)

// test restores the newest backup into a new database, compares the two, drops the database and saves the outcome.
func (k *Keeper) test(ctx context.Context) (t Test) {
	defer k.end()
	start := k.Options.Now()
	t.At = start.UTC()
	sum, err := k.trial(ctx, &t.Backup)
	t.Tables, t.Rows, t.Seconds = sum.Tables, sum.Rows, k.Options.Now().Sub(start).Seconds()
	if err != nil {
		t.Reason = err.Error()
	}
	if err := k.updateOutcomes(func(o *outcomes) { o.LastTest = &t }); err != nil {
		k.Log.ErrorContext(ctx, "outcome of a backup test not saved", "error", err)
	}
	return t
}

func (k *Keeper) trial(ctx context.Context, name *string) (sum Summary, err error) {
	list, err := k.list()
	if err != nil {
		return sum, err
	}
	if len(list) == 0 {
		return sum, errNoBackup
	}
	*name = list[0].Name
	path := filepath.Join(k.Dir, *name)
	want, err := contentOf(path, k.Options)
	if err != nil {
		return sum, err
	}
	o := k.Options
	o.Progress = nil
	err = k.withTrialDatabase(ctx, func(database env.Secret) error {
		o.Database = database
		if sum, err = restoreFile(ctx, path, o); err != nil {
			return err
		}
		again, err := Write(ctx, io.Discard, o)
		switch {
		case err != nil:
			return err
		case len(sum.Skipped) > 0:
			return fmt.Errorf("no migration creates %s, so they are not restored: move them to a schema of your own",
				strings.Join(sum.Skipped, ", "))
		case again.Content != want:
			return errDiffers
		}
		return nil
	})
	return sum, err
}

func restoreFile(ctx context.Context, path string, o Options) (Summary, error) {
	f, err := os.Open(path)
	if err != nil {
		return Summary{}, err
	}
	defer f.Close()
	whole, err := Open(f, o)
	if err != nil {
		return Summary{}, err
	}
	return whole.Restore(ctx, false, o)
}

// contentOf returns the SHA-256 of everything after the header of a backup.
func contentOf(path string, o Options) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	whole, err := Open(f, o)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, whole.body); err != nil {
		return "", fmt.Errorf("read the backup: %w", err)
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// withTrialDatabase creates a database for the owner and drops it when use returns. It first drops databases that earlier
// tests left behind; a session lock protects the database of a running test.
func (k *Keeper) withTrialDatabase(ctx context.Context, use func(env.Secret) error) error {
	creator := k.Creator
	if !creator.Set() {
		creator = k.Options.Database
	}
	o := k.Options
	o.Database = creator
	cfg, err := o.connect("backup test")
	if err != nil {
		return err
	}
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer conn.Close(context.WithoutCancel(ctx))
	prefix, err := dropTrials(ctx, conn)
	if err != nil {
		return err
	}
	name := prefix + rand.Text()[:12]
	owner, err := url.Parse(k.Options.Database.Reveal())
	if err != nil || owner.User.Username() == "" {
		return pg.ErrURL
	}
	_, err = conn.Exec(ctx, "CREATE DATABASE "+pgx.Identifier{name}.Sanitize()+" TEMPLATE template0 OWNER "+
		pgx.Identifier{owner.User.Username()}.Sanitize())
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == "42501" {
		return errNoCreateDB
	}
	if err != nil {
		return fmt.Errorf("create a database: %w", err)
	}
	owner.Path = "/" + name
	err = use(env.NewSecret(owner.String()))
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
	defer cancel()
	if _, derr := conn.Exec(last, "DROP DATABASE "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)"); derr != nil {
		err = errors.Join(err, fmt.Errorf("drop the database of the test: %w", derr))
	}
	return err
}

// dropTrials takes the lock of the tests, drops what earlier ones left behind and returns how their names begin. Advisory
// locks belong to one database, and so do the names: another installation in the same cluster may be testing too.
func dropTrials(ctx context.Context, conn *pgx.Conn) (prefix string, err error) {
	var locked bool
	var oid uint32
	const lock = "SELECT pg_try_advisory_lock(hashtext('rolecall backup test')), oid FROM pg_database WHERE datname = current_database()"
	if err := conn.QueryRow(ctx, lock).Scan(&locked, &oid); err != nil {
		return "", err
	}
	if !locked {
		return "", errOtherTrial
	}
	prefix = fmt.Sprintf("%s%d_", trialPrefix, oid)
	rows, err := conn.Query(ctx, "SELECT datname FROM pg_database WHERE starts_with(datname, $1)", prefix)
	if err != nil {
		return "", err
	}
	left, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return "", err
	}
	for _, name := range left {
		if _, err := conn.Exec(ctx, "DROP DATABASE "+pgx.Identifier{name}.Sanitize()+" WITH (FORCE)"); err != nil {
			return "", fmt.Errorf("drop the database of an earlier test: %w", err)
		}
	}
	return prefix, nil
}
