package notifications

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"rolecall/internal/background"
	"rolecall/internal/notifications/store"
	"rolecall/internal/pg"
)

// mailGhosted writes the due mails about ghosted applications: one per user, about all applications of the run. It skips a
// user while another process is still working on their applications.
func (s *Service) mailGhosted(ctx context.Context) error {
	for after := uuid.Nil; !background.Stopping(ctx); {
		users, err := s.q.GhostedMailUsers(ctx, s.db, store.GhostedMailUsersParams{After: after, Now: s.now(), Batch: lookupSize})
		if err != nil {
			return pg.Fault(fmt.Errorf("read due mails about ghosted applications: %w", err))
		}
		if len(users) == 0 {
			return nil
		}
		after = users[len(users)-1]
		if err := s.mailGhostedTo(ctx, users); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (s *Service) mailGhostedTo(ctx context.Context, users []uuid.UUID) error {
	ended, err := s.mailEnded(ctx, users)
	if err != nil {
		return err
	}
	book := addressBook{}
	if err := s.lookUp(ctx, book, slices.DeleteFunc(slices.Clone(users), func(u uuid.UUID) bool { return ended[u] })); err != nil {
		s.log.WarnContext(ctx, "addresses not looked up, mails wait", "task", taskGhosted, "error", err)
	}
	for _, user := range users {
		address, reachable := book.find(user)
		err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			alerts, err := s.q.TakeGhostedMail(ctx, tx, user)
			if err != nil || len(alerts) == 0 {
				return err
			}
			switch {
			case ended[user]:
				s.meters.count(taskGhosted, outcomeUnwanted, 1)
				return nil
			case !reachable:
				s.log.WarnContext(ctx, "mail of a ghosted alert dropped: no address", "user_id", user)
				s.meters.count(taskGhosted, outcomeNoAddress, 1)
				return nil
			}
			return s.enqueueGhosted(ctx, tx, user, address, alerts)
		})
		if err != nil {
			return pg.Fault(fmt.Errorf("write mail about ghosted applications: %w", err))
		}
	}
	return nil
}

func (s *Service) enqueueGhosted(ctx context.Context, tx pgx.Tx, user uuid.UUID, address string, alerts []store.GhostedAlert) error {
	slices.SortFunc(alerts, func(a, b store.GhostedAlert) int {
		return cmp.Or(a.LastActivityAt.Compare(b.LastActivityAt), bytes.Compare(a.ID[:], b.ID[:]))
	})
	var items []ghostedItem
	for _, a := range alerts {
		items = append(items, ghostedItem{Application: a.ApplicationID, JobTitle: a.JobTitle, Company: a.Company, Since: a.LastActivityAt})
	}
	e, err := mailEntry("ghosted/"+alerts[0].ID.String(), user, s.now(), mailContent{
		To: address, Ghosted: &ghostedMail{ghostedItem: items[0], More: items[1:]},
	})
	if err != nil {
		return err
	}
	return s.box.Add(ctx, tx, e)
}
