package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// errNoNginx is no failure: the peer is named by its package and the rest is measured all the same.
var errNoNginx = errors.New("nginx is not installed: install the package nginx-light")

// measureGateway compares the front door with two plain reverse proxies, net/http/httputil's and nginx, in front of the
// same service that answers two kilobytes at once. None of them logs. The gateway also counts, limits, gives request
// ids, checks paths and sets security headers; the plain ones only pass on. There is no goal: the figure is what the
// door costs.
func measureGateway(ctx context.Context, b *bench) (err error) {
	answer := bytes.Repeat([]byte("a job, and another. "), 100)
	back, err := serve(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	}))
	if err != nil {
		return err
	}
	defer back.close()
	doors := []struct {
		name  string
		start func(context.Context, string) (*running, error)
	}{{"gateway", b.startGateway}, {"httputil", b.startPlainProxy}, {"nginx", b.startNginx}}
	var started []*running
	defer func() {
		for _, r := range started {
			err = errors.Join(err, r.stop())
		}
	}()
	var sites []*browser
	for _, d := range doors {
		r, err := d.start(ctx, back.url)
		if errors.Is(err, errNoNginx) {
			b.add(stated("requests through the gateway, against nginx", "not measured", err.Error()))
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		started, sites = append(started, r), append(sites, newBrowser(r.url))
	}
	samples := make([][]sample, len(sites))
	for range b.rounds {
		for i, site := range sites {
			s, err := drive(ctx, 16, 1, b.length, func(ctx context.Context, _ int) error { return site.get(ctx, "/jobs", nil) })
			if err != nil {
				return fmt.Errorf("%s: %w", doors[i].name, err)
			}
			samples[i] = append(samples[i], s)
		}
	}
	for i := 1; i < len(sites); i++ {
		ours, theirs := rates(samples[0]), rates(samples[i])
		b.add(row{
			workload: "requests through the gateway", ours: ours.perSecond(), against: doors[i].name + " " + theirs.perSecond(), ratio: fmt.Sprintf("%.2f", ours.median()/theirs.median()), goal: "-", held: true,
			note: fmt.Sprintf("16 clients; p99 %s against %s; client and service share the cores", duration(time.Duration(quantiles(samples[0], 0.99).median())), duration(time.Duration(quantiles(samples[i], 0.99).median()))),
		})
	}
	for _, site := range sites {
		site.close()
	}
	return nil
}

func (b *bench) startGateway(ctx context.Context, upstream string) (*running, error) {
	return b.service(ctx, "gateway", "GATEWAY_ADDRESS", nil, "GATEWAY_LIMIT_RATE=0", "PLATFORM_CLIENT_JOBS_URL="+upstream,
		"PLATFORM_CLIENT_IDENTITY_URL="+upstream, "PLATFORM_CLIENT_APPLICATIONS_URL="+upstream, "PLATFORM_CLIENT_NOTIFICATIONS_URL="+upstream)
}

func (b *bench) startPlainProxy(ctx context.Context, upstream string) (*running, error) {
	program, err := b.peer(ctx, "proxy")
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	return startServer(ctx, address, "/", program, "-address", address, "-to", upstream)
}

func (b *bench) startNginx(ctx context.Context, upstream string) (*running, error) {
	program, err := exec.LookPath("nginx")
	if err != nil {
		program = "/usr/sbin/nginx" // not on everybody's path
		if _, err := os.Stat(program); err != nil {
			return nil, errNoNginx
		}
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp(b.scratch, "nginx-")
	if err != nil {
		return nil, err
	}
	user := ""
	if os.Geteuid() == 0 {
		user = "user root;"
	}
	config := fmt.Sprintf(`daemon off; %s pid %s/pid; error_log stderr error; worker_processes auto;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path %s; proxy_temp_path %s; fastcgi_temp_path %s; uwsgi_temp_path %s; scgi_temp_path %s;
  keepalive_requests 1000000;
  upstream back { server %s; keepalive 64; keepalive_requests 1000000; }
  server { listen %s; location / { proxy_pass http://back; proxy_http_version 1.1; proxy_set_header Connection ""; } }
}`, user, dir, dir, dir, dir, dir, dir, strings.TrimPrefix(upstream, "http://"), address)
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		return nil, err
	}
	return startServer(ctx, address, "/", program, "-p", dir, "-c", file)
}

// startServer runs a program that listens on the address, and waits until it answers.
func startServer(ctx context.Context, address, path, program string, args ...string) (*running, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	r := &running{cmd: cmd, url: "http://" + address}
	if err := await(ctx, r.url+path); err != nil {
		return nil, errors.Join(err, r.stop())
	}
	return r, nil
}
