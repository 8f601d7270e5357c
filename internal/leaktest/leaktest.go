// Package leaktest reports goroutines that outlive the tests of a package. Only tests import it.
package leaktest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// timeout is for goroutines that are about to end. goleak alone waits less than half a second, too little on a busy
// machine.
const timeout = 30 * time.Second

// Find returns an error that lists the goroutines that have not ended in time.
func Find(ignore ...goleak.Option) error {
	for deadline := time.Now().Add(timeout); ; {
		if err := goleak.Find(ignore...); err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// Main is the body of a TestMain. It does not return.
func Main(m *testing.M, ignore ...goleak.Option) {
	code := m.Run()
	if code == 0 {
		if err := Find(ignore...); err != nil {
			fmt.Fprintln(os.Stderr, "goroutines outlive the tests:", err)
			code = 1
		}
	}
	os.Exit(code)
}
