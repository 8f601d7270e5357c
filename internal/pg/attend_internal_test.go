package pg

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// dialed gives both ends of a connection, ours as the pool would have it.
func dialed(t *testing.T) (ours, theirs net.Conn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	ours, err = attend((&net.Dialer{}).DialContext)(t.Context(), "tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	if theirs, err = listener.Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = ours.Close()
		_ = theirs.Close()
	})
	return ours, theirs
}

// TestAttendedReads has many connections answer at once, in parts and after pauses: nothing is lost, whoever is alone.
func TestAttendedReads(t *testing.T) { // not in parallel: all waiters of the process are counted
	text := strings.Repeat("what comes is what was sent\n", 10_000)
	var wg sync.WaitGroup
	for range 8 {
		ours, theirs := dialed(t)
		wg.Go(func() {
			for part := range 10 {
				if _, err := io.WriteString(theirs, text[len(text)*part/10:len(text)*(part+1)/10]); err != nil {
					t.Error(err)
				}
			}
			_ = theirs.Close()
		})
		wg.Go(func() {
			if n, err := ours.Read(nil); n != 0 || err != nil {
				t.Errorf("reading nothing: %d, %v", n, err)
			}
			if got, err := io.ReadAll(ours); err != nil || string(got) != text {
				t.Errorf("%d bytes, %v, want %d", len(got), err, len(text))
			}
		})
	}
	wg.Wait()
	if n := awaited.Load(); n != 0 {
		t.Errorf("%d are still waited for", n)
	}
}

// TestAttendedReadsEnd at a deadline, also one that is set meanwhile, and when the connection is closed or reset.
func TestAttendedReadsEnd(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		end  func(ours, theirs net.Conn) error
		want error
	}{
		"deadline":           {func(ours, _ net.Conn) error { return ours.SetDeadline(time.Now().Add(20 * time.Millisecond)) }, os.ErrDeadlineExceeded},
		"deadline long over": {func(ours, _ net.Conn) error { return ours.SetReadDeadline(time.Unix(1, 0)) }, os.ErrDeadlineExceeded},
		"closed here":        {func(ours, _ net.Conn) error { return ours.Close() }, net.ErrClosed},
		"closed there":       {func(_, theirs net.Conn) error { return theirs.Close() }, io.EOF},
		"reset there": {func(_, theirs net.Conn) error {
			return errors.Join(theirs.(*net.TCPConn).SetLinger(0), theirs.Close())
		}, syscall.ECONNRESET},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ours, theirs := dialed(t)
			outcome := make(chan error, 1)
			go func() {
				_, err := ours.Read(make([]byte, 10))
				outcome <- err
			}()
			if err := tt.end(ours, theirs); err != nil {
				t.Fatal(err)
			}
			if err := <-outcome; !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
		})
	}
}

func TestAttendTakesWhatItGets(t *testing.T) {
	t.Parallel()
	refused := errors.New("refused")
	if _, err := attend(func(context.Context, string, string) (net.Conn, error) { return nil, refused })(t.Context(), "", ""); !errors.Is(err, refused) {
		t.Errorf("%v, want %v", err, refused)
	}
	pipe, _ := net.Pipe() // no socket
	if c, err := attend(func(context.Context, string, string) (net.Conn, error) { return pipe, nil })(t.Context(), "", ""); c != pipe || err != nil {
		t.Errorf("%v, %v, want the connection as it is", c, err)
	}
}
