package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// pocketBase is the peer under way.
type pocketBase struct {
	cmd     *exec.Cmd
	browser *browser
}

func (b *bench) startPocketBase(ctx context.Context, users, rows int) (*pocketBase, error) {
	program, err := b.peer(ctx, "pocketbase")
	if err != nil {
		return nil, err
	}
	address, err := freeAddress()
	if err != nil {
		return nil, err
	}
	p := &pocketBase{browser: newBrowser("http://" + address)}
	p.cmd = exec.CommandContext(ctx, program, "-dir", filepath.Join(b.scratch, "pocketbase-"+strings.ReplaceAll(address, ":", "-")), "-address", address,
		"-users", fmt.Sprint(users), "-password", benchPassword, "-rows", fmt.Sprint(rows))
	p.cmd.Stderr = os.Stderr
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	if err := await(ctx, "http://"+address+"/api/health"); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

func (p *pocketBase) stop() {
	p.browser.close()
	_ = p.cmd.Process.Kill()
	_ = p.cmd.Wait()
}

func (p *pocketBase) login(ctx context.Context, n int) error {
	body := fmt.Sprintf(`{"identity":"user%d@example.org","password":%q}`, n, benchPassword)
	return p.browser.want(ctx, http.StatusOK, http.MethodPost, "/api/collections/users/auth-with-password", []byte(body), nil)
}

// compareLists asks both servers for their newest twenty over HTTP, each posting with its company. Ours gives a total
// too.
func (b *bench) compareLists(ctx context.Context, jobsURL string, rows int) error {
	own := newBrowser(jobsURL)
	defer own.close()
	pocket, err := b.startPocketBase(ctx, 0, rows)
	if err != nil {
		return err
	}
	defer pocket.stop()
	const ourList, theirList = "/jobs?size=20", "/api/collections/posts/records?perPage=20&skipTotal=1&sort=-postedAt&expand=company"
	_, mine, err := own.do(ctx, http.MethodGet, ourList, nil, nil)
	if err != nil {
		return err
	}
	_, other, err := pocket.browser.do(ctx, http.MethodGet, theirList, nil, nil)
	if err != nil {
		return err
	}
	var ours, theirs []sample
	for range b.rounds {
		got, err := drive(ctx, clients, 1, b.length, func(ctx context.Context, _ int) error { return own.get(ctx, ourList, nil) })
		if err != nil {
			return err
		}
		ours = append(ours, got)
		got, err = drive(ctx, clients, 1, b.length, func(ctx context.Context, _ int) error {
			return pocket.browser.get(ctx, theirList, nil)
		})
		if err != nil {
			return fmt.Errorf("PocketBase: %w", err)
		}
		theirs = append(theirs, got)
	}
	r := row{workload: fmt.Sprintf("newest 20 of %s over HTTP", count(rows)), ours: rates(ours).perSecond(), against: "PocketBase " + rates(theirs).perSecond(), note: fmt.Sprintf("both as processes of their own, without a login, the same properties of postings and companies: %d against %d bytes; PocketBase without its total",
		len(mine), len(other))}
	r.ratio, r.goal, r.held = atLeast(rates(ours).over(rates(theirs)), 1.5)
	b.add(r)
	return nil
}
