// Command prove kills the leader of a PostgreSQL cluster repeatedly under a steady load of writes. It checks that no
// acknowledged write is lost and measures for how long writes were impossible.
//
//	go run ./deploy/ha/prove -kills 10 -hasty 2 -rolecall bin/rolecall
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

type options struct {
	dir      string
	kills    int
	hasty    int
	handed   int
	writers  int
	rolecall string
	seed     uint64
}

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", "", "folder of the cluster; empty: a temporary one, removed at the end")
	flag.IntVar(&o.kills, "kills", 10, "kills of the leader, each after the cluster is whole again")
	flag.IntVar(&o.hasty, "hasty", 2, "kills of the new leader as soon as it takes writes, with the old one still away")
	flag.IntVar(&o.handed, "switchovers", 3, "planned changes of the leader, as before maintenance")
	flag.IntVar(&o.writers, "writers", 8, "connections that write")
	flag.StringVar(&o.rolecall, "rolecall", "", "the rolecall binary: three more kills under the whole platform; empty: not done")
	flag.Uint64Var(&o.seed, "seed", 1, "decides the moments of the kills")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "prove:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) (err error) {
	if o.dir == "" {
		if o.dir, err = os.MkdirTemp("", "rolecall-ha-"); err != nil {
			return err
		}
		defer func() {
			if err != nil {
				fmt.Println("the logs are kept in", filepath.Join(o.dir, "log"))
				return
			}
			_ = os.RemoveAll(o.dir)
		}()
	}
	c, err := startCluster(ctx, o.dir)
	if err != nil {
		return err
	}
	// An interrupted proof still stops what it started.
	defer func() { err = errors.Join(err, c.stop(context.WithoutCancel(ctx))) }()

	rng := rand.New(rand.NewPCG(o.seed, 0))
	if err := proveRows(ctx, c, o, rng); err != nil {
		return err
	}
	if o.rolecall == "" {
		return nil
	}
	return provePlatform(ctx, c, o, rng)
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}
