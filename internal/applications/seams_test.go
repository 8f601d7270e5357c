package applications

import "time"

// SetImportWait changes how long an import waits for its turn.
func SetImportWait(s *Service, d time.Duration) { s.importWait = d }
