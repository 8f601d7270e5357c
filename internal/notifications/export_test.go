package notifications

import (
	"time"

	"rolecall/internal/background"
	"rolecall/internal/notifications/channel"
)

// SetMailConcurrency changes how many mails are sent at the same time.
func (s *Service) SetMailConcurrency(n int) { s.mails.Concurrency = n }

// SetBetweenPasses changes when next steps are read between the configured passes.
func (s *Service) SetBetweenPasses(schedule background.Schedule) { s.betweenPasses = schedule }

// SetChannelTimeout changes how long an attempt to send to a channel may take.
func (s *Service) SetChannelTimeout(d time.Duration) {
	sender := channel.NewSender(s.cfg.Channel.AllowPrivate, d)
	sender.Vapid, sender.Now, sender.Agent = s.sender.Vapid, s.sender.Now, s.sender.Agent
	s.sender = sender
}
