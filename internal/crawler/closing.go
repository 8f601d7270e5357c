package crawler

// Guard: what a pull that proved itself complete may still be wrong about.
const (
	guardedFrom = 20 // open postings from which on losing more than half is suspicious
)

// suspicious reports whether closing so many of the open postings needs a second opinion. All of a board vanishing at
// once is more often a fault of the board than the truth, however small it is.
func suspicious(open, missing int) bool {
	if missing == 0 {
		return false
	}
	return missing == open || open >= guardedFrom && 2*missing > open
}

// closing is what a complete pull does to the postings it did not find.
type closing struct {
	agreed int  // missing at the doubted pull before this one as well: they close
	fresh  bool // the ones missing for the first time close too
}

// judge decides over the missing postings of a complete pull. Agreed is how many of them were already missing at a pull
// that was doubted; on what is left the guard is put up again.
func judge(open, missing, agreed int) closing {
	return closing{agreed: agreed, fresh: !suspicious(open-agreed, missing-agreed)}
}
