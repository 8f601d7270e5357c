package identity

import (
	"context"

	"rolecall/internal/auth"
	"rolecall/internal/backup"
	"rolecall/internal/identity/oas"
	"rolecall/internal/wire"
)

func (h *handler) GetSystem(ctx context.Context) (*oas.SystemState, error) {
	return h.svc.System(ctx), nil
}

func (h *handler) SendTestMail(ctx context.Context) (*oas.TestMail, error) {
	to, refused, err := h.svc.TestMail(ctx, auth.UserFrom(ctx).ID)
	if err != nil {
		return nil, err
	}
	out := &oas.TestMail{To: to, Error: oas.NilString{Null: true}}
	if refused != nil {
		out.Error = wire.NonZero(refused.Error())
	}
	return out, nil
}

func (h *handler) GetBackups(context.Context) (*oas.Backups, error) {
	if h.svc.deps.Installation.Backups == nil {
		return wireBackups(backup.State{}, false), nil
	}
	state, err := h.svc.deps.Installation.Backups.State()
	if err != nil {
		return nil, err
	}
	return wireBackups(state, true), nil
}

func (h *handler) StartBackup(ctx context.Context, req *oas.StartBackupRequest) (*oas.Backups, error) {
	state, err := h.svc.StartBackup(ctx, auth.UserFrom(ctx).ID, string(req.Task))
	if err != nil {
		return nil, err
	}
	return wireBackups(state, true), nil
}

func wireBackups(s backup.State, available bool) *oas.Backups {
	out := &oas.Backups{
		Available: available, Folder: s.Folder, Schedule: wire.NonZero(s.Schedule), NextAt: oas.NilDateTime{Null: true}, Keep: int64(s.Keep),
		Running: wire.NonZero(oas.BackupTask(s.Running)), LastFailure: oas.NilBackupFailure{Null: true}, LastTest: oas.NilBackupTest{Null: true},
		Items: wire.All(s.Items, func(b backup.Stored) oas.Backup { return oas.Backup{Name: b.Name, TakenAt: b.TakenAt, Bytes: b.Bytes} }),
	}
	if !s.Next.IsZero() {
		out.NextAt = oas.NewNilDateTime(s.Next)
	}
	if f := s.LastFailure; f != nil {
		out.LastFailure = oas.NewNilBackupFailure(oas.BackupFailure{At: f.At, Reason: f.Reason})
	}
	if t := s.LastTest; t != nil {
		out.LastTest = oas.NewNilBackupTest(oas.BackupTest{At: t.At, Backup: t.Backup, Passed: t.Reason == "", Reason: wire.NonZero(t.Reason),
			Tables: int64(t.Tables), Rows: t.Rows, Seconds: t.Seconds})
	}
	return out
}
