package applications

import "time"

// SetImportWait changes how long an import waits for a slot.
func SetImportWait(s *Service, d time.Duration) { s.importWait = d }
