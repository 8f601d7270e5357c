package identity

import (
	"context"
	"time"

	"github.com/google/uuid"

	"rolecall/internal/audit"
	"rolecall/internal/backup"
	"rolecall/internal/fault"
	"rolecall/internal/identity/oas"
	"rolecall/internal/lang"
	"rolecall/internal/outbox"
)

// Installation holds what only the hosting process can read. Identity answers for it because every installation has
// one, and because it has the list of administrators and their addresses.
type Installation struct {
	// Check returns the findings of `rolecall doctor`, and the data folder if there is one.
	Check func(context.Context) *oas.SystemState
	// Backups is nil where the process takes none.
	Backups *backup.Keeper
}

const (
	checkTimeout    = 30 * time.Second
	testMailTimeout = 30 * time.Second
	testMailEvery   = 10 * time.Second
)

var (
	errTestedJustNow = fault.New(fault.RateLimited, "", "A test mail was sent a moment ago. Please wait a few seconds.").
				WithRetryAfter(testMailEvery)
	errNoBackups     = fault.New(fault.NotFound, "", "This installation takes no backups by itself.")
	errNothingToTest = fault.New(fault.NotFound, "", "There is no backup to test yet.")
	errBackupRuns    = fault.New(fault.Conflict, "Backup In Progress", "A backup or a test is running. Please wait until it ends.")
)

// System returns the findings about the installation. Checks run one at a time: they log in to the database and to the mail
// server.
func (s *Service) System(ctx context.Context) *oas.SystemState {
	if s.deps.Installation.Check == nil {
		return &oas.SystemState{Findings: []oas.Finding{}, Folder: oas.NilDataFolder{Null: true}}
	}
	s.checking.Lock()
	defer s.checking.Unlock()
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	return s.deps.Installation.Check(ctx)
}

// TestMail sends a mail in the administrator's language to the administrator's own address and returns why that failed, if it did.
func (s *Service) TestMail(ctx context.Context, user uuid.UUID) (to string, refused, err error) {
	acc, err := s.Account(ctx, user)
	if err != nil {
		return "", nil, err
	}
	now := s.now()
	last := s.testedMail.Load()
	if last != nil && now.Sub(*last) < testMailEvery || !s.testedMail.CompareAndSwap(last, &now) {
		return "", nil, errTestedJustNow
	}
	ctx, cancel := context.WithTimeout(ctx, testMailTimeout)
	defer cancel()
	test := plainLetter(lang.Language(acc.Language), topicTest)
	return acc.Email, s.send(ctx, outbox.Delivery{DedupeKey: "test/" + uuid.NewString()}, acc.Email, test), nil
}

// StartBackup starts a backup, or the test of the newest one.
func (s *Service) StartBackup(ctx context.Context, user uuid.UUID, task string) (backup.State, error) {
	k := s.deps.Installation.Backups
	if k == nil {
		return backup.State{}, errNoBackups
	}
	before, err := k.State()
	if err != nil {
		return backup.State{}, err
	}
	if task == backup.TaskTest && len(before.Items) == 0 {
		return backup.State{}, errNothingToTest
	}
	if !k.Start(task) {
		return backup.State{}, errBackupRuns
	}
	event := audit.Event{Kind: "backup.started", Account: user, Actor: audit.Admin, Detail: map[string]any{"task": task}}
	if err := s.audit.Record(ctx, s.db, event); err != nil {
		return backup.State{}, err
	}
	return k.State()
}
