package e2e

import (
	"fmt"
	"net/url"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"rolecall/internal/apitest"
)

// TestImportsAreBounded imports twelve files of 15 MB at once, as three users, of shapes that would take gigabytes
// without limits. It also checks that the log contains no token of a link.
func TestImportsAreBounded(t *testing.T) {
	t.Parallel()
	const (
		size  = 15 << 20
		grown = 200 // MB more than before
	)
	env := ports(t)
	env["PLATFORM_LOG_LEVEL"] = "debug"
	p := up(t, scratch(t), env)
	v := &victim{t: t, address: env["GATEWAY_ADDRESS"], pid: p.cmd.Process.Pid}
	gateway := "http://" + env["GATEWAY_ADDRESS"]
	var users []*person
	for i := range 3 {
		users = append(users, newcomer(t, gateway, fmt.Sprintf("importer%d@example.org", i)))
	}
	fill := func(start, line string) string { return start + strings.Repeat(line, (size-len(start))/len(line)) }
	before := v.memory(t)
	for name, file := range map[string]string{
		"short lines":  fill("title,company,notes\n", "Engineer,Northwind,"+strings.Repeat("x", 300)+"\n"),
		"300 columns":  fill("title,company"+strings.Repeat(",c", 298)+"\n", "a,b"+strings.Repeat(",", 297)+"\n"),
		"one record":   fill("title,company,notes\na,b,\"", "x"),
		"empty fields": fill("title,company,notes\na,b", ","),
	} {
		peak, done := before, make(chan struct{})
		var sampling, sending sync.WaitGroup
		sampling.Go(func() {
			for tick := time.NewTicker(10 * time.Millisecond); ; {
				select {
				case <-tick.C:
					peak = max(peak, v.memory(t))
				case <-done:
					return
				}
			}
		})
		var mu sync.Mutex
		got := map[int]int{}
		for i := range 12 {
			sending.Go(func() {
				res := users[i%3].applications.Do("POST", "/applications/import?dryRun=true", file, apitest.Header("Content-Type", "text/csv"))
				mu.Lock()
				defer mu.Unlock()
				got[res.Status]++
			})
		}
		sending.Wait()
		close(done)
		sampling.Wait()
		v.check(name)
		t.Logf("%s: %.0f MB before, %.0f MB at most, answers %v", name, before, peak, got)
		if peak > before+grown {
			t.Errorf("%s: the process grew from %.0f MB to %.0f MB", name, before, peak)
		}
		if got[200]+got[400]+got[409] != 12 {
			t.Errorf("%s: answers %v", name, got)
		}
	}

	var link struct{ URL string }
	users[0].reminders.Do("GET", "/notifications/calendar", nil).Want(200).JSON(&link)
	feed, err := url.Parse(link.URL)
	if err != nil {
		t.Fatal(err)
	}
	anyone := apitest.At(t, "notifications", gateway)
	anyone.Do("GET", feed.RequestURI(), nil).Want(200)
	anyone.Do("GET", strings.Replace(feed.RequestURI(), "calendar.ics", "unsubscribe", 1), nil).WantError(404, "Not Found")
	p.signal(syscall.SIGTERM) // the whole log is there only once the process has ended
	p.wait()
	logged := p.out.String()
	if token := feed.Query().Get("token"); token == "" || strings.Contains(logged, token) ||
		strings.Count(logged, "/notifications/calendar.ics") == 0 {
		t.Error("the log has the token of a link, or nothing of its use")
	}
}
