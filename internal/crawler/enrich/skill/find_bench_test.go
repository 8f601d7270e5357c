package skill

import (
	"strings"
	"testing"

	"rolecall/internal/crawler/enrich/text"
)

// BenchmarkFind measures a posting of typical length, about 4 KB.
func BenchmarkFind(b *testing.B) {
	items := "<h3>Your tasks</h3><ul>" + strings.Repeat("<li>Assemble, test and repair hydraulic pumps together with two colleagues</li>"+
		"<li>Dokumentation der Wartungsarbeiten und Bestellung von Ersatzteilen bei unseren Lieferanten</li>"+
		"<li>Participer à la formation des apprentis et tenir l'atelier en ordre</li>", 16) + "</ul>"
	title, body := text.Plain("Service technician"), text.Read(items)
	b.SetBytes(int64(len(items)))
	b.ReportAllocs()
	for b.Loop() {
		Matches(title, body, func(int) Trust { return Asked })
	}
}
