package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"rolecall/internal/background"
	"rolecall/internal/env"
)

// Tasks of a keeper, by the names of the contract.
const (
	TaskBackup = "backup"
	TaskTest   = "test"
)

const (
	namePrefix = "rolecall-"
	nameSuffix = ".backup"
	nameTime   = "20060102T150405.000Z" // two may end within a second
	stateFile  = "state.json"           // beside the backups
	// maxTask ends a backup or test that hangs.
	maxTask = 12 * time.Hour
)

// Plan configures a keeper.
type Plan struct {
	Options  Options
	Creator  env.Secret          // a login that may create databases, for tests; unset means the owner
	Schedule background.Schedule // zero means only on request
	Dir      string
	Keep     int // number of backups to keep
	Log      *slog.Logger
}

// Keeper takes backups into a folder, on a schedule and on request, deletes the oldest, and tests the newest. It does one
// thing at a time.
type Keeper struct {
	Plan
	mu      sync.Mutex
	running string      // the task
	asked   chan string // tasks to run
}

// Stored is a backup in the folder.
type Stored struct {
	Name    string
	TakenAt time.Time
	Bytes   int64
}

// Failure is why the last backup failed.
type Failure struct {
	At     time.Time `json:"at"`
	Reason string    `json:"reason"`
}

// Test is the outcome of a test restore. Reason is empty if it passed.
type Test struct {
	At      time.Time `json:"at"`
	Backup  string    `json:"backup"`
	Reason  string    `json:"reason,omitempty"`
	Tables  int       `json:"tables"`
	Rows    int64     `json:"rows"`
	Seconds float64   `json:"seconds"`
}

// outcomes is the state that survives restarts.
type outcomes struct {
	LastFailure *Failure `json:"lastFailure,omitempty"`
	LastTest    *Test    `json:"lastTest,omitempty"`
}

// State is what administrators see.
type State struct {
	Folder   string
	Schedule string // empty means only on request
	Next     time.Time
	Keep     int
	Running  string   // the task; empty if none
	Items    []Stored // newest first
	outcomes
}

// NewKeeper returns a keeper. It works while Run runs.
func NewKeeper(p Plan) *Keeper { return &Keeper{Plan: p, asked: make(chan string, 1)} }

// Run takes backups until the context ends, which also stops a running task: an unfinished backup leaves no file, and the
// database of an unfinished test is dropped by the next test.
func (k *Keeper) Run(ctx context.Context) error {
	var loops sync.WaitGroup
	if !k.Schedule.IsZero() {
		runner := &background.Runner{Log: k.Log}
		loops.Go(func() {
			background.Cron(ctx, runner, "backup", k.Schedule, func(ctx context.Context) (Stored, error) {
				if !k.begin(TaskBackup) {
					return Stored{}, errors.New("another backup or a test is running")
				}
				return k.backUp(ctx)
			}, background.Timeout(maxTask))
		})
	}
	for {
		select {
		case <-ctx.Done():
			loops.Wait()
			return nil
		case task := <-k.asked:
			k.do(ctx, task)
		}
	}
}

// Start starts a task. It reports false if another one is running.
func (k *Keeper) Start(task string) bool {
	if !k.begin(task) {
		return false
	}
	k.asked <- task
	return true
}

func (k *Keeper) begin(task string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.running != "" {
		return false
	}
	k.running = task
	return true
}

func (k *Keeper) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.running = ""
}

// do runs a task for which begin returned true.
func (k *Keeper) do(ctx context.Context, task string) {
	ctx, cancel := context.WithTimeout(ctx, maxTask)
	defer cancel()
	if task == TaskTest {
		test := k.test(ctx)
		k.Log.InfoContext(ctx, "backup tested", "backup", test.Backup, "reason", test.Reason, "seconds", test.Seconds)
		return
	}
	if made, err := k.backUp(ctx); err != nil {
		k.Log.ErrorContext(ctx, "backup failed", "error", err)
	} else {
		k.Log.InfoContext(ctx, "backup taken", "backup", made.Name, "bytes", made.Bytes)
	}
}

