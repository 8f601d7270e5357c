package oracle

import (
	"fmt"
	"testing"

	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/sourcetest"
)

const (
	api    = "GET /hcmRestApi/resources/latest/recruitingCEJobRequisition"
	list   = api + "s?onlyData=true&expand=requisitionList&finder=findReqs;siteNumber=CX_2001,limit=200,offset=0,sortBy=POSTING_DATES_DESC"
	single = api + "Details?onlyData=true&expand=all&finder=ById;Id=%%22%d%%22,siteNumber=CX_2001"
)

func TestGolden(t *testing.T) {
	t.Parallel()
	sourcetest.Golden(t, Source{}, source.Board{Token: "ember.fa.us2.oraclecloud.com/CX_2001"}, map[string]sourcetest.Site{
		"board": {
			list:                        {{File: "list.json"}},
			fmt.Sprintf(single, 300012): {{File: "detail.json"}},
			fmt.Sprintf(single, 300013): {{File: "bare.json"}},
			fmt.Sprintf(single, 300014): {{File: "empty.json"}},
		},
		"empty":      {list: {{File: "empty.json"}}},
		"unexpanded": {list: {{File: "unexpanded.json"}}},
	})
}

func TestAddresses(t *testing.T) {
	t.Parallel()
	sourcetest.Addresses(t, Source{}, map[string]string{
		"https://ember.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/en/sites/CX_2001":               "ember.fa.us2.oraclecloud.com/CX_2001",
		"https://ember.fa.us2.oraclecloud.com/hcmUI/CandidateExperience/de/sites/Ember-Jobs/job/300012": "ember.fa.us2.oraclecloud.com/Ember-Jobs",
		"https://ember.fa.us2.oraclecloud.com/hcmUI/":                                                   "",
		"https://ember.example/hcmUI/CandidateExperience/en/sites/CX_1":                                 "",
	})
	sourcetest.BadTokens(t, Source{}, "", "CX_1", "ember.example/CX_1", "ember.fa.us2.oraclecloud.com/",
		"ember.fa.us2.oraclecloud.com/a/b", "oraclecloud.com/CX_1", "ember.fa.us2.oraclecloud.com/a,limit=1")
}

func FuzzRead(f *testing.F) {
	sourcetest.Fuzz(f, Source{}, "ember.fa.us2.oraclecloud.com/CX_1", "*.json")
}
