package main

import (
	"runtime"
	"time"

	"github.com/alexedwards/argon2id"
)

const (
	machinePace = "hashes of the generator, all cores"
	minPace     = 0.9 // of the fastest workload; below, a workload is marked as disturbed
	paceLength  = 500 * time.Millisecond
)

// measurePace records how fast this machine is now, while nothing else is measured. The host of a virtual machine may slow it down, by what
// its neighbours do to caches, memory and clock, without taking processor time from it.
func (b *bench) measurePace() error {
	rate, err := closedLoop(runtime.NumCPU(), paceLength, func() error {
		_, err := argon2id.CreateHash(password, hashCost)
		return err
	})
	b.paces = append(b.paces, rate)
	return err
}

// pace returns how fast the machine was during a workload, as a share of the fastest one of the run; 0 if not measured.
func (b *bench) pace(workload string, size int) float64 {
	for _, f := range b.results {
		if f.Name == machinePace && f.Workload == workload && f.Size == size {
			return f.Value / max(b.fastest().Value, 1)
		}
	}
	return 0
}

// fastest returns the speed of the machine in the workload in which it was fastest.
func (b *bench) fastest() (most figure) {
	for _, f := range b.results {
		if f.Name == machinePace && f.Value > most.Value {
			most = f
		}
	}
	return most
}
