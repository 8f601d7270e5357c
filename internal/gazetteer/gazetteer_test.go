package gazetteer_test

import (
	"strings"
	"testing"

	"rolecall/internal/gazetteer"
)

func TestFilesAreWhole(t *testing.T) {
	t.Parallel()
	countries, regions, cities, areas := gazetteer.Countries(), gazetteer.Regions(), gazetteer.Cities(), gazetteer.Areas()
	if len(countries) != 249 || len(regions) < 500 || len(cities) < 4000 || len(areas) < 15 {
		t.Errorf("%d countries, %d regions, %d cities, %d areas", len(countries), len(regions), len(cities), len(areas))
	}
}

func TestEveryCityLiesInItsCountry(t *testing.T) {
	t.Parallel()
	count := map[string]int{}
	for _, c := range gazetteer.Cities() {
		count[c.Country]++
		in := len(boxes[c.Country]) == 0
		for _, b := range boxes[c.Country] {
			in = in || b[0] <= c.Lat && c.Lat <= b[1] && b[2] <= c.Lon && c.Lon <= b[3]
		}
		if !in {
			t.Errorf("%s at %v %v is not in %s", c.Names[0], c.Lat, c.Lon, c.Country)
		}
	}
	for country, n := range count {
		if n >= 3 && len(boxes[country]) == 0 {
			t.Errorf("%s has %d cities and no bounding box", country, n)
		}
	}
}

// TestNoTwoPlacesShareCoordinates finds copied values. The names of one place begin alike.
func TestNoTwoPlacesShareCoordinates(t *testing.T) {
	t.Parallel()
	begin := func(name string) string {
		return strings.FieldsFunc(name, func(r rune) bool { return r == ' ' || r == '-' })[0]
	}
	seen := map[[2]float64]string{}
	for _, c := range gazetteer.Cities() {
		at := [2]float64{c.Lat, c.Lon}
		if other, ok := seen[at]; ok && begin(other) != begin(c.Names[0]) {
			t.Errorf("%q and %q have the same coordinates", other, c.Names[0])
		}
		seen[at] = c.Names[0]
	}
}

