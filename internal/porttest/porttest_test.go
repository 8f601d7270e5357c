package porttest

import (
	"net"
	"runtime"
	"testing"
)

// Whoever knows the number may listen, again and again, and nobody else gets it meanwhile.
func TestAPortIsKept(t *testing.T) {
	t.Parallel()
	p := New(t)
	for range 2 {
		ln, err := net.Listen("tcp", p.Address())
		if err != nil {
			t.Fatal(err)
		}
		conn, err := net.Dial("tcp", p.Address())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := net.Listen("tcp", p.Address()); err == nil {
			t.Error("two listen at once")
		}
		_ = conn.Close()
		_ = ln.Close()
	}
	if c, err := net.Dial("tcp", p.Address()); err == nil {
		_ = c.Close()
		t.Error("somebody answers")
	}
	if runtime.GOOS != "linux" {
		return // only known to have been free
	}
	// The kernel has fewer ports to choose from than this asks for: one that it did not pass over would turn up.
	for range 30_000 {
		other, err := Keep()
		if err != nil {
			t.Fatal(err)
		}
		if other.Release(); other.Number == p.Number {
			t.Fatal("somebody else was given the port")
		}
	}
}
