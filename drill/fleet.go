package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"rolecall/internal/crawler/fakeboard"
)

const (
	serviceKey = "an-internal-key-for-the-drill"
	totpKey    = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	poolSize   = 6
)

// services and the variables that set where they listen.
var services = []struct{ name, variable string }{
	{"identity", "AUTH_ADDRESS"},
	{"jobs", "JOB_ADDRESS"},
	{"applications", "APPLICATION_ADDRESS"},
	{"notifications", "NOTIFICATION_ADDRESS"},
}

// fleet is the platform as separate processes, connected by links.
//
//	users ── gateway ─┐                 ┌── replica 1 ─┐
//	                  ├── link to each ─┤              ├── link per service ── PostgreSQL
//	other services ───┘    service      └── replica 2 ─┘
type fleet struct {
	dir       string
	processes []*process
	network   []*link // links between services, one for each pair of caller and callee
	data      []*link // links from a service to the database
	db        *database
	mail      *mailServer
	hooks     *hooks
	boards    *fakeboard.Server
	employers []fakeboard.Employer
	boardsAt  *httptest.Server
	operator  []string // environment of the operator's commands
	program   string
}

// replicas is the number of processes of each service.
const replicas = 2

// startFleet starts all processes without waiting until they are ready. If allInOne is set, the platform is one process,
// rolecall up.
func startFleet(ctx context.Context, dir, program, skewed string, allInOne bool, db *database, report func(string)) (f *fleet, err error) {
	f = &fleet{dir: dir, db: db, program: program}
	defer func() {
		if err != nil {
			f.close()
		}
	}()
	if f.mail, err = startMailServer(); err != nil {
		return f, err
	}
	if f.hooks, err = startHooks(); err != nil {
		return f, err
	}
	f.employers = fakeboard.Demo()
	f.boards = fakeboard.New(f.employers)
	f.boardsAt = httptest.NewServer(withHostile(f.boards))
	f.operator = append(f.common(), "DATABASE_URL="+db.url, "PLATFORM_LOG_LEVEL=error")
	for service := range logins {
		own, err := loginOf(service, db.url)
		if err != nil {
			return f, err
		}
		f.operator = append(f.operator, own)
	}
	if err := f.command(ctx, "migrate"); err != nil {
		return f, err
	}
	if err := f.addBoards(ctx, f.employers); err != nil {
		return f, err
	}
	if err := f.command(ctx, "crawl", "--once"); err != nil {
		return f, err
	}
	at, err := f.addresses()
	if err != nil {
		return f, err
	}
	if allInOne {
		return f, f.startUp(at, report)
	}
	return f, f.startServices(at, skewed, report)
}

// startServices starts the replicas of every service.
func (f *fleet) startServices(at map[string][]string, skewed string, report func(string)) error {
	for _, caller := range []string{"gateway", "identity", "jobs", "applications", "notifications", "crawler"} {
		env, err := f.wire(caller, at)
		if err != nil {
			return err
		}
		n := replicas
		if caller == "gateway" {
			n = 1
		}
		for i := range n {
			p := &process{name: fmt.Sprintf("%s-%d", caller, i+1), service: caller, args: []string{"serve", caller}, program: f.program,
				skewed: skewed, report: report}
			if caller == "crawler" {
				p.args = []string{"crawler"}
			} else {
				p.address = at[caller][i]
			}
			p.metrics = at["metrics"][len(f.processes)]
			p.env = append(env[:len(env):len(env)], listens(caller)+"="+p.address, "PLATFORM_METRICS_ADDRESS="+p.metrics)
			if p.log, err = openLog(f.dir, p.name); err != nil {
				return err
			}
			p.start()
			f.processes = append(f.processes, p)
		}
	}
	return nil
}

// startUp starts rolecall up.
func (f *fleet) startUp(at map[string][]string, report func(string)) (err error) {
	p := &process{name: "up", service: "gateway", args: []string{"up"}, program: f.program, address: at["gateway"][0],
		metrics: at["metrics"][0], report: report}
	p.env = append(f.operator[:len(f.operator):len(f.operator)], "GATEWAY_ADDRESS="+p.address, "PLATFORM_METRICS_ADDRESS="+p.metrics)
	for _, s := range services {
		p.env = append(p.env, s.variable+"="+at[s.name][0])
	}
	if p.log, err = openLog(f.dir, p.name); err != nil {
		return err
	}
	p.start()
	f.processes = append(f.processes, p)
	return nil
}

func listens(service string) string {
	for _, s := range services {
		if s.name == service {
			return s.variable
		}
	}
	return "GATEWAY_ADDRESS"
}

// addresses picks an address for every listener.
func (f *fleet) addresses() (map[string][]string, error) {
	taken, at := map[int]bool{}, map[string][]string{}
	from := 20000 + os.Getpid()%8000
	want := map[string]int{"gateway": 1, "metrics": 1 + 5*replicas}
	for _, s := range services {
		want[s.name] = replicas
	}
	for name, n := range want {
		for range n {
			address, err := freePort(taken, from)
			if err != nil {
				return nil, err
			}
			at[name] = append(at[name], address)
		}
	}
	return at, nil
}

