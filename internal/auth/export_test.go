package auth

// Cached returns the number of cached tokens and its limit.
func (v *Verifier) Cached() (n, limit int) { return v.cache.Len(), cacheSize }
