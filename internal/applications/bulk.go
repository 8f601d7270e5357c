package applications

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/applications/oas"
	"rolecall/internal/applications/store"
	"rolecall/internal/fault"
	"rolecall/internal/pg"
	"rolecall/internal/wire"
)

var (
	errNoBulk = fault.New(fault.NotFound, "",
		"This change cannot be undone: it was undone already, or was made more than ten minutes ago.")
	errTooManyTags = fault.New(fault.Conflict, "Limit Reached", "An application can have 20 tags.")
)

// bulk is a change of many applications.
type bulk struct {
	action oas.BulkAction
	status oas.ApplicationStatus // target of move
	tag    string                // tag of tag and untag
	at     time.Time
}

// bulkItem is an application that a bulk changed, with what undoing it needs.
type bulkItem struct {
	ID       uuid.UUID `json:"id"`
	Position int32     `json:"position,omitempty"` // position in the timeline of the row that a move added
}

func readBulk(req *oas.BulkChange, now time.Time) (bulk, error) {
	b := bulk{action: req.Action, at: now}
	var err error
	switch req.Action {
	case oas.BulkActionMove:
		b.status, err = parseStatus(req.Status.Or(""))
	case oas.BulkActionTag, oas.BulkActionUntag:
		if b.tag = tidyTag(req.Tag.Or("")); b.tag == "" {
			err = fault.InvalidField("tag", "The tag is missing or blank.")
		}
	case oas.BulkActionArchive, oas.BulkActionUnarchive, oas.BulkActionDelete:
	}
	return b, err
}

// ChangeMany makes one change to many applications of the user, all or none.
func (s *Service) ChangeMany(ctx context.Context, user uuid.UUID, req *oas.BulkChange) (*oas.BulkResult, error) {
	b, err := readBulk(req, s.now())
	if err != nil {
		return nil, err
	}
	out := &oas.BulkResult{ID: uuid.Must(uuid.NewV7())}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		rows, err := s.lockMany(ctx, tx, user, req.Ids)
		if err != nil {
			return err
		}
		var items []bulkItem
		// From the last to the first: each one moved goes on top, so the first named is the topmost in the end.
		for _, id := range slices.Backward(req.Ids) {
			a, ok := rows[id]
			if !ok {
				continue
			}
			delete(rows, id) // an id that is named twice
			item, changed, err := s.changeOne(ctx, tx, a, b)
			if err != nil {
				return err
			}
			if changed {
				items = append(items, item)
			}
		}
		out.Changed = len(items)
		kept, err := json.Marshal(items)
		if err != nil {
			return fmt.Errorf("encode what was changed: %w", err)
		}
		return s.q.AddBulk(ctx, tx, store.AddBulkParams{
			ID: out.ID, UserID: user, Action: string(b.action), Tag: nonEmpty(b.tag), MadeAt: b.at, Items: kept,
		})
	})
	return out, pg.Fault(pg.Wrap("change many applications", err))
}

func (s *Service) lockMany(ctx context.Context, tx pgx.Tx, user uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]store.Application, error) {
	rows, err := s.q.LockApplications(ctx, tx, store.LockApplicationsParams{UserID: user, Ids: ids})
	byID := make(map[uuid.UUID]store.Application, len(rows))
	for _, a := range rows {
		byID[a.ID] = a
	}
	return byID, err
}

// changeOne changes one application and reports whether there was something to change.
func (s *Service) changeOne(ctx context.Context, tx pgx.Tx, a store.Application, b bulk) (bulkItem, bool, error) {
	item := bulkItem{ID: a.ID}
	var err error
	switch b.action {
	case oas.BulkActionMove:
		if a.Status == string(b.status) {
			return item, false, nil
		}
		rank, err := s.q.TopRank(ctx, tx, a.UserID)
		if err != nil {
			return item, false, err
		}
		item.Position, err = s.move(ctx, tx, a, b.status, rank, b.at)
		return item, true, err
	case oas.BulkActionTag, oas.BulkActionUntag:
		if hasTag(a.Tags, b.tag) == (b.action == oas.BulkActionTag) {
			return item, false, nil
		}
		err = s.setTag(ctx, tx, a, b.tag, b.action == oas.BulkActionTag, b.at)
	case oas.BulkActionArchive, oas.BulkActionUnarchive:
		if (a.ArchivedAt != nil) == (b.action == oas.BulkActionArchive) {
			return item, false, nil
		}
		err = s.setArchived(ctx, tx, a, b.action == oas.BulkActionArchive, b.at)
	case oas.BulkActionDelete:
		err = s.remove(ctx, tx, a, b.at)
	}
	return item, true, err
}

