// Package leaktest reports goroutines that outlive the tests of a package. Only tests import it.
package leaktest

import (
	"fmt"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is for goroutines that are about to end. goleak alone waits for less than half a second, which a busy machine
// may take to give them a turn.
const patience = 30 * time.Second

// Find returns an error that shows the goroutines which have not ended in time.
func Find(ignore ...goleak.Option) error {
	for limit := time.Now().Add(patience); ; {
		if err := goleak.Find(ignore...); err == nil || time.Now().After(limit) {
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
