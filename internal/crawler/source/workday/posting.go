package workday

import (
	"cmp"
	"strings"

	"rolecall/internal/crawler/source"
)

// entry is a posting in the list. Its age ("Posted 30+ Days Ago") is not read: it changes every day
// and is not a date.
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
		TimeType            source.Text              `json:"timeType"`
		RemoteType          source.Text              `json:"remoteType"`
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
		Title:         cmp.Or(info.Title, e.Title).String(),
		URL:           cmp.Or(info.ExternalURL.String(), public+e.ExternalPath.String()),
		Description:   info.Description.String(),
		WorkplaceRaw:  cmp.Or(info.RemoteType, e.RemoteType).String(),
		EmploymentRaw: cmp.Or(info.TimeType, e.TimeType).String(),
		PostedAt:      source.ParseTime(info.StartDate.String()),
		Company:       d.Organization.String(),
	}
	p.Workplace = source.ParseWorkplace(p.WorkplaceRaw)
	p.Employment = source.ParseEmployment(p.EmploymentRaw)
	// For several locations the list has "2 Locations"; only the detail names them.
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

// size returns the memory of the entry until its posting is yielded.
func (e entry) size() int {
	const fixed = 500 // the entry, its detail and its path in paths
	texts := append([]source.Text{e.Title, e.ExternalPath, e.LocationsText, e.TimeType, e.RemoteType}, e.BulletFields...)
	return fixed + source.SizeOf(texts...) + 16*len(e.BulletFields)
}

func (e entry) stamp() string {
	fields := []string{e.Title.String(), e.ExternalPath.String(), e.LocationsText.String(), e.TimeType.String(), e.RemoteType.String()}
	for _, b := range e.BulletFields {
		fields = append(fields, b.String())
	}
	return source.Stamp(fields...)
}

// nativeIDs returns the number at the end of each path, which stays the same when the title changes.
// Paths that share a number use their whole last segment.
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
