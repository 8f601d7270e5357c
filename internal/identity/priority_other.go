//go:build !linux

package identity

// lowerPriority does nothing where a priority is that of the whole process.
func lowerPriority() {}
