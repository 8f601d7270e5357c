package place

import "strings"

// provinces are those that are called like their capital, by country: behind another town they say where it lies
// ("Vigo, Pontevedra"), while two capitals are two places ("Barcelona, Madrid").
var provinces = func() map[[2]string]bool {
	out := map[[2]string]bool{}
	for line := range strings.Lines(capitals) {
		country, names, _ := strings.Cut(strings.TrimSpace(line), " ")
		for n := range strings.SplitSeq(names, "|") {
			out[[2]string{country, n}] = true
		}
	}
	return out
}()

const capitals = `ES A Coruña|Albacete|Alicante|Almería|Ávila|Badajoz|Barcelona|Bilbao|Burgos|Cáceres|Cádiz|Castellón|Castellón de la Plana
ES Ciudad Real|Córdoba|Cuenca|Girona|Granada
ES Guadalajara|Huelva|Huesca|Jaén|León|Lleida|Lugo|Madrid|Málaga|Murcia|Ourense|Palencia
ES Pontevedra|Salamanca|Segovia|Seville|Soria|Tarragona|Teruel|Toledo|Valencia
ES Valladolid|Zamora|Zaragoza|Las Palmas|Santa Cruz de Tenerife|Palma|Palma de Mallorca
AR Buenos Aires|Córdoba|Santa Fe|Mendoza|Salta|Tucumán|Neuquén|San Juan|San Luis|Corrientes|Formosa|Santiago del Estero
MX Puebla|Querétaro|San Luis Potosí|Aguascalientes|Chihuahua|Veracruz|Oaxaca|Guanajuato|Zacatecas|Durango|Colima|Campeche|Tlaxcala
CL Valparaíso|Antofagasta|Coquimbo|Santiago
PE Lima|Arequipa|Cusco|Piura|Ica|Tacna|Moquegua|Puno|Cajamarca|Ayacucho|Huánuco|Tumbes|Callao|Junín
EC Loja|Esmeraldas
UY Montevideo|Canelones|Maldonado|Salto|Paysandú|Rivera|Rocha|Durazno|Tacuarembó
BO La Paz|Cochabamba|Tarija|Potosí|Oruro
CR San José|Heredia|Alajuela|Cartago|Puntarenas|Limón
CH Zurich|Geneva|Basel|Bern|Lucerne|Zug|St. Gallen|Fribourg|Neuchâtel|Solothurn|Schaffhausen|Glarus|Schwyz
AT Salzburg
DE Bremen
FR Mayenne
BE Brussels|Liège|Namur|Antwerp
NL Utrecht|Groningen
PT Lisbon|Porto|Braga|Aveiro|Faro|Coimbra|Leiria|Setúbal
IE Cork|Galway|Limerick|Waterford|Kilkenny|Wexford|Sligo|Carlow|Cavan|Monaghan|Longford|Roscommon`

// metropolises give their name to a province and have districts besides: an unknown name before one is as likely a
// district of the city.
var metropolises = map[string]bool{
	"Madrid": true, "Barcelona": true, "Valencia": true, "Seville": true, "Zaragoza": true, "Bilbao": true, "Palma": true,
	"Buenos Aires": true, "Santiago": true, "Lima": true, "Montevideo": true, "San José": true, "Zurich": true, "Geneva": true, "Basel": true,
	"Bern": true, "Brussels": true, "Antwerp": true, "Lisbon": true, "Porto": true, "Bremen": true}

// province reports whether a city behind a comma is rather the province of the town just read.
func (p *parser) province(rs []reading) bool {
	c := p.cur
	another := len(p.done) > 0 && p.done[len(p.done)-1].segment == p.segment
	if !p.comma || len(c.cities) == 0 || c.explicit || c.segment != p.segment || another {
		return false
	}
	for _, town := range c.cities {
		capital := provinces[[2]string{town.country, town.name}]
		for _, r := range rs {
			if capital && r.kind == aCity && r.country == town.country {
				return false
			}
			if !capital && r.kind == aCity && r.country == town.country && agrees(r.region, town.region) && provinces[[2]string{r.country, r.name}] {
				p.cur.cities, p.cur.city = filter(c.cities, town.country, town.region), town.name
				return true
			}
		}
	}
	return false
}

// vouches reports whether the name of a city stands for the province around it, behind a town that is not known:
// "Villa Gesell, Mendoza". Of a metropolis it rather stands for the city, whose district comes first.
func vouches(r reading) bool {
	return r.kind == aCity && provinces[[2]string{r.country, r.name}] && !metropolises[r.name]
}
