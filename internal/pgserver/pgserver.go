// Package pgserver runs a private PostgreSQL server as a child of this process.
//
// It owns one folder, laid out so that every interrupted step is detected and repeated:
//
//	lock         flocked by the owner for as long as it lives; holds its process id
//	password     of the superuser, readable only by the folder's owner
//	port         the loopback port of the last start, taken again when still free
//	server.log   output of the server; bounded, with server.log.1 before it
//	socket/      the unix socket
//	cluster/     the data directory
//	cluster.new/ a cluster being made; one rename turns it into cluster/, so a cluster that exists is whole
//
// The life of a server:
//
//	Start ── claim the folder ── end leftovers ── make or check the cluster ── launch ── ready
//	                                                                                      │
//	                                 Done is closed, Err is nil  ◄── Stop ────────────────┤
//	                                 Done is closed, Err is set   ◄── exited on its own ──┘
//
// However the owner or the server dies, the next Start on the folder works and finds the data. When the server exits by
// itself, the caller decides: Stop releases the folder, and another Start starts the server again, on the same port if it
// is still free, or only there if Options.Port names it.
//
// Every error is one line with the remedy.
package pgserver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// superuser is the role that owns the cluster and with which URL logs in.
const superuser = "postgres"

// ErrInUse means that another process owns the folder.
var ErrInUse = errors.New("is in use by another rolecall")

// defaultDatabase is created on the first start and used if no database is named.
const defaultDatabase = "rolecall"

// Options configures a server. Only Dir is required.
type Options struct {
	Dir      string   // the folder described above, created on the first start
	Bin      string   // folder of initdb and postgres; "" searches the usual places
	Roots    []string // folders whose node_modules may contain a packaged server, searched last
	Port     int      // loopback port; 0 means the one of the last start, or a free one
	Database string   // created if missing; "" means rolecall

	SharedBuffers  string            // "" is 128MB
	MaxConnections int               // 0 is 120
	Extra          map[string]string // further server settings; they override ours

	LogLimit int64        // bytes of server.log; 0 is 8 MiB
	Logger   *slog.Logger // nil discards
}

func (o Options) withDefaults() Options {
	o.Database = cmp.Or(o.Database, defaultDatabase)
	o.SharedBuffers = cmp.Or(o.SharedBuffers, "128MB")
	o.MaxConnections = cmp.Or(o.MaxConnections, 120)
	o.LogLimit = cmp.Or(o.LogLimit, 8<<20)
	o.Logger = cmp.Or(o.Logger, slog.New(slog.DiscardHandler))
	return o
}

// Server is a running PostgreSQL. Its methods are safe for concurrent use.
type Server struct {
	opt      Options
	account  account
	folder   folder
	binaries Binaries
	lock     *os.File
	password string
	port     int

	process  *process
	keeper   sync.WaitGroup // bounds the log until the server ends
	stopping atomic.Bool
	stop     func() error
}

// Start starts the server and waits until it is ready. On an error nothing is left running and the folder is free. The
// context applies only to the start.
func Start(ctx context.Context, o Options) (*Server, error) {
	s := &Server{opt: o.withDefaults()}
	s.stop = sync.OnceValue(s.shutdown)
	if err := s.start(ctx); err != nil {
		_ = s.Stop() // return the first error
		return nil, err
	}
	return s, nil
}

func (s *Server) start(ctx context.Context) (err error) {
	if s.opt.Dir == "" {
		return errors.New("no data folder for PostgreSQL is set")
	}
	if s.account, err = chooseAccount(s.opt); err != nil {
		return err
	}
	if s.folder, err = openFolder(s.opt.Dir, s.account); err != nil {
		return err
	}
	if s.lock, err = s.folder.claim(); err != nil {
		return err
	}
	if err = s.folder.endLeftovers(ctx, s.opt.Logger); err != nil {
		return err
	}
	if err = s.prepareCluster(ctx); err != nil {
		return err
	}
	if err = s.launch(ctx); err != nil {
		return err
	}
	if err = s.createDatabase(ctx); err != nil {
		return err
	}
	return s.folder.write(s.folder.portFile(), strconv.Itoa(s.port))
}

// URL returns the URL of a database on this server, including the password, for any process on the machine; "" means
// Options.Database.
func (s *Server) URL(database string) string {
	return address(s.password, s.port, cmp.Or(database, s.opt.Database))
}

// Port returns the loopback port of the server.
func (s *Server) Port() int { return s.port }

// PID returns the process id of the postmaster.
func (s *Server) PID() int { return s.process.cmd.Process.Pid }

// Done returns a channel that is closed when the server has exited for any reason.
func (s *Server) Done() <-chan struct{} { return s.process.done }

// Err returns why the server exited on its own; it is nil while the server runs and after Stop.
func (s *Server) Err() error {
	select {
	case <-s.process.done:
	default:
		return nil
	}
	if s.stopping.Load() {
		return nil
	}
	return fmt.Errorf("PostgreSQL exited on its own (%s): see %s, then start again", s.process.outcome(), s.folder.logFile())
}

// Stop stops the server with a fast shutdown (sessions are closed, everything committed is on disk), by force if that
// takes too long, and releases the folder. No process is left. Further calls return the same.
func (s *Server) Stop() error { return s.stop() }

func (s *Server) shutdown() error {
	if s.lock == nil {
		return nil // the folder was never ours
	}
	defer unclaim(s.lock)
	if s.process != nil {
		select {
		case <-s.process.done: // exited on its own: Err still returns why
		default:
			s.stopping.Store(true)
			s.process.end()
		}
		s.keeper.Wait()
	}
	// Sessions can outlive a postmaster that was killed.
	return s.folder.endLeftovers(context.Background(), s.opt.Logger)
}

// loginTimeout bounds a login. The server is on this machine: one that is down refuses at once, so a login that takes long says
// only that the machine is busy. The URL has it too, because package pg gives other logins five seconds.
const loginTimeout = 60 * time.Second

// Attach returns the URL of the database on the server that another process runs in dir.
func Attach(ctx context.Context, dir string) (string, error) {
	f := folder{root: dir}
	password, err := f.read(f.passwordFile())
	if errors.Is(err, os.ErrPermission) {
		return "", advise("read the database password", err)
	}
	port := f.rememberedPort()
	if err != nil || port == 0 {
		return "", notRunning(dir)
	}
	u := address(password, port, defaultDatabase)
	ctx, cancel := context.WithTimeout(ctx, loginTimeout)
	defer cancel()
	if err := ping(ctx, u); err != nil {
		if ctx.Err() != nil {
			return "", fmt.Errorf("the database of %s does not answer: %w: try again", dir, ctx.Err())
		}
		return "", notRunning(dir)
	}
	return u, nil
}

func notRunning(dir string) error {
	return fmt.Errorf("no rolecall is running on %s: start one with rolecall up, or set DATABASE_URL", dir)
}

func address(password string, port int, database string) string {
	u := url.URL{
		Scheme:   "postgres",
		User:     url.UserPassword(superuser, password),
		Host:     net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		Path:     "/" + database,
		RawQuery: fmt.Sprintf("sslmode=disable&connect_timeout=%d", loginTimeout/time.Second),
	}
	return u.String()
}
