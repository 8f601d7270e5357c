package notifications

import "rolecall/internal/background"

// SetMailConcurrency changes how many mails are sent at the same time.
func (s *Service) SetMailConcurrency(n int) { s.mails.Concurrency = n }

// SetBetweenPasses changes when next steps are read between the configured passes.
func (s *Service) SetBetweenPasses(schedule background.Schedule) { s.betweenPasses = schedule }
