package successfactors

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "career5.successfactors.eu/Emberworks"},
		sourcetest.Files("GET /career?company=Emberworks&career_ns=job_listing_summary&resultType=XML", ".xml", "board", "undated", "cut", "empty", "unknown-board"))
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://career5.successfactors.eu/career?company=Emberworks":                    "career5.successfactors.eu/Emberworks",
		"https://Career4.SuccessFactors.com/careers?company=ember_P&career_job_req_id=7": "career4.successfactors.com/ember_P",
		"https://career41.sapsf.com/sfcareer/jobreqcareer?jobId=7&company=ember":         "career41.sapsf.com/ember",
		"https://career5.successfactors.eu/career":                                       "",
		"https://successfactors.eu.example/career?company=x":                             "",
	})
	sourcetest.BadTokens(t, Source{}, "", "career5.successfactors.eu", "career5.successfactors.eu/", "evil.example/x",
		"career5.successfactors.eu/a&b", "career5.successfactors.eu/a/b")
}

func FuzzRead(f *testing.F) {
	sourcetest.Fuzz(f, Source{}, "career5.successfactors.eu/Emberworks", "*.xml")
}
