package pgserver

import "syscall"

// locale sorts by code point on every machine, so that indexes do not depend on the C library's version.
const locale = "C.UTF-8"

// attributes put the child into its own group, so that Ctrl-C reaches only this process, which stops the server last. If
// this process dies, SIGINT asks the postmaster for a fast shutdown.
func attributes(credential *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: credential, Setpgid: true, Pdeathsig: syscall.SIGINT}
}
