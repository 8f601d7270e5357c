package auth

// Cached is how many tokens are remembered, and how many at most.
func (v *Verifier) Cached() (n, limit int) { return v.cache.Len(), cacheSize }
