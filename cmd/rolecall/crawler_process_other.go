//go:build !linux

package main

import (
	"os"
	"syscall"
)

func lowerPriority() {}

func apart() *syscall.SysProcAttr { return nil }

func executable() (string, error) { return os.Executable() }

func confine() {}