// wire gives a caller its own link to each service and to the database.
func (f *fleet) wire(caller string, at map[string][]string) ([]string, error) {
	env := f.common()
	for _, s := range services {
		l, err := newLink(caller+" to "+s.name, at[s.name]...)
		if err != nil {
			return nil, err
		}
		f.network = append(f.network, l)
		env = append(env, "PLATFORM_CLIENT_"+strings.ToUpper(s.name)+"_URL=http://"+l.address())
	}
	if caller == "gateway" {
		return env, nil
	}
	l, err := newLink(caller+" to PostgreSQL", f.db.host())
	if err != nil {
		return nil, err
	}
	f.data = append(f.data, l)
	own, err := loginOf(caller, f.db.through(l))
	return append(env, own), err
}

// common returns the environment of all processes. Schedules are shortened so that more happens in a run.
func (f *fleet) common() []string {
	env := []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + f.dir,
		"PLATFORM_DATA_DIR=" + filepath.Join(f.dir, "data"),
		"PLATFORM_INTERNAL_SERVICE_KEY=" + serviceKey, "TOTP_ENCRYPTION_KEY=" + totpKey,
		"PLATFORM_SMTP_URL=" + f.mail.url(), fmt.Sprintf("PLATFORM_DATABASE_MAX_CONNECTIONS=%d", poolSize),
		"PLATFORM_LOG_LEVEL=info", "PLATFORM_LOG_FORMAT=json",
		"AUTH_ADMIN_EMAILS=admin-1@drill.example,admin-2@drill.example",
		"CRAWLER_FETCH_ALLOW_PRIVATE=true", "CRAWLER_FETCH_BOARD_TIMEOUT=20s", "CRAWLER_TRIGGER_POLL_CRON=0/2 * * * * ?",
		"CRAWLER_TRIGGER_LEASE=9s",
		"CRAWLER_CRAWL_CRON=0/15 * * * * ?", "CRAWLER_ENRICHMENT_CRON=5/10 * * * * ?",
		"CRAWLER_CRAWL_MIN_INTERVAL=1s", "CRAWLER_CRAWL_MAX_INTERVAL=5s", "CRAWLER_FETCH_HOURLY_BUDGET=0",
		"NOTIFICATION_CUSTOM_REMINDER_CRON=* * * * * ?", "NOTIFICATION_INTERVIEW_REMINDER_CRON=0/5 * * * * ?",
		"NOTIFICATION_SECURITY_RECOMMENDATION_CRON=0/7 * * * * ?", "NOTIFICATION_GHOSTED_CRON=0/10 * * * * ?",
		"NOTIFICATION_DIGEST_CRON=0/20 * * * * ?", "NOTIFICATION_JOB_ALERT_CRON=* * * * * ?",
		"NOTIFICATION_CHANNEL_ALLOW_PRIVATE=true",
	}
	if f.boardsAt != nil {
		for kind, base := range fakeboard.BaseURLs(f.boardsAt.URL) {
			env = append(env, "CRAWLER_SOURCE_"+strings.ToUpper(kind)+"_BASE_URL="+base)
		}
	}
	return env
}

// command runs a command of rolecall.
func (f *fleet) command(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, f.program, args...)
	cmd.Env = f.operator
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("rolecall %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

func (f *fleet) addBoards(ctx context.Context, employers []fakeboard.Employer) error {
	var csv strings.Builder
	csv.WriteString("source_type,token,company_name,company_logo_url\n")
	for _, e := range employers {
		fmt.Fprintf(&csv, "%s,%s,%s,\n", e.Family, e.Target(f.boardsAt.URL), e.Name)
	}
	path := filepath.Join(f.dir, "boards.csv")
	if err := os.WriteFile(path, []byte(csv.String()), 0o644); err != nil {
		return err
	}
	return f.command(ctx, "targets", "import", path)
}

// of returns the processes of a service.
func (f *fleet) of(service string) (list []*process) {
	for _, p := range f.processes {
		if p.service == service {
			list = append(list, p)
		}
	}
	return list
}

// at returns the base URLs of a service's replicas.
func (f *fleet) at(service string) (list []string) {
	for _, p := range f.of(service) {
		list = append(list, "http://"+p.address)
	}
	return list
}

// ready waits until every process is ready.
func (f *fleet) ready(ctx context.Context, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	for _, p := range f.processes {
		url := "http://" + p.address + "/readyz"
		if p.address == "" {
			url = "http://" + p.metrics + "/metrics"
		}
		for !responses(ctx, url) {
			if sleep(ctx, 100*time.Millisecond) {
				return fmt.Errorf("%s is not ready after %s", p.name, patience)
			}
		}
	}
	return nil
}

var probe = &http.Client{Timeout: 2 * time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

func responses(ctx context.Context, url string) bool {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return false
	}
	res, err := probe.Do(req)
	if err != nil {
		return false
	}
	_ = res.Body.Close()
	return res.StatusCode == http.StatusOK
}

func (f *fleet) close() {
	var ends sync.WaitGroup
	for _, p := range f.processes {
		ends.Go(p.close)
	}
	ends.Wait()
	for _, l := range append(f.network, f.data...) {
		l.close()
	}
	if f.boardsAt != nil {
		f.boardsAt.CloseClientConnections()
		f.boardsAt.Close()
	}
	if f.hooks != nil {
		f.hooks.close()
	}
	if f.mail != nil {
		f.mail.close()
	}
}

// errBroken marks failures of the drill itself.
var errBroken = errors.New("the drill could not run")
