package crawler

// guardedFrom is the size of a board from which on losing more than half of it is suspicious.
const guardedFrom = 20

// suspicious reports whether closing so many of the open postings needs a second opinion, although the pull proved itself
// complete. All of a board vanishing at once is more often a fault of the board than the truth, however small it is.
func suspicious(open, missing int) bool {
	if missing == 0 {
		return false
	}
	return missing == open || open >= guardedFrom && 2*missing > open
}
