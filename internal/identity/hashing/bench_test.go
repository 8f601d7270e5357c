package hashing

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// What a key costs, here and through the pipe, in processor time and in time.
func BenchmarkDerive(b *testing.B) {
	r := Request{Password: []byte("nine quiet herons"), Salt: []byte("sixteen bytes ok"), Memory: 19 << 10, Iterations: 2, Parallelism: 1, KeyLength: 32}
	p := New(Options{Threads: 2, Log: quietLog()})
	defer p.Close()
	for _, way := range []struct {
		name   string
		derive func(Request) ([]byte, error)
	}{{"process", p.Derive}, {"raw", func(r Request) ([]byte, error) { return r.key(), nil }}} {
		b.Run(way.name, func(b *testing.B) {
			spent := func() time.Duration {
				sum := own()
				for _, one := range p.all {
					if pid := one.pid(); pid != 0 {
						sum += ticks(b, pid)
					}
				}
				return sum
			}
			before := spent()
			b.SetParallelism(2)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					if _, err := way.derive(r); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64((spent()-before).Microseconds())/1000/float64(b.N), "cpu-ms/op")
		})
	}
}

func own() time.Duration {
	var u syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &u)
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func ticks(b testing.TB, pid int) time.Duration {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	f := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	user, _ := strconv.Atoi(f[11])
	system, _ := strconv.Atoi(f[12])
	return time.Duration(user+system) * 10 * time.Millisecond
}
