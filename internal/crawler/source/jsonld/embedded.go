package jsonld

import (
	"bytes"
	"encoding/json"
	"strings"

	"rolecall/internal/crawler/source"
)

// phenom introduces the data of a page of a Phenom career site, whose JSON-LD often lacks title and text.
var phenom = []byte("phApp.ddo =")

// embedded reads the posting in a script of a Phenom site. It fills what the page's JSON-LD leaves out.
func (pg *page) embedded(script []byte) {
	at := bytes.Index(script, phenom)
	if at < 0 || len(script) > source.MaxBlock {
		return
	}
	var data struct {
		JobDetail struct {
			Data struct {
				Job source.Loose[struct {
					Title       source.Text `json:"title"`
					Description source.Text `json:"description"`
					Place       source.Text `json:"cityStateCountry"`
					ReqID       source.Text `json:"reqId"`
					PostedDate  source.Text `json:"postedDate"`
				}] `json:"job"`
			} `json:"data"`
		} `json:"jobDetail"`
	}
	if json.NewDecoder(bytes.NewReader(script[at+len(phenom):])).Decode(&data) != nil || !data.JobDetail.Data.Job.OK {
		return
	}
	job := data.JobDetail.Data.Job.V
	pg.detail = node{}
	for key, value := range map[string]source.Text{
		"title": job.Title, "description": job.Description, "jobLocation": job.Place, "identifier": job.ReqID, "datePosted": job.PostedDate,
	} {
		if text := strings.TrimSpace(value.String()); text != "" {
			pg.detail[key] = text
		}
	}
}
