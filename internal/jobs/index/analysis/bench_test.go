package analysis_test

import (
	"strings"
	"testing"

	"rolecall/internal/jobs/index/analysis"
)

const paragraph = `<p>Als <b>Senior Software Engineer</b> (m/w/d) entwickelst du mit deinem Team unsere Plattform für Kundinnen und Kunden in
der ganzen Schweiz weiter.</p><ul><li>You build services in Go, C# and Node.js on Kubernetes.</li><li>Du hast mehrere Jahre
Erfahrung mit PostgreSQL &amp; CI/CD und sprichst fliessend Deutsch.</li></ul>`

func BenchmarkAnalysis(b *testing.B) {
	markup := strings.Repeat(paragraph, 8)
	text := analysis.Plain(markup)
	var words []string
	analysis.Tokens(text, func(t analysis.Token) { words = append(words, t.Word) })
	for name, run := range map[string]func(){
		"Tokens":   func() { analysis.Tokens(text, func(analysis.Token) {}) },
		"Plain":    func() { analysis.Plain(markup) },
		"Language": func() { analysis.Language(text) },
		"Stem/de":  func() { stemAll("de", words) },
		"Stem/en":  func() { stemAll("en", words) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				run()
			}
		})
	}
}

func stemAll(lang string, words []string) {
	for _, w := range words {
		analysis.Stem(lang, w)
	}
}
