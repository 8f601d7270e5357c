//go:build !linux

package hashing

import (
	"os"
	"syscall"
)

// lowerPriority does nothing where a priority is that of the whole process.
func lowerPriority() {}

func seclude() {}

func widen(uint32) {}

func apart() *syscall.SysProcAttr { return nil }

func self() (string, error) { return os.Executable() }
