package pg

import (
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"rolecall/internal/env"
)

// Login is a role with its password.
type Login struct {
	Role     string
	Password env.Secret
}

// ErrURL replaces the parser's error, whose text contains the URL with its password.
var ErrURL = errors.New("the database URL is not valid: expected postgres://user:password@host:port/name")

// As returns the URL of the same database for another login.
func As(database env.Secret, l Login) (env.Secret, error) {
	u, err := url.Parse(database.Reveal())
	if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
		return env.Secret{}, ErrURL
	}
	u.User = url.UserPassword(l.Role, l.Password.Reveal())
	return env.NewSecret(u.String()), nil
}

// WithUserOf returns the URL with the user and password of another one, unless it names a user itself.
func WithUserOf(database, other env.Secret) (env.Secret, error) {
	cfg, err := pgx.ParseConfig(other.Reveal())
	u, bad := url.Parse(database.Reveal())
	if err != nil || bad != nil {
		return env.Secret{}, ErrURL
	}
	if u.User != nil {
		return database, nil
	}
	return As(database, Login{Role: cfg.User, Password: env.NewSecret(cfg.Password)})
}

// loginSQL reads whether a login has the rights of a service's role, whether it has server-wide rights, and which other
// roles it could become. A superuser could become all of them.
const loginSQL = `/* login */
SELECT login.rolname::text, coalesce(pg_has_role(login.oid, service.oid, 'USAGE'), false),
	array_to_string(ARRAY[
		CASE WHEN login.rolsuper THEN 'is a superuser' END, CASE WHEN login.rolcreaterole THEN 'may create roles' END,
		CASE WHEN login.rolcreatedb THEN 'may create databases' END, CASE WHEN login.rolreplication THEN 'may replicate' END,
		CASE WHEN login.rolbypassrls THEN 'bypasses row security' END], ', '),
	ARRAY(SELECT rolname::text FROM pg_roles other WHERE other.oid <> login.oid AND other.oid IS DISTINCT FROM service.oid
		AND pg_has_role(login.oid, other.oid, 'MEMBER') ORDER BY 1)
FROM pg_roles login LEFT JOIN pg_roles service ON service.rolname = $1
WHERE login.rolname = coalesce(nullif($2, ''), session_user)`

// CheckLogin returns nil when a login has the rights of the service's role and cannot gain any others, so no statement
// on its connections can do more than the service may. An empty login means the connection's.
func CheckLogin(ctx context.Context, conn Conn, role, login string) error {
	var name string
	var works bool
	var powers string // attributes that no service needs
	var others []string
	// Not prepared: it runs once per connection.
	err := conn.QueryRow(ctx, loginSQL, pgx.QueryExecModeExec, role, login).Scan(&name, &works, &powers, &others)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return fmt.Errorf("the database has no login %s: run `rolecall migrate`", login)
	case err != nil:
		return fmt.Errorf("read the rights of the login: %w", err)
	case powers != "":
		return fmt.Errorf("the database login %q is too powerful for a service: it %s. Log in as %s", name, powers, role)
	case !works:
		return fmt.Errorf("the database login %q does not have the rights of %s. Log in as %s", name, role, role)
	case len(others) > 0:
		return fmt.Errorf("the database login %q is too powerful for a service: it may become %s. Log in as %s",
			name, strings.Join(others, ", "), role)
	}
	return nil
}

// LoginRefused reports whether the server refused a login: unknown role, wrong password, or no permission to log in.
func LoginRefused(err error) bool {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	return ok && strings.HasPrefix(pgErr.Code, "28")
}

// Service is a service's role and the URL with which it logs in.
type Service struct {
	Role string
	URL  env.Secret
}

// EnableLogins makes every service's URL work: where the server refuses a login, the owner sets the role's password to
// that of the URL. If the owner may not, the error names the statement that a superuser has to run.
func EnableLogins(ctx context.Context, owner env.Secret, services []Service) error {
	var faults []error
	for _, s := range services {
		cfg, err := pgx.ParseConfig(s.URL.Reveal())
		if err != nil {
			faults = append(faults, fmt.Errorf("%s: %w", s.Role, ErrURL))
			continue
		}
		err = tryLogin(ctx, cfg, s.Role)
		if err == nil {
			continue
		}
		if LoginRefused(err) && cfg.User == s.Role && cfg.Password != "" {
			err = enableLogin(ctx, owner, cfg, s.Role)
		}
		if err != nil {
			faults = append(faults, fmt.Errorf("the login of %s: %w", s.Role, err))
		}
	}
	return errors.Join(faults...)
}

func tryLogin(ctx context.Context, cfg *pgx.ConnConfig, role string) error {
	conn, err := pgx.ConnectConfig(ctx, cfg)
	if err != nil {
		return err
	}
	defer conn.Close(context.WithoutCancel(ctx))
	return CheckLogin(ctx, conn, role, "")
}

func enableLogin(ctx context.Context, owner env.Secret, service *pgx.ConnConfig, role string) error {
	conn, err := pgx.Connect(ctx, owner.Reveal())
	if err != nil {
		return Fault(fmt.Errorf("connect as the owner: %w", err))
	}
	defer conn.Close(context.WithoutCancel(ctx))
	err = setPassword(ctx, conn, Login{Role: role, Password: env.NewSecret(service.Password)}, "LOGIN")
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && pgErr.Code == "42501" {
		return fmt.Errorf("refused, and the owner %s may not set its password. As a superuser run: ALTER ROLE %s LOGIN PASSWORD '…'",
			conn.Config().User, role)
	}
	if err != nil {
		return err
	}
	return tryLogin(ctx, service, role)
}

// setPassword sends the SCRAM verifier instead of the password, which the server's log might show.
func setPassword(ctx context.Context, conn Conn, l Login, attributes string) error {
	verifier, err := scram(l.Password.Reveal())
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, "ALTER ROLE "+pgx.Identifier{l.Role}.Sanitize()+" "+attributes+" PASSWORD '"+verifier+"'")
	return err
}

// scram returns the verifier of a password as PostgreSQL stores it (RFC 5803, SCRAM-SHA-256).
func scram(password string) (string, error) {
	for _, r := range password {
		if r < ' ' || r > '~' {
			return "", errors.New("a database password may contain printable ASCII characters only")
		}
	}
	const rounds = 4096
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	salted, err := pbkdf2.Key(sha256.New, password, salt, rounds, sha256.Size)
	if err != nil {
		return "", err
	}
	mac := func(text string) []byte {
		h := hmac.New(sha256.New, salted)
		h.Write([]byte(text))
		return h.Sum(nil)
	}
	stored := sha256.Sum256(mac("Client Key"))
	b64 := base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", rounds, b64(salt), b64(stored[:]), b64(mac("Server Key"))), nil
}
