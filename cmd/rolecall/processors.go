package main

import (
	"runtime"
	"runtime/debug"

	"rolecall/internal/identity"
)

// cores is how many processors the process may use, as found at the start.
var cores = runtime.GOMAXPROCS(0)

// makeRoom gives Go's scheduler a place for every password hash beside those for everything else. It hands places out
// for ten milliseconds at a time and knows no priorities, so hashes that held them all would make every other request
// wait; the kernel, which shares out the cores themselves, knows that the threads of hashes come last. An operator who
// sets GOMAXPROCS keeps what he set.
func makeRoom(passwords *identity.PasswordConfig, getenv func(string) string) {
	// Each hash leaves 19 MiB behind: with the longer heap of a process that only answers, a wave of logins would take
	// hundreds of megabytes more.
	if getenv("GOGC") == "" {
		debug.SetGCPercent(100)
	}
	if passwords.Concurrency == 0 {
		passwords.Concurrency = cores
	}
	if getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(cores + passwords.Concurrency)
	}
}
