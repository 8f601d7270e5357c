// Package porttest keeps loopback ports for programs that tests start. Only tests import it.
//
// A port that was listened on to learn that it is free, and closed again, is anybody's: the next listener or the next
// outgoing connection of another process may get it before our program does, or while our program is down.
package porttest

import (
	"fmt"
	"net"
	"runtime"
	"strconv"
	"syscall"
	"testing"
)

// Port is a port of 127.0.0.1 that the kernel gives to nobody who does not ask for it by its number.
type Port struct {
	Number int

	socket int // bound and never listening, -1 if there is none
}

// Keep takes a free port. On Linux a socket that is bound but does not listen is in nobody's way who, as servers do,
// sets SO_REUSEADDR, and makes the kernel pass over its port whenever it has to choose one. Elsewhere the port is only
// known to have been free.
func Keep() (*Port, error) {
	syscall.ForkLock.RLock()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(socket)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, fmt.Errorf("make a socket: %w", err)
	}
	p := &Port{socket: socket}
	if err := p.bind(); err != nil {
		p.Release()
		return nil, fmt.Errorf("keep a port: %w", err)
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

// Address is the port with its host.
func (p *Port) Address() string { return net.JoinHostPort("127.0.0.1", strconv.Itoa(p.Number)) }

// Release gives the port back.
func (p *Port) Release() {
	if p.socket >= 0 {
		_ = syscall.Close(p.socket)
		p.socket = -1
	}
}

// New keeps a port until the test ends.
func New(t testing.TB) *Port {
	t.Helper()
	p, err := Keep()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Release)
	return p
}
