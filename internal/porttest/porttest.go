// Package porttest reserves loopback ports for programs that tests start. Only tests import it.
//
// Listening on port 0 and closing again is not enough: another process may get the port before our program starts, or
// while it is down.
package porttest

import (
	"fmt"
	"net"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// Port is a port of 127.0.0.1 that the kernel assigns only to a process that asks for its number.
type Port struct {
	Number int

	socket int // bound but not listening; -1 if there is none
}

// Reserve takes a free port. On Linux, a socket that is bound but does not listen keeps the kernel from choosing the
// port, and a server that sets SO_REUSEADDR can still listen on it. On other systems the port is only known to have been
// free.
func Reserve() (*Port, error) {
	syscall.ForkLock.RLock()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(socket)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, fmt.Errorf("create a socket: %w", err)
	}
	p := &Port{socket: socket}
	if err := p.bind(); err != nil {
		p.Release()
		return nil, fmt.Errorf("reserve a port: %w", err)
	}
	if runtime.GOOS != "linux" {
		p.Release()
	}
	return p, nil
}

func (p *Port) bind() error {
	if err := syscall.SetsockoptInt(p.socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return err
	}
	if err := syscall.Bind(p.socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return err
	}
	name, err := syscall.Getsockname(p.socket)
	if err != nil {
		return err
	}
	p.Number = name.(*syscall.SockaddrInet4).Port
	return nil
}

// Address returns host and port.
func (p *Port) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(p.Number)) }

// Release ends the reservation.
func (p *Port) Release() {
	if p.socket >= 0 {
		_ = syscall.Close(p.socket)
		p.socket = -1
	}
}

// New reserves a port until the test ends.
func New(t testing.TB) *Port {
	t.Helper()
	p, err := Reserve()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Release)
	return p
}
