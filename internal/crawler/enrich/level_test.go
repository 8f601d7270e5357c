package enrich_test

import (
	"testing"

	"rolecall/internal/crawler/enrich"
)

// titles are titles as employers write them, by the level that they name. What the conventions of the labelled set leave
// open is decided by what somebody expects who filters by level:
//   - who leads a shift, crew or team is a lead; who leads a ward, shop, department or branch is a manager; "Head of",
//     "Direktor" and the officers of a company are directors
//   - a deputy has no level in any language ("Deputy", "Stellvertretende", "Directeur adjoint", "Subdirector", "Assistant Principal"),
//     before the title or behind it
//   - a manager, "Manager" in a German title, chef, jefe or responsable of an account, product, project or brand has no level
//   - the ranks of doctors are levels: an "Assistenzarzt" in training is a junior, an "Oberarzt" or "chef de clinique" a senior, a
//     "Leitender Arzt" a lead, a "Chefarzt" a director
//   - "Chef de cuisine" and "Head Chef" are names of professions; "Küchenchef" and "jefe de cocina" lead people
//   - a "Senior Care Assistant" is a senior, "Senior Living" is a place
//   - an apprentice, a vocational student and a student beside the studies are no interns and have no level
//   - a title that is open for beginners and others has no level, and "(Senior)" before a title leaves it open
var titles = map[string][]string{
	"internship": {
		"Software Engineering Intern, Summer", "Marketing Internship (6 months)",
		"Summer Analyst, Investment Banking", "Co-op Student Mechanical Design", "Industrial Placement - Chemistry",
		"Praktikum Online-Marketing", "Pflichtpraktikum im Einkauf (w/m/d)", "Praktikant*in Produktion", "Vorpraktikum Tagesschule",
		"Masterarbeit Batteriesimulation", "Bachelorand Fahrzeugtechnik",
		"Stage - Data Analyst", "Stage assistant RH (H/F)", "Offre de stage : développeur web", "Stagiaire en communication",
		"Prácticas en Recursos Humanos", "Ingeniero en prácticas", "Becario/a de Marketing", "Beca de Comunicación", "Practicante de Contabilidad", "Pasante de Derecho",
		"Orientierungspraktikum Gärtnerei", "Sommerpraktikantin Archiv", "Unterassistenzärztin Kinderklinik", "Intern Demand Planning",
	},
	"junior": {
		"Junior Web Developer", "Jr. Accountant", "Graduate Civil Engineer", "Entry-Level Sales Representative", "Trainee Accountant", "Software Engineer I", "Scientist I, Assay Development", "Data Analyst 1",
		"Junior Manager Retail", "Junior Softwareentwickler (m/w/d)", "Junior-Berater", "Trainee Vertrieb (m/w/d)", "Berufseinsteiger im Controlling (m/w/d)", "Absolvent Elektrotechnik",
		"Développeur Java junior", "Juriste débutant(e)", "Jeune diplômé - Ingénieur travaux", "Abogado/a Junior", "Desarrollador Jr.", "Analista recién titulado", "Trainee de Ventas",
		"Assistenzärztin / Assistenzarzt Dermatologie 80-100 %", "Médecin assistant-e en cardiologie", "Médecin interne au Service de gériatrie", "Medico assistente ortopedia",
	},
	"mid": {
		"Data Analyst II", "Frontend Developer II (Remote)", "Software Engineer 2", "Mid-Level QA Engineer", "Intermediate Backend Developer", "Analyste de données II",
		"Ingénieur DevOps confirmé (H/F)", "Comptable confirmée", "Desarrollador Full Stack Semi Senior", "QA Ssr.",
	},
	"senior": {
		"Senior Backend Engineer", "Sr. Frontend Developer", "Information Security Analyst, Senior", "CNC Machinist III", "Site Reliability Engineer III", "Senior Care Assistant", "Senior Product Manager",
		"Senior Associate, Tax", "Senior Staff Nurse", "Software Engineer (Senior)", "Senior Projektmanager Anlagenbau (m/w/d)", "Senior-Entwickler Java", "Senior Account Manager (m/w/d)", "Senior Project Manager",
		"Data Scientist Senior", "Juriste sénior", "Consultora SAP Sénior", "Ingeniero de Datos Sr.",
		"Oberarzt (m/w/d) Psychiatrie", "Oberärztin/-arzt Angiologie 60 %", "Chef-fe de clinique en dermatologie", "Cheffe ou chef de clinique - Service de gériatrie", "Médecin adjointe en cardiologie", "Medico capoclinica di cardiologia",
	},
	"lead": {
		"Lead Data Engineer", "Tech Lead Java (H/F/X)", "Team Lead, Customer Care", "Housekeeping Team Leader", "Shift Supervisor", "Blasting Supervisor", "Construction Foreman", "Charge Nurse", "Head Gardener", "Head Barista",
		"Shift Manager", "Teamleiter Logistik (m/w/d)", "Teamleitung Versand", "Fachteamleitung Buchhaltung", "Schichtleiter Produktion (m/w/d)", "Gruppenleiter:in Entwicklung", "Wohngruppenleitung (m/w/d)",
		"Vorarbeiter Garten- und Landschaftsbau", "Polier Hochbau (m/w/d)", "Leitende/r Physiotherapeut/in", "Schichtführer Spritzguss", "Industriemeister Metall",
		"Chef d'équipe logistique (H/F)", "Cheffe d'équipe propreté", "Chef de chantier gros œuvre", "Responsable d'équipe support", "Lead développeur front-end", "Chef de quai", "Contremaître",
		"Jefe/a de Equipo", "Jefa de Turno", "Encargado/a de almacén", "Encargada de tienda", "Líder Técnico .NET", "Capataz de obra", "Supervisor de Ventas", "Jefe de sala",
		"Leitender Arzt Kardiologie", "Oberarzt oder Leitender Arzt Neurologie", "Medico caposervizio cardiologia", "Teamleitung Küche und Stv. Betriebsleitung", "Montagechef Fassadenbau",
	},
	"principal": {
		"Principal Software Engineer", "Principal Architect, Payments Platform", "Staff Engineer", "Staff Machine Learning Engineer", "Staff Product Designer", "Senior Staff Software Engineer",
		"Distinguished Engineer", "Ingénieur DevOps principal",
	},
	"manager": {
		"Engineering Manager, Payments", "Store Manager", "Restaurant Manager", "Senior Manager, FP&A", "Nurse Manager", "Construction Site Manager", "Store Manager (m/w/d)",
		"Leiter Controlling (m/w/d)", "Stationsleitung Innere Medizin", "Infirmière cheffe d'unité", "Infirmier-ère chef-fe d'unité de soins – Gériatrie", "Leitung der Kindertagesstätte", "Filialleiter (m/w/d)", "Abteilungsleiter Einkauf", "Bereichsleitung Pflege", "Pflegedienstleitung (m/w/d)", "Vertriebsleiter DACH",
		"Werkleiter (m/w/d)", "Sachgebietsleitung Tiefbau", "Marktleiter", "Küchenchef (m/w/d)", "Kita-Leitung", "Lagerleiterin", "Personalleiter",
		"Responsable RH", "Responsable de magasin", "Responsable supply chain (H/F)", "Chef de service informatique", "Cheffe comptable", "Chef d'atelier", "Chef de rayon boucherie",
		"Jefe/a de Obra", "Jefa de Cocina", "Jefe de Producción", "Responsable de Tienda", "Gerente de Logística", "Jefe de Almacén",
		"Chef-fe du personnel", "Responsabile qualità", "Caposala geriatria",
	},
	"director": {
		"Director of Supply Chain", "Head of People & Culture", "VP of Operations", "Senior Director, Product", "Managing Director", "General Manager", "Chief Technology Officer", "Chief Information Security Officer",
		"CFO (m/f/d)", "Vice President, Risk", "Head, Corporate Banking", "Principal (Primary School)", "Geschäftsführer (m/w/d) Stadtwerke", "Kaufmännische Direktorin", "Chefarzt Chirurgie",
		"Directrice des opérations", "Directeur de magasin", "Directora Comercial", "Director(a) Financiero", "Gerente General",
		"Médecin-chef de service", "Chefärztin Dermatologie", "CIO", "CTO, Payments",
	},
	"": {
		"Marktleitung Stellvertretung (m/w/d)", "Teamleiter-Stellvertreterin Lager", "Directeur général adjoint", "Responsable adjointe de boutique", "Assistant Principal", "Subdirector de Hotel", "Vicedirettrice di filiale", "Zastępca kierownika sklepu",
		"Assistant Restaurant Manager", "Diretora adjunta de compras", "Plaatsvervangend directeur", "Biträdande enhetschef", "Bauleiterin oder Junior Bauleiterin", "CIO Equity Strategist", "Psicologa scolastica I", "Betriebstechniker (TW III)",
		"Stellvertretende Filialleiterin", "Stv. Küchenchef (m/w/d)", "Fachberaterin inkl. Stellvertretung der Filialleiterin", "Deputy Store Manager", "Stellvertretende Hoteldirektion", "Associate Principal, Audit",
		"Lead Generation Specialist", "Lead Management Specialist", "Staff Nurse", "Staff Accountant", "Chief of Staff to the CEO", "Chief Engineer", "Executive Assistant", "Executive Assistant to the CEO", "Assistant to the Managing Director",
		"Account Manager", "Key Account Manager, Retail", "Product Manager, Checkout", "Project Manager", "Community Manager", "Case Manager", "Office Manager", "Customer Success Manager", "Stage Manager", "Art Director", "Account Director",
		"Cook - Senior Living Community", "Activities Coordinator, Senior Center", "Retail Sales Associate", "HR Business Partner", "Head Chef", "Chef de Cuisine", "Sous Chef", "Early Stage Investment Analyst", "Junior Doctor", "Graduate School Administrator",
		"Working Student Data Analytics (m/f/x)", "Electrical Apprentice", "Apprentice Joiner", "Werkstudent Controlling (m/w/d)", "Werkstudent:in HR",
		"Auszubildende zur Pflegefachfrau (m/w/d)", "Auszubildender Fachinformatiker", "Azubi Koch / Köchin 2027", "Ausbildung zum Mechatroniker (m/w/d)",
		"Ausbildung Kaufleute für Büromanagement", "Duales Studium Wirtschaftsinformatik", "Studentische Hilfskraft (m/w/d) im Labor",
		"Lernende Kauffrau EFZ", "Alternance - Chargé de recrutement", "Technicien en alternance", "Alternant(e) contrôle de gestion",
		"Apprenti boulanger (H/F)", "Contrat de professionnalisation Vendeur", "Aprendiz de Soldadura", "Berufslehre Schreiner:in EFZ",
		"Zeichnerin EFZ (Lehrbeginn 2027)", "Lernende/r Gebäudetechnik 2028", "KV Lehrstelle 2028", "Ausbildungsplatz Expertin Intensivpflege NDS 80-100%",
		"Glaser EFZ oder Glaserpraktiker EBA in Ausbildung", "Ausbildung dipl. Arbeitsagoge HF", "Studierende HF Aktivierung",
		"Apprentissage : vitrier CFC", "Apprendistato come vetraio AFC", "Posto di tirocinio pittore AFC", "Leerling kok (bbl)", "Lärling glasmästare",
		"Jovem Aprendiz administrativo", "Uczeń - stolarz", "Dipl. Pflegefachfrau (ÜWP) / Intermediate (IMC) 60%", "Nurse IMC – Intermediate",
		"Infirmière, unité intermédiaire",
		"Apprenticeship Assessor", "Phase I Clinical Research Nurse", "Scrum Master", "Midwife", "Mid-Market Account Executive", "Middle School Teacher", "Account Executive", "Director's Driver", "Junior/Senior Consultant (m/w/d)", "(Senior) Consultant SAP (m/w/d)",
		"Principal Investigator", "Chief Mate", "Support Engineer L2", "Chemist / Senior Chemist", "Case Managerin/Manager Reha", "Buyer Intern...",
		"Leitungsmonteur (m/w/d)", "Disponent Leitstelle", "Mitarbeiter Leitstand", "Rohrleitungsbauer", "Flugbegleiter (m/w/d)", "Alltagsbegleiterin", "Praxisanleiter (m/w/d)", "Prozessingenieur Halbleiter", "Reiseleiter", "Projektleiter Tiefbau", "IT-Projektleiterin", "Bauleiter Hochbau 80-100 %",
		"Juniorprofessur für Informatik", "Hausmeister (m/w/d)", "Assistenz der Geschäftsführung (m/w/d)", "Assistentin Geschäftsleitung", "Referent Ausbildung (m/w/d)", "Supply Chain Manager (m/w/d)", "Online Marketing Manager (m/w/d)", "Maschinenführer", "Fachkraft für Lagerlogistik",
		"Chef de projet digital", "Cheffe de produit", "Chef de partie (H/F)", "Chef de rang", "Directrice artistique", "Assistante de direction", "Pharmacien responsable qualité", "Expert-comptable", "Responsable grands comptes", "Animateur en résidence seniors", "Adjoint au directeur",
		"Jefe de Proyecto", "Jefa de Producto", "Jefe/a de Partida", "Asistente de Dirección", "Asistente del Director General", "Ayudante de Jefe de Obra", "Director de Arte", "Técnico I+D", "Coordinador de Logística", "Gerente de Cuentas", "Secretaria de Dirección",
	},
}

func TestLevelOfTitle(t *testing.T) {
	t.Parallel()
	n := 0
	for want, list := range titles {
		for _, title := range list {
			n++
			if got := enrich.Posting(enrich.Input{Title: title}).CareerLevel; got != want {
				t.Errorf("%s: got %q, want %q", title, got, want)
			}
		}
	}
	if n < 150 {
		t.Errorf("%d titles, want at least 150", n)
	}
}
