package notifications

// SetMailConcurrency changes how many mails leave at a time.
func (s *Service) SetMailConcurrency(n int) { s.post.Concurrency = n }