// boxes bound the countries with three or more cities, generously: south, north, west, east. Some have parts overseas.
var boxes = map[string][][4]float64{
	"AE": {{22.5, 26.5, 51, 56.6}}, "AR": {{-55.2, -21.7, -73.7, -53.5}}, "AT": {{46.3, 49.1, 9.4, 17.3}},
	"AU": {{-44, -10, 112.8, 154}}, "BA": {{42.5, 45.4, 15.7, 19.7}}, "BD": {{20.5, 26.7, 88, 92.8}},
	"BE": {{49.4, 51.6, 2.5, 6.5}}, "BG": {{41.2, 44.3, 22.3, 28.7}}, "BO": {{-23, -9.6, -69.7, -57.4}},
	"BR": {{-33.9, 5.4, -74, -34.7}}, "BY": {{51.2, 56.3, 23.1, 32.8}}, "CA": {{41.6, 70, -141, -52.5}},
	"CH": {{45.8, 47.9, 5.9, 10.6}}, "CL": {{-56, -17.4, -75.8, -66.3}}, "CN": {{18, 53.6, 73.4, 135.1}},
	"CO": {{-4.3, 12.7, -81.8, -66.8}}, "CR": {{8, 11.3, -86, -82.5}}, "CY": {{34.5, 35.8, 32.2, 34.7}},
	"CZ": {{48.5, 51.1, 12, 18.9}}, "DE": {{47.2, 55.1, 5.8, 15.1}}, "DK": {{54.5, 57.8, 8, 15.3}},
	"DO": {{17.4, 20, -72.1, -68.3}}, "EC": {{-5.1, 1.5, -81.2, -75.1}}, "EE": {{57.5, 59.8, 21.7, 28.3}},
	"EG": {{21.9, 31.7, 24.6, 36.9}}, "ES": {{27.6, 43.9, -18.2, 4.4}}, "FI": {{59.7, 70.1, 20.5, 31.6}},
	"FR": {{41.3, 51.2, -5.2, 9.6}, {14.3, 16.6, -61.9, -60.7}, {2, 6, -54.7, -51.5}, {-21.5, -12.6, 44.9, 55.9}},
	"GB": {{49.8, 60.9, -8.2, 1.8}}, "GE": {{41, 43.6, 40, 46.8}}, "GR": {{34.7, 41.8, 19.3, 29.7}},
	"GT": {{13.7, 17.9, -92.3, -88.2}}, "HN": {{12.9, 16.6, -89.4, -83.1}}, "HR": {{42.3, 46.6, 13.4, 19.5}},
	"HU": {{45.7, 48.6, 16.1, 22.9}}, "ID": {{-11.1, 6.1, 95, 141.1}}, "IE": {{51.4, 55.5, -10.7, -5.9}},
	"IL": {{29.4, 33.4, 34.2, 35.9}}, "IN": {{6.7, 35.6, 68, 97.5}}, "IS": {{63.2, 66.7, -24.6, -13.4}},
	"IT": {{35.4, 47.1, 6.6, 18.6}}, "JP": {{24, 45.6, 122.9, 146}}, "KE": {{-4.8, 5.1, 33.9, 41.9}},
	"KR": {{33, 38.7, 125.8, 129.7}}, "KZ": {{40.5, 55.5, 46.4, 87.4}}, "LI": {{47, 47.3, 9.4, 9.7}}, "LT": {{53.8, 56.5, 20.9, 26.9}},
	"LU": {{49.4, 50.2, 5.7, 6.6}}, "LV": {{55.6, 58.1, 20.9, 28.3}}, "MA": {{27.6, 36, -13.3, -0.9}},
	"MT": {{35.7, 36.1, 14.1, 14.7}}, "MX": {{14.4, 32.8, -118.5, -86.6}}, "MY": {{0.8, 7.5, 99.5, 119.4}},
	"NG": {{4.2, 14, 2.6, 14.7}}, "NI": {{10.6, 15.1, -87.8, -82.6}}, "NL": {{50.7, 53.7, 3.3, 7.3}},
	"NO": {{57.9, 71.3, 4.5, 31.2}}, "NZ": {{-47.4, -34.3, 166.3, 178.7}}, "PA": {{7.1, 9.7, -83.1, -77.1}},
	"PE": {{-18.4, 0.1, -81.4, -68.6}}, "PH": {{4.5, 21.2, 116.8, 126.7}}, "PK": {{23.6, 37.1, 60.8, 77.1}},
	"PL": {{49, 54.9, 14.1, 24.2}}, "PR": {{17.8, 18.6, -67.4, -65.2}}, "PT": {{32.3, 42.2, -17.4, -6.1}},
	"PY": {{-27.7, -19.2, -62.7, -54.2}}, "RO": {{43.6, 48.3, 20.2, 29.8}}, "RS": {{42.2, 46.2, 18.8, 23.1}},
	"RU": {{41.1, 70, 27, 180}}, "SA": {{16.3, 32.2, 34.5, 55.7}}, "SE": {{55.3, 69.1, 10.9, 24.2}},
	"SI": {{45.4, 46.9, 13.3, 16.6}}, "SK": {{47.7, 49.7, 16.8, 22.6}}, "SV": {{13.1, 14.5, -90.2, -87.6}},
	"TH": {{5.6, 20.5, 97.3, 105.7}}, "TN": {{30.2, 37.4, 7.5, 11.6}}, "TR": {{35.8, 42.2, 25.6, 44.9}},
	"TW": {{21.8, 25.4, 119.9, 122.1}}, "TZ": {{-11.8, -0.9, 29.3, 40.5}}, "UA": {{44.3, 52.4, 22.1, 40.3}},
	"US": {{24.4, 49.1, -124.8, -66.9}, {18.8, 22.4, -160.4, -154.7}, {54, 71.5, -170, -129.9}},
	"UY": {{-35, -30, -58.5, -53}}, "VE": {{0.6, 12.3, -73.4, -59.7}}, "VN": {{8.4, 23.4, 102.1, 109.5}},
	"ZA": {{-34.9, -22.1, 16.4, 33}},
}
