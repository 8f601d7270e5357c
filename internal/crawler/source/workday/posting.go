package workday

import (
	"strings"

	"rolecall/internal/crawler/source"
)

// entry is a posting in the list. Its age ("Posted 30+ Days Ago") is not read: it moves every day
// and is no date.
type entry struct {
	Title         source.Text              `json:"title"`
	ExternalPath  source.Text              `json:"externalPath"`
	LocationsText source.Text              `json:"locationsText"`
	TimeType      source.Text              `json:"timeType"`
	RemoteType    source.Text              `json:"remoteType"`
	BulletFields  source.List[source.Text] `json:"bulletFields"`
}

type detail struct {
	Info source.Loose[struct {
		Title               source.Text              `json:"title"`
		Description         source.Text              `json:"jobDescription"`
		Location            source.Text              `json:"location"`
		AdditionalLocations source.List[source.Text] `json:"additionalLocations"`
		StartDate           source.Text              `json:"startDate"`
		EndDate             source.Text              `json:"endDate"`
		TimeType            source.Text              `json:"timeType"`
		RemoteType          source.Text              `json:"remoteType"`
		JobReqID            source.Text              `json:"jobReqId"`
		Country             source.Text              `json:"country"`
		RequisitionLocation source.Loose[struct {
			Country source.Loose[struct {
				Alpha2 source.Text `json:"alpha2Code"`
			}] `json:"country"`
		}] `json:"jobRequisitionLocation"`
		ExternalURL source.Text `json:"externalUrl"`
	}] `json:"jobPostingInfo"`
	Organization source.Text `json:"hiringOrganization"`
}

func (e entry) posting(d detail, public string) source.Posting {
	info := d.Info.V
	p := source.Posting{
		Title:         first(info.Title, e.Title),
		URL:           first(info.ExternalURL, source.Text(public+e.ExternalPath.String())),
		Description:   info.Description.String(),
		WorkplaceRaw:  first(info.RemoteType, e.RemoteType),
		EmploymentRaw: first(info.TimeType, e.TimeType),
		PostedAt:      source.ParseTime(info.StartDate.String()),
		ClosesAt:      source.ParseTime(info.EndDate.String()),
		Company:       d.Organization.String(),
		Reference:     info.JobReqID.String(),
	}
	p.ApplyURL = strings.TrimRight(p.URL, "/") + "/apply"
	p.Workplace = source.ParseWorkplace(p.WorkplaceRaw)
	p.Employment = source.ParseEmployment(p.EmploymentRaw)
	// The list says "2 Locations" where the detail has their names.
	p.Locations = []string{info.Location.String()}
	for _, l := range info.AdditionalLocations {
		p.Locations = append(p.Locations, l.String())
	}
	if info.Location == "" {
		p.Locations = append(p.Locations, e.LocationsText.String())
	}
	p.Places = []source.Place{{
		Country:     info.Country.String(),
		CountryCode: info.RequisitionLocation.V.Country.V.Alpha2.String(),
		Primary:     true,
	}}
	return p
}

// size is what the entry takes until its posting is handed over.
func (e entry) size() int {
	const fixed = 500 // the entry, its place in the list of details and among the known paths
	return fixed + source.SizeOf(e.Title, e.ExternalPath, e.LocationsText, e.TimeType, e.RemoteType) + source.SizeOf(e.BulletFields...) + 16*len(e.BulletFields)
}

func (e entry) stamp() string {
	fields := []string{e.Title.String(), e.ExternalPath.String(), e.LocationsText.String(), e.TimeType.String(), e.RemoteType.String()}
	for _, b := range e.BulletFields {
		fields = append(fields, b.String())
	}
	return source.Stamp(fields...)
}

// nativeIDs takes the number at the end of each path, which outlives a change of title. Where
// two paths share it, all of them keep their whole last part.
func nativeIDs(entries []entry) []string {
	count := map[string]int{}
	for _, e := range entries {
		count[requisition(e.tail())]++
	}
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = requisition(e.tail())
		if out[i] == "" || count[out[i]] > 1 {
			out[i] = e.tail()
		}
	}
	return out
}

func (e entry) tail() string {
	path := strings.TrimRight(e.ExternalPath.String(), "/")
	return path[strings.LastIndex(path, "/")+1:]
}

func requisition(tail string) string {
	i := strings.LastIndex(tail, "_")
	if i < 0 || !strings.ContainsAny(tail[i+1:], "0123456789") {
		return ""
	}
	return tail[i+1:]
}

func first(texts ...source.Text) string {
	for _, t := range texts {
		if t != "" {
			return t.String()
		}
	}
	return ""
}
