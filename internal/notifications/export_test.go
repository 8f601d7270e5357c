package notifications

import "rolecall/internal/background"

// SetMailConcurrency changes how many mails leave at a time.
func (s *Service) SetMailConcurrency(n int) { s.post.Concurrency = n }

// SetBetweenPasses changes when next steps are looked at between the passes of the configuration.
func (s *Service) SetBetweenPasses(schedule background.Schedule) { s.betweenPasses = schedule }
