// Package steal measures how much processor time the host of a virtual machine gave to others. A measurement during
// which that was much says nothing about the program.
package steal

import (
	"fmt"
	"os"
)

// Mark is a moment to measure from.
type Mark struct{ wanted, taken float64 } // ticks since the machine started

// Now returns the present moment.
func Now() (m Mark) {
	text, _ := os.ReadFile("/proc/stat")
	var user, nice, system, idle, wait, irq, softIRQ float64
	_, _ = fmt.Sscanf(string(text), "cpu %f %f %f %f %f %f %f %f", &user, &nice, &system, &idle, &wait, &irq, &softIRQ, &m.taken)
	m.wanted = user + nice + system + irq + softIRQ + m.taken
	return m
}

// Share returns how much of the processor time that this machine wanted since the mark its host gave to others, from 0
// to 1. It is 0 where the kernel does not say.
func (m Mark) Share() float64 {
	now := Now()
	return (now.taken - m.taken) / max(1, now.wanted-m.wanted)
}
