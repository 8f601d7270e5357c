package porttest

import (
	"net"
	"runtime"
	"testing"
)

func TestReservedPortIsGivenToNobodyElse(t *testing.T) {
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
			t.Error("two listeners share the port")
		}
		_ = conn.Close()
		_ = ln.Close()
	}
	if c, err := net.Dial("tcp", p.Address()); err == nil {
		_ = c.Close()
		t.Error("connected although nothing listens")
	}
	if runtime.GOOS != "linux" {
		return // the port is not reserved there
	}
	// More requests than the kernel has ports to choose from: an unreserved port would be among them.
	for range 30_000 {
		other, err := Reserve()
		if err != nil {
			t.Fatal(err)
		}
		if other.Release(); other.Number == p.Number {
			t.Fatal("the kernel chose the reserved port")
		}
	}
}
