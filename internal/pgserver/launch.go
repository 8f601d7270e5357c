package pgserver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"
)

const (
	// readyWithin is enough to replay a full write-ahead log on a slow disk.
	readyWithin = 5 * time.Minute
	readyPoll   = 10 * time.Millisecond
	// portTries bounds the retries when another program takes the port between our check and the server's bind.
	portTries = 5
)

var errPortTaken = errors.New("another program took the port")

// launch starts the server and waits until it accepts sessions.
func (s *Server) launch(ctx context.Context) error {
	wanted := s.folder.rememberedPort()
	for range portTries {
		var err error
		if s.port, err = s.choosePort(wanted); err != nil {
			return err
		}
		if err = s.launchOnce(ctx); !errors.Is(err, errPortTaken) {
			return err
		}
		wanted = 0
	}
	return fmt.Errorf("other programs took %d loopback ports in a row: start again, or set a port", portTries)
}

// choosePort returns the configured port, or else the wanted one if it is free, or else any free one.
func (s *Server) choosePort(wanted int) (int, error) {
	if s.opt.Port != 0 {
		if _, err := freePort(s.opt.Port); err != nil {
			return 0, fmt.Errorf("port %d on 127.0.0.1 is taken: stop the program that has it, or choose another port", s.opt.Port)
		}
		return s.opt.Port, nil
	}
	if port, err := freePort(wanted); err == nil {
		return port, nil
	}
	port, err := freePort(0)
	if err != nil {
		return 0, fmt.Errorf("no free port on 127.0.0.1 (%w): check that the loopback interface is up", err)
	}
	return port, nil
}

// freePort checks that port can be listened on; 0 picks one.
func freePort(port int) (int, error) {
	l, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

func (s *Server) launchOnce(ctx context.Context) error {
	log, err := openLog(s.folder, s.opt.LogLimit)
	if err != nil {
		return advise("open the server's log", err)
	}
	defer log.file.Close() // the server has its own copy
	cmd := command(s.account, s.binaries.Dir, s.folder.cluster(), "postgres", s.arguments()...)
	cmd.Stdout, cmd.Stderr = log.file, log.file
	if s.process, err = spawn(cmd); err != nil {
		return advise("start PostgreSQL", err)
	}
	s.keeper.Go(func() { keepBounded(s.folder.logFile(), s.opt.LogLimit, s.process.done) })
	err = s.awaitReady(ctx, log)
	if err != nil {
		s.process.end()
		s.keeper.Wait()
	}
	return err
}

// awaitReady returns when the server accepts a session.
func (s *Server) awaitReady(ctx context.Context, log *serverLog) error {
	ctx, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	poll := time.NewTicker(readyPoll)
	defer poll.Stop()
	for {
		conn, err := s.connect(ctx)
		if err == nil {
			return conn.Close(ctx)
		}
		if refusedPassword(err) {
			return fmt.Errorf("the password in %s does not open the database: delete that file and start again to set a new one",
				s.folder.passwordFile())
		}
		select {
		case <-s.process.done:
			return s.failedStart(log.written())
		case <-ctx.Done():
			return fmt.Errorf("PostgreSQL was not ready in time (%w; %s): see %s and start again", ctx.Err(), oneLine(err), s.folder.logFile())
		case <-poll.C:
		}
	}
}

func (s *Server) failedStart(output string) error {
	if s.opt.Port == 0 && strings.Contains(output, "could not create any TCP/IP sockets") {
		return errPortTaken
	}
	return fmt.Errorf("PostgreSQL did not start (%s): %s (log: %s)", s.process.outcome(), diagnose(output), s.folder.logFile())
}

// arguments returns settings for a small machine that also runs the services. They are passed on the command line, so a
// cluster can move to another folder or port without an edit.
func (s *Server) arguments() []string {
	settings := map[string]string{
		"shared_buffers":          s.opt.SharedBuffers,
		"max_connections":         strconv.Itoa(s.opt.MaxConnections),
		"effective_cache_size":    "512MB",
		"work_mem":                "8MB",
		"maintenance_work_mem":    "64MB",
		"max_wal_size":            "512MB",
		"random_page_cost":        "1.1", // suits solid-state disks
		"jit":                     "off", // costs more than it saves on short statements
		"listen_addresses":        "127.0.0.1",
		"port":                    strconv.Itoa(s.port),
		"unix_socket_directories": `"` + strings.ReplaceAll(s.folder.socket(), `"`, `""`) + `"`,
		"unix_socket_permissions": "0700",
		"logging_collector":       "off", // we bound the log ourselves
		"log_line_prefix":         "%m [%p] %q%a ",
	}
	maps.Copy(settings, s.opt.Extra)
	args := []string{"-D", s.folder.cluster()}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		args = append(args, "-c", name+"="+settings[name])
	}
	return args
}