// backUp writes a backup and deletes the oldest ones beyond Keep.
func (k *Keeper) backUp(ctx context.Context) (made Stored, err error) {
	defer k.end()
	at := k.Options.Now().UTC()
	defer func() {
		failure := failureOf(ctx, at, err)
		err = errors.Join(err, k.updateOutcomes(func(o *outcomes) { o.LastFailure = failure }))
	}()
	if err := os.MkdirAll(k.Dir, 0o700); err != nil {
		return Stored{}, err
	}
	removeDrafts(filepath.Join(k.Dir, "."+namePrefix+"*"+nameSuffix+draftMark+"*"))
	made = Stored{Name: namePrefix + at.Format(nameTime) + nameSuffix, TakenAt: at.Truncate(time.Millisecond)}
	path := filepath.Join(k.Dir, made.Name)
	if _, err := WriteFile(ctx, path, false, k.Options); err != nil {
		return Stored{}, err
	}
	info, err := os.Stat(path)
	if err != nil {
		return Stored{}, err
	}
	made.Bytes = info.Size()
	return made, k.prune()
}

// failureOf returns nil for a backup that succeeded.
func failureOf(ctx context.Context, at time.Time, err error) *Failure {
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return &Failure{At: at, Reason: "The platform was stopped during the backup."}
	}
	return &Failure{At: at, Reason: err.Error()}
}

func (k *Keeper) prune() error {
	list, err := k.list()
	if err != nil || len(list) <= k.Keep {
		return err
	}
	for _, old := range list[k.Keep:] {
		if err := os.Remove(filepath.Join(k.Dir, old.Name)); err != nil {
			return fmt.Errorf("delete an old backup: %w", err)
		}
	}
	return nil
}

// list returns the backups in the folder, newest first. It ignores other files.
func (k *Keeper) list() ([]Stored, error) {
	entries, err := os.ReadDir(k.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the backups: %w", err)
	}
	var list []Stored
	for _, e := range entries {
		middle, ours := strings.CutPrefix(e.Name(), namePrefix)
		middle, whole := strings.CutSuffix(middle, nameSuffix)
		at, err := time.Parse(nameTime, middle)
		if !ours || !whole || err != nil {
			continue
		}
		info, err := e.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted meanwhile
		}
		if err != nil {
			return nil, err
		}
		list = append(list, Stored{Name: e.Name(), TakenAt: at, Bytes: info.Size()})
	}
	slices.SortFunc(list, func(a, b Stored) int { return b.TakenAt.Compare(a.TakenAt) })
	return list, nil
}

// State returns the backups, the running task and the last outcomes.
func (k *Keeper) State() (State, error) {
	items, err := k.list()
	if err != nil {
		return State{}, err
	}
	s := State{Folder: k.Dir, Schedule: k.Schedule.String(), Keep: k.Keep, Items: items}
	if !k.Schedule.IsZero() {
		s.Next = k.Schedule.Next(k.Options.Now())
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	s.Running = k.running
	s.outcomes, err = k.readOutcomes()
	return s, err
}

func (k *Keeper) readOutcomes() (o outcomes, err error) {
	doc, err := os.ReadFile(filepath.Join(k.Dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return o, nil
	}
	if err == nil {
		err = json.Unmarshal(doc, &o)
	}
	if err != nil {
		return o, fmt.Errorf("read the state of the backups: %w", err)
	}
	return o, nil
}

func (k *Keeper) updateOutcomes(change func(*outcomes)) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	o, err := k.readOutcomes()
	if err != nil {
		o = outcomes{} // replace an unreadable file
	}
	change(&o)
	doc, err := json.Marshal(o)
	if err != nil {
		return err
	}
	if err := k.saveState(doc); err != nil {
		return fmt.Errorf("save the state of the backups: %w", err)
	}
	return nil
}

// saveState replaces the file only once the new one is complete: on a full disk the old one stays.
func (k *Keeper) saveState(doc []byte) error {
	if err := os.MkdirAll(k.Dir, 0o700); err != nil {
		return err
	}
	path := filepath.Join(k.Dir, stateFile)
	if err := os.WriteFile(path+".new", doc, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
}
