package paylocity

import (
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

const token = "c1d2e3f4-0432-453f-b229-869d786bb46c"

func TestGolden(t *testing.T) {
	t.Parallel()
	const feed, page = "GET /recruiting/v2/api/feed/jobs/" + token, "GET /Recruiting/Jobs/All/" + token
	sourcetest.Golden(t, Source{}, source.Board{Token: token}, map[string]sourcetest.Site{
		"board": {feed: {{File: "board.json"}}},
		// The board's id is not the key of its feed, and one posting vanished since the page was made.
		"page":          {page: {{File: "page.html"}}, "GET /Recruiting/Jobs/Details/3001": {{File: "detail.html"}}},
		"unknown-board": {page: {{Status: 302, Header: map[string]string{"Location": "/recruiting/JobNotFound"}}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://recruiting.paylocity.com/recruiting/jobs/All/C1D2E3F4-0432-453f-b229-869d786bb46c/Emberworks-LLC": token,
		"https://recruiting.paylocity.com/recruiting/v2/api/feed/jobs/" + token:                                    token,
		"https://recruiting.paylocity.com/Recruiting/Jobs/Details/3001":                                            "",
		"https://www.paylocity.com/" + token:                                                                       "",
	})
	sourcetest.BadTokens(t, Source{}, "", "emberworks", token+"/x", "../"+token)
}

func FuzzRead(f *testing.F) { sourcetest.Fuzz(f, Source{}, token, "*.*") }
