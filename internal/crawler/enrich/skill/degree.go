package skill

import (
	"strings"

	"rolecall/internal/crawler/enrich/text"
)

// dropSubjects removes the hits that are the subject of a degree: "a degree in economics, statistics or similar" asks for
// an education and not for the skill, and so does an apprenticeship. The subjects end where the sentence turns to
// something else.
func (f *finder) dropSubjects(tokens []text.Token) {
	if f.title || len(f.hits) == 0 {
		return
	}
	kept := f.hits[:0]
	for _, h := range f.hits {
		if !h.subject || !underDegree(tokens, h.start) && !beforeDegree(tokens, h.end) {
			kept = append(kept, h)
		}
	}
	f.hits = kept
}

// underDegree looks back from a subject to the word for a degree that governs it.
func underDegree(tokens []text.Token, at int) bool {
	for j := at - 1; j >= 0 && at-j <= 16; j-- {
		switch w := tokens[j].Word; {
		case degrees.Has(tokens[j]), degreeEnding(w), w == "in" && j > 0 && tokens[j-1].Word == "training", w == ":" && j > 0 && tokens[j-1].Word == "2" && tokens[j+1].Is(text.Digit): // the British "2:1"
			return true
		case turns.Has(tokens[j]):
			return false
		}
	}
	return false
}

// beforeDegree looks ahead for a German subject that stands before its degree: "HTL Mechatronik oder ähnlicher Abschluss".
func beforeDegree(tokens []text.Token, at int) bool {
	for j := at; j < len(tokens) && j-at < 6; j++ {
		switch w := tokens[j].Word; {
		case w == "abschluss" || w == "studium" || w == "ausbildung":
			return true
		case turns.Has(tokens[j]):
			return false
		}
	}
	return false
}

// degreeEnding knows the German compounds: "Masterabschluss", "Lehramtsstudium".
func degreeEnding(w string) bool {
	return len(w) > len("abschluss") && (strings.HasSuffix(w, "abschluss") || strings.HasSuffix(w, "studium") || strings.HasSuffix(w, "ausbildung")) && !strings.HasSuffix(w, "monatsabschluss") && !strings.HasSuffix(w, "jahresabschluss")
}

// The words for a degree or an apprenticeship and those that end its subjects, folded.
var (
	degrees = text.Set(`ms bs maestria diplomado degree degrees bachelor bachelors master masters msc bsc ba beng meng phd doctorate diploma graduate graduated gcse gcses
		studies studium studiengang hochschulabschluss hochschulstudium fachhochschulstudium universitatsabschluss abschluss diplom promotion
		htl fh eingeschriebenes immatrikuliert student studierst studieren studentin studierende
		licence licenciatura grado titulacion titulo licenciado licenciada graduado graduada doctorado estudios estudiante estudiantes
		ausbildung berufsausbildung lehre gelernter gelernte gelernt lehrabschluss ausgebildete ausgebildeter meisterbrief fachausbildung fachweiterbildung
		apprenticeship apprenticeships graduates students nvq btec
		bac baccalaureat cap bep cqp dess deust apprentissage
		formacion formation capacitacion fp bachillerato ciclo ingenierias
		diplome doctorat etudes bts dut deug ecole etudiant etudiante titulaire degree's`)
	turns = text.Set(`. ; : with mit avec con plus experience erfahrung experiencia kenntnisse knowledge skills connaissances conocimientos –
		years jahre ans anos sowie ideally using`)
)

// taught are the parts of the vocabulary whose skills are also the subjects of schools and apprenticeships.
var taught = named("data engineering and science", "engineering and construction", "finance, accounting and law", "sales, marketing and media",
	"people, projects and operations", "logistics and transport", "health and care", "hospitality, food and trades", "science and further",
	"more business", "more trades, health and hospitality", "further professions, tools and standards", "still more trades and offices")

// licences are skills of those parts that are asked for beside a degree and never studied for one.
var licences = named("Driving Licence", "Commercial Driving Licence", "Forklift Operation", "First Aid", "CPR")

// subjects are the skills that are told and that one can study for a degree; the others are techniques, tools and
// standards, which a training teaches to those who are to use them.
var subjects = named("Data Science", "Machine Learning", "Deep Learning", "Computer Vision", "Natural Language Processing", "Bioinformatics", "Civil Engineering",
	"Accounting", "Actuarial Science", "Digital Marketing", "Supply Chain Management", "Pharmacy", "Physiotherapy", "Midwifery", "Labour Law", "Early Childhood Education",
	"Embedded Systems", "Photography", "Quality Assurance", "Product Management", "Library Science", "Welding", "CNC Machining")

func named(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}
