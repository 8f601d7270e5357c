package skill

import "rolecall/internal/crawler/enrich/text"

// dropSubjects removes the hits that are the subject of a degree: "a degree in economics, statistics or similar" asks for
// an education and not for the skill. The subjects end where the sentence turns to something else.
func (f *finder) dropSubjects(tokens []text.Token) {
	if f.title || len(f.hits) == 0 {
		return
	}
	kept := f.hits[:0]
	for _, h := range f.hits {
		if !h.subject || !underDegree(tokens, h.start) {
			kept = append(kept, h)
		}
	}
	f.hits = kept
}

// underDegree looks back from a subject to the word for a degree that governs it.
func underDegree(tokens []text.Token, at int) bool {
	for j := at - 1; j >= 0 && at-j <= 16; j-- {
		switch w := tokens[j].Word; {
		case degrees[w]:
			return true
		case turns[w]:
			return false
		}
	}
	return false
}

// The words for a degree, those that end its subjects, and the skills that are studied, folded.
var (
	degrees = set(`degree degrees bachelor bachelors master masters msc bsc ba beng meng phd doctorate diploma graduate graduated gcse gcses
		studies studium studiengang hochschulabschluss hochschulstudium fachhochschulstudium universitatsabschluss abschluss diplom promotion
		eingeschriebenes immatrikuliert student studentin studierende
		licence licenciatura grado titulacion titulo licenciado licenciada graduado graduada doctorado estudios estudiante estudiantes
		diplome doctorat etudes bts dut deug ecole etudiant etudiante titulaire degree's`)
	turns = set(`. ; : with mit avec con plus experience erfahrung experiencia kenntnisse knowledge skills connaissances conocimientos –
		years jahre ans anos sowie ideally`)
	subjects = named("Accounting", "Economics", "Mathematics", "Physics", "Chemistry", "Biology", "Statistics", "Electrical Engineering", "Mechanical Engineering",
		"Civil Engineering", "Data Science", "Logistics", "Marketing", "Nursing", "Electronics", "Human Resources", "Mechatronics", "Actuarial Science",
		"Biotechnology", "Environmental Science", "Environmental Engineering", "Public Relations", "Journalism", "Chemical Engineering", "Process Engineering",
		"Automation Engineering", "Social Work", "Molecular Biology", "Microbiology", "Bioinformatics", "Robotics", "Artificial Intelligence", "Materials Science",
		"Geology", "Tourism", "Food Technology", "Aerospace Engineering", "Automotive Engineering", "Telecommunications", "Architecture Design", "Public Administration",
		"Translation", "Hospitality", "Supply Chain Management", "Natural Language Processing", "Optics", "Urban Planning", "Agriculture", "Hotel Management", "Corporate Law")
)

func named(names ...string) map[string]bool {
	m := map[string]bool{}
	for _, n := range names {
		m[n] = true
	}
	return m
}
