package geo_test

import (
	"math"
	"testing"

	"rolecall/internal/jobs/geo"
)

func TestFind(t *testing.T) {
	t.Parallel()
	munich, zurich := [2]float64{48.14, 11.58}, [2]float64{47.37, 8.54}
	for _, c := range []struct {
		city, country string
		want          [2]float64
	}{
		{"Munich", "Germany", munich},
		{"MÜNCHEN", "DE", munich},
		{"Muenchen", "deu", munich},
		{" munchen ", "", munich},
		{"Zürich", "Switzerland", zurich},
		{"Zuerich", "Schweiz", zurich},
		{"Kobenhavn", "Denmark", [2]float64{55.68, 12.57}},
		{"Saint Etienne", "France", [2]float64{45.44, 4.39}},
		{"St.Gallen", "CH", [2]float64{47.42, 9.37}},
		{"Xian", "China", [2]float64{34.27, 108.95}},
		{"東京", "", [2]float64{35.68, 139.69}},
		{"Luxembourg", "Luxembourg", [2]float64{49.61, 6.13}},
		{"London", "", [2]float64{51.51, -0.13}},
		{"London", "Canada", [2]float64{42.98, -81.25}},
		{"Cambridge", "United States", [2]float64{42.37, -71.11}},
		{"Louisville", "US", [2]float64{38.25, -85.76}},
		{"Louisville", "Colorado, US", [2]float64{39.98, -105.13}},
		{"Springfield (Illinois)", "USA", [2]float64{39.80, -89.64}},
		{"Springfield", "Illinois", [2]float64{39.80, -89.64}},
	} {
		if lat, lon, ok := geo.Find(c.city, c.country); !ok || lat != c.want[0] || lon != c.want[1] {
			t.Errorf("Find(%q, %q) = %v %v %v, want %v", c.city, c.country, lat, lon, ok, c.want)
		}
	}
	for _, c := range [][2]string{{"", ""}, {"", "Germany"}, {"Nowhere", ""}, {"Munich", "France"}, {"Munich", "Atlantis"}} {
		if lat, lon, ok := geo.Find(c[0], c[1]); ok {
			t.Errorf("Find(%q, %q) = %v %v, want none", c[0], c[1], lat, lon)
		}
	}
}

func TestLookup(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][2]float64{
		"Berlin":                      {52.52, 13.41},
		"Berlin, Germany":             {52.52, 13.41},
		"zürich,Schweiz":              {47.37, 8.54},
		"Paris":                       {48.86, 2.35},
		"Paris, Texas":                {33.66, -95.56},
		"Portland, ME":                {43.66, -70.26},
		"Portland, Maine, USA":        {43.66, -70.26},
		"Athens, Georgia":             {33.96, -83.38},
		"Tbilisi, Georgia":            {41.72, 44.79},
		"San Diego, CA":               {32.72, -117.16},
		"London, CA":                  {42.98, -81.25},
		"Washington, D.C.":            {38.91, -77.04},
		"Washington DC, USA":          {38.91, -77.04},
		"Frankfurt (Oder), Germany":   {52.35, 14.55},
		"Frankfurt am Main, Germany,": {50.11, 8.68},
	} {
		if lat, lon, ok := geo.Lookup(text); !ok || lat != want[0] || lon != want[1] {
			t.Errorf("Lookup(%q) = %v %v %v, want %v", text, lat, lon, ok, want)
		}
	}
	for _, text := range []string{"", ",", "Berlin, France", "Germany", ", Germany"} {
		if lat, lon, ok := geo.Lookup(text); ok {
			t.Errorf("Lookup(%q) = %v %v, want none", text, lat, lon)
		}
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, to string
		want     float64
	}{
		{"Zurich", "Winterthur", 20},
		{"Berlin", "Potsdam", 27},
		{"London", "Reading", 58},
		{"New York", "Newark", 14},
		{"Copenhagen", "Malmö", 28},
		{"Geneva", "Lausanne", 51},
		{"Vienna", "Bratislava", 55},
		{"Munich", "Augsburg", 57},
		{"San Francisco", "San Jose", 67},
		{"Mumbai", "Pune", 120},
		{"Buenos Aires", "Montevideo", 205},
		{"Paris", "London", 344},
		{"Tokyo", "Osaka", 397},
		{"Madrid", "Barcelona", 505},
		{"Sydney", "Melbourne", 714},
		{"Cape Town", "Johannesburg", 1262},
		{"New York", "Los Angeles", 3936},
		{"Auckland", "Santiago, Chile", 9660}, // across the date line
	} {
		lat1, lon1, ok1 := geo.Lookup(c.from)
		lat2, lon2, ok2 := geo.Lookup(c.to)
		if got := geo.Distance(lat1, lon1, lat2, lon2); !ok1 || !ok2 || math.Abs(got-c.want) > 0.15*c.want {
			t.Errorf("%s to %s: %.0f km (found %v, %v), want about %.0f", c.from, c.to, got, ok1, ok2, c.want)
		}
	}
	if got := geo.Distance(52.52, 13.41, 52.52, 13.41); got != 0 {
		t.Errorf("distance to itself: %v, want 0", got)
	}
	if got := geo.Distance(0, 0, 0, 180); math.Abs(got-20015) > 1 {
		t.Errorf("half around the globe: %v", got)
	}
}
