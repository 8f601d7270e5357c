package enrich

import (
	"encoding/json"
	"testing"
)

func TestSmoke(t *testing.T) {
	f := Posting(Input{Title: "Senior Go Engineer (m/w/d)", Locations: []string{"Berlin, Germany or Remote"}, Description: `<h3>About us</h3><p>We raised $20M in our Series A and love R&amp;D.</p>
<h3>Your profile</h3><ul><li>5+ years of experience with Go or Rust</li><li>Fluent English, German is a plus</li><li>PostgreSQL, Kubernetes, C++ and C#</li></ul>
<h3>What we offer</h3><ul><li>Salary: 70.000 – 90.000 € per year plus bonus</li><li>Learning budget of €1,000 per year</li></ul>`})
	b, _ := json.MarshalIndent(f, "", " ")
	t.Logf("%s", b)
}
