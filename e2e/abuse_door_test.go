package e2e

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"testing"
	"time"
)

// allConnections takes all 4,096 connections of the gateway from sixteen addresses while another client connects.
func (v *victim) allConnections(t *testing.T) {
	for name, send := range map[string]string{
		"idle":   "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"silent": "",
		"in the middle of a body": "POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: " +
			"100\r\n\r\n{",
	} {
		var open []net.Conn
		for i := range 4096 {
			c := v.dial(t, fmt.Sprintf("127.0.4.%d", 1+i/256))
			open = append(open, c)
			_, _ = io.WriteString(c, send)
		}
		if name == "idle" {
			for _, c := range open {
				_ = c.SetReadDeadline(time.Now().Add(time.Minute))
				if res, err := http.ReadResponse(bufio.NewReader(c), nil); err == nil {
					_ = res.Body.Close()
				}
			}
		}
		took := make([]time.Duration, 40)
		for i := range took {
			took[i] = v.check("while every place is taken by connections that are " + name)
		}
		slices.Sort(took)
		if p95 := took[len(took)*95/100]; p95 > 5*time.Second {
			t.Errorf("%s: others were answered in %s (95 of 100)", name, p95)
		}
		t.Logf("16 addresses x 256 connections, %s: others answered in %d ms (median), %d ms (95 of 100), %d ms at most", name,
			took[len(took)/2].Milliseconds(), took[len(took)*95/100].Milliseconds(), took[len(took)-1].Milliseconds())
		for _, c := range open {
			_ = c.Close()
		}
	}
}
