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
