package ukg

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

const token = "recruiting2.ultipro.com/EMB1000/0b9f6c1e-5f0e-4d53-8a2b-3f1c5d7e9a11"

func TestGolden(t *testing.T) {
	t.Parallel()
	const board = " /EMB1000/JobBoard/0b9f6c1e-5f0e-4d53-8a2b-3f1c5d7e9a11/"
	sourcetest.Golden(t, Source{}, source.Board{Token: token}, map[string]sourcetest.Site{
		"board": {
			"POST" + board + "JobBoardView/LoadSearchResults":    {{File: "list.json"}},
			"GET" + board + "OpportunityDetail?opportunityId=a1": {{File: "detail.html"}},
			"GET" + board + "OpportunityDetail?opportunityId=a2": {{File: "bare.html"}},
			"GET" + board + "OpportunityDetail?opportunityId=a3": {{File: "sign.html"}},
		},
		"unknown-board": {"POST" + board + "JobBoardView/LoadSearchResults": {{File: "unknown-board.json"}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://recruiting2.ultipro.com/EMB1000/JobBoard/0B9F6C1E-5f0e-4d53-8a2b-3f1c5d7e9a11/?q=&o=postedDateDesc":               token,
		"https://recruiting2.ultipro.com/EMB1000/JobBoard/0b9f6c1e-5f0e-4d53-8a2b-3f1c5d7e9a11/OpportunityDetail?opportunityId=a1": token,
		"https://recruiting2.ultipro.com/EMB1000":                                 "",
		"https://www.ultipro.com/a/JobBoard/0b9f6c1e-5f0e-4d53-8a2b-3f1c5d7e9a11": "",
	})
	sourcetest.BadTokens(t, Source{}, "", "recruiting.ultipro.com/EMB1000", "recruiting.ultipro.com/EMB1000/x",
		"evil.example/EMB1000/0b9f6c1e-5f0e-4d53-8a2b-3f1c5d7e9a11")
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, token, "*.*") }