// UndoMany takes a change of many applications back. What was changed again since then stays.
func (s *Service) UndoMany(ctx context.Context, user, id uuid.UUID) (*oas.BulkResult, error) {
	now, out := s.now(), &oas.BulkResult{ID: id}
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		done, err := s.q.TakeBulk(ctx, tx, store.TakeBulkParams{ID: id, UserID: user, Since: now.Add(-undoWindow)})
		if err != nil {
			return err
		}
		var items []bulkItem
		if err := json.Unmarshal(done.Items, &items); err != nil {
			return fmt.Errorf("decode what was changed: %w", err)
		}
		ids := make([]uuid.UUID, len(items))
		for i, item := range items {
			ids[i] = item.ID
		}
		rows, err := s.lockMany(ctx, tx, user, ids)
		if err != nil {
			return err
		}
		b := bulk{action: oas.BulkAction(done.Action), at: now}
		if done.Tag != nil {
			b.tag = *done.Tag
		}
		for _, item := range items {
			a, there := rows[item.ID]
			if there == (b.action == oas.BulkActionDelete) {
				continue
			}
			a.ID, a.UserID = item.ID, user
			err := s.undoOne(ctx, tx, a, item, b)
			switch {
			case err == nil:
				out.Changed++
			case !errors.Is(err, errNotUndoable) && !errors.Is(err, pgx.ErrNoRows):
				return err
			}
		}
		return nil
	})
	return out, pg.Fault(pg.Wrap("undo a change of many applications", err), pg.Absent(errNoBulk),
		pg.On("application_one_per_posting", errAlreadyTracked))
}

// undoOne takes back what a bulk did to one application. Of a deleted one only the id is known.
func (s *Service) undoOne(ctx context.Context, tx pgx.Tx, a store.Application, item bulkItem, b bulk) error {
	switch b.action {
	case oas.BulkActionMove:
		return s.undoMove(ctx, tx, a, item.Position, b.at)
	case oas.BulkActionTag, oas.BulkActionUntag:
		return s.setTag(ctx, tx, a, b.tag, b.action == oas.BulkActionUntag, b.at)
	case oas.BulkActionArchive, oas.BulkActionUnarchive:
		return s.setArchived(ctx, tx, a, b.action == oas.BulkActionUnarchive, b.at)
	case oas.BulkActionDelete:
		_, err := s.restore(ctx, tx, a.UserID, a.ID, b.at)
		return err
	}
	return nil
}

func (s *Service) setArchived(ctx context.Context, tx pgx.Tx, a store.Application, archived bool, now time.Time) error {
	return s.q.SetArchived(ctx, tx, store.SetArchivedParams{ID: a.ID, UserID: a.UserID, ArchivedAt: wire.Optional(now, archived), At: now})
}

// setTag adds a tag or takes it away.
func (s *Service) setTag(ctx context.Context, tx pgx.Tx, a store.Application, tag string, add bool, now time.Time) error {
	tags := slices.DeleteFunc(slices.Clone(a.Tags), func(t string) bool { return strings.EqualFold(t, tag) })
	if add {
		tags = append(tags, tag)
	}
	if len(tags) > maxTags {
		return errTooManyTags
	}
	return s.q.SetTags(ctx, tx, store.SetTagsParams{ID: a.ID, UserID: a.UserID, Tags: tags, At: now})
}

func hasTag(tags []string, tag string) bool {
	return slices.ContainsFunc(tags, func(t string) bool { return strings.EqualFold(t, tag) })
}

// tidyTag returns a tag as it is stored: on one line, with single spaces.
func tidyTag(tag string) string { return strings.Join(strings.Fields(tag), " ") }

// tidyTags returns tags as they are stored. Of two that differ only in case the first stays.
func tidyTags(given []oas.Tag) ([]string, error) {
	tags := []string{}
	for _, t := range given {
		tag := tidyTag(string(t))
		if tag == "" {
			return nil, fault.InvalidField("tags", "A tag is blank.")
		}
		if !hasTag(tags, tag) {
			tags = append(tags, tag)
		}
	}
	return tags, nil
}
