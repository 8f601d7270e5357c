package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/jackc/pgx/v5"
)

const platformKills = 3

// provePlatform runs the platform on the cluster and creates applications through the gateway. Nothing is restarted or
// reconfigured when the leader dies.
func provePlatform(ctx context.Context, c *cluster, o options, rng *rand.Rand) error {
	p, err := startPlatform(ctx, c, o.rolecall)
	if err != nil {
		return err
	}
	defer p.stop()
	if err := p.login(ctx); err != nil {
		return err
	}
	fmt.Printf("the platform answers at %s; %d writers through it, %d kills\n", p.url, o.writers, platformKills)
	acks := &acknowledgements{}
	writers := make([]*applicant, o.writers)
	load, stop := context.WithCancel(ctx)
	defer stop()
	var wg sync.WaitGroup
	for i := range writers {
		writers[i] = &applicant{platform: p, acks: acks, refused: map[int]int{}}
		wg.Go(func() { writers[i].run(load) })
	}
	outages, err := killRepeatedly(ctx, c, acks, platformKills, 0, rng)
	stop()
	wg.Wait()
	if err != nil {
		return err
	}
	outages.print()
	return compareApplications(ctx, c, writers)
}

// applicant creates applications and keeps the ids of the acknowledged ones.
type applicant struct {
	platform *platform
	acks     *acknowledgements
	acked    []string
	refused  map[int]int // by status; 0 is no response
}

func (a *applicant) run(ctx context.Context) {
	for ctx.Err() == nil {
		var made struct{ ID string }
		status, err := a.platform.post(ctx, "/applications", map[string]any{
			"jobDetails": map[string]string{"title": "Tidal Engineer", "company": "Brackwater Power"},
		}, &made)
		switch {
		case ctx.Err() != nil:
		case err == nil && status == http.StatusCreated:
			a.acks.add(time.Now())
			a.acked = append(a.acked, made.ID)
		default:
			a.refused[status]++
		}
		_ = sleep(ctx, 20*time.Millisecond)
	}
}

func compareApplications(ctx context.Context, c *cluster, writers []*applicant) error {
	conn, err := pgx.Connect(ctx, c.url)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close(context.WithoutCancel(ctx)) }()
	rows, _ := conn.Query(ctx, "SELECT id::text FROM applications.application")
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return err
	}
	there := map[string]bool{}
	for _, id := range ids {
		there[id] = true
	}
	acked, lost, refused := 0, 0, map[int]int{}
	for _, w := range writers {
		for _, id := range w.acked {
			acked++
			if !there[id] {
				lost++
			}
		}
		for status, n := range w.refused {
			refused[status] += n
		}
	}
	fmt.Printf("platform    %d acknowledged applications, %d lost; refusals by status while there was no leader: %v\n", acked, lost, refused)
	if lost > 0 {
		return fmt.Errorf("%d acknowledged applications are lost", lost)
	}
	for status := range refused {
		if status != 0 && status != http.StatusServiceUnavailable {
			return fmt.Errorf("an outage was answered with %d instead of 503", status)
		}
	}
	return nil
}

type platform struct {
	cmd   *exec.Cmd
	url   string
	token string
	http  *http.Client
}

func startPlatform(ctx context.Context, c *cluster, binary string) (*platform, error) {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return nil, err
	}
	data := filepath.Join(c.dir, "rolecall")
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, err
	}
	cmd := exec.Command(binary, "up")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "DATABASE_URL=" + c.url, "PLATFORM_DATA_DIR=" + data,
		"AUTH_VERIFICATION_REQUIRED=false", "GATEWAY_LIMIT_RATE=0", "PLATFORM_METRICS_ADDRESS=127.0.0.1:0", "PLATFORM_LOG_LEVEL=error"}
	for _, part := range []string{"GATEWAY", "AUTH", "JOB", "APPLICATION", "NOTIFICATION"} {
		cmd.Env = append(cmd.Env, part+"_ADDRESS=127.0.0.1:0")
	}
	log, err := os.Create(filepath.Join(c.dir, "log", "rolecall.log"))
	if err != nil {
		return nil, err
	}
	defer log.Close()
	cmd.Stderr = log
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	p := &platform{cmd: cmd, http: &http.Client{Timeout: 10 * time.Second}}
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if _, url, found := strings.Cut(lines.Text(), "web app:"); found {
			p.url = strings.TrimSpace(url)
			go func() { _, _ = io.Copy(io.Discard, out) }()
			return p, nil
		}
	}
	_ = cmd.Wait()
	return nil, fmt.Errorf("rolecall did not start: see %s", log.Name())
}

func (p *platform) stop() {
	_ = p.cmd.Process.Signal(syscall.SIGTERM)
	_ = p.cmd.Wait()
}

func (p *platform) login(ctx context.Context) error {
	who := map[string]string{"email": "wren@example.org", "password": "a lantern on the pier"}
	register := map[string]string{"firstName": "Wren", "lastName": "Halloway", "email": who["email"], "password": who["password"]}
	if status, err := p.post(ctx, "/auth/register", register, nil); err != nil || status != http.StatusCreated {
		return errors.Join(fmt.Errorf("register: status %d", status), err)
	}
	var session struct{ Token string }
	if status, err := p.post(ctx, "/auth/login", who, &session); err != nil || status != http.StatusOK {
		return errors.Join(fmt.Errorf("login: status %d", status), err)
	}
	p.token = session.Token
	return nil
}

func (p *platform) post(ctx context.Context, path string, body, into any) (status int, err error) {
	b, err := json.Marshal(body)
	if err != nil {
		return 0, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.url+path, bytes.NewReader(b))
	if err != nil {
		return 0, err
	}
	req.Header.Set("Content-Type", "application/json")
	if p.token != "" {
		req.Header.Set("Authorization", "Bearer "+p.token)
	}
	res, err := p.http.Do(req)
	if err != nil {
		return 0, err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return 0, err
	}
	if into != nil && res.StatusCode < 300 {
		err = json.Unmarshal(answer, into)
	}
	return res.StatusCode, err
}
