//go:build !linux

package pgserver

import "syscall"

// locale sorts by code point; C.UTF-8 is not known everywhere outside Linux.
const locale = "C"

// attributes put the child into its own group, so that Ctrl-C reaches only this process. If this process dies, the next
// start stops the child.
func attributes(credential *syscall.Credential) *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Credential: credential, Setpgid: true}
}
