package pg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/puddle/v2"

	"rolecall/internal/fault"
)

// Rule maps one database error to a fault.
type Rule struct {
	match func(error) bool
	fault *fault.Fault
}

// Absent returns the rule for a missing row.
func Absent(f *fault.Fault) Rule {
	return Rule{match: func(err error) bool { return errors.Is(err, pgx.ErrNoRows) }, fault: f}
}

// On returns the rule for a violated constraint or unique index.
func On(constraint string, f *fault.Fault) Rule {
	return Rule{match: func(err error) bool { return Constraint(err) == constraint }, fault: f}
}

var unavailable = fault.New(fault.Unavailable, "", "The service cannot reach its data at the moment. Please try again shortly.")

var unstorable = fault.New(fault.Invalid, "", "The request contains text that cannot be stored (a NUL character or invalid UTF-8).")

// Fault translates a database error: the fault of the first matching rule, "unavailable" when the database is down or
// too busy, and otherwise the error itself. An outage never becomes an absent row.
func Fault(err error, rules ...Rule) error {
	if err == nil {
		return nil
	}
	if _, known := errors.AsType[*fault.Fault](err); known {
		return err
	}
	for _, r := range rules {
		if r.match(err) {
			return r.fault.Because(err)
		}
	}
	if Unavailable(err) {
		return unavailable.Because(err)
	}
	// The contracts accept any text, but PostgreSQL stores neither NUL nor invalid UTF-8.
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok && (pgErr.Code == "22021" || pgErr.Code == "22P05") {
		return unstorable.Because(err)
	}
	return err
}

// Wrap adds what was being done to an error; nil stays nil.
func Wrap(doing string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", doing, err)
}

// Constraint returns the name of the constraint or unique index that the error reports as violated, or "".
func Constraint(err error) string {
	pgErr, ok := errors.AsType[*pgconn.PgError](err)
	if !ok || !strings.HasPrefix(pgErr.Code, "23") {
		return ""
	}
	return pgErr.ConstraintName
}

// Unavailable reports whether the error is an outage: the server is down, shutting down, out of connections, or did not
// answer in time. A caller that gave up (context.Canceled) is not an outage.
func Unavailable(err error) bool {
	if err == nil || errors.Is(err, context.Canceled) {
		return false
	}
	if pgErr, ok := errors.AsType[*pgconn.PgError](err); ok {
		return unavailableCode(pgErr.Code)
	}
	if _, ok := errors.AsType[*pgconn.ConnectError](err); ok {
		return true
	}
	if _, ok := errors.AsType[net.Error](err); ok {
		return true
	}
	for _, e := range []error{context.DeadlineExceeded, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed, puddle.ErrClosedPool, pgx.ErrTxClosed} {
		if errors.Is(err, e) {
			return true
		}
	}
	// pgconn has no error value for a connection that died between two statements.
	return strings.Contains(err.Error(), "conn closed") || pgconn.SafeToRetry(err)
}

func unavailableCode(code string) bool {
	switch {
	case strings.HasPrefix(code, "08"), // connection exception
		strings.HasPrefix(code, "53"),    // insufficient resources: disk, memory, connections
		strings.HasPrefix(code, "57P"),   // shutting down, starting up, database dropped
		code == "57014",                  // statement timeout
		code == "40001", code == "40P01", // serialization failure, deadlock
		code == "25006", // read-only: a primary that has just become a replica
		code == "25P03", // idle in transaction too long
		code == "55P03": // lock not available
		return true
	}
	return false
}
