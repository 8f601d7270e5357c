package applications

import (
	"strings"

	"rolecall/internal/applications/oas"
)

// The names that other tools and people's own spreadsheets use, in the form that plain returns: English, German, Spanish,
// French.

var columnNames = byWord(map[string]string{
	"title": `title jobtitle position positiontitle positionname role roletitle jobrole job jobname vacancy opening designation
		stelle stellenbezeichnung stellentitel jobtitel titel rolle berufsbezeichnung
		puesto cargo titulo vacante rol posicion oferta nombredelpuesto
		poste titre intitule intituleduposte titreduposte emploi fonction`,
	"company": `company companyname employer organization organisation firm business
		firma unternehmen arbeitgeber firmenname betrieb
		empresa compania empleador nombredelaempresa
		entreprise societe employeur nomdelentreprise`,
	"location": `location joblocation city place office workplace
		ort standort arbeitsort stadt
		ubicacion ciudad lugar localidad
		lieu ville localisation lieudetravail`,
	"url": `url link joburl joblink postingurl jobposting jobpostinglink listing listingurl applicationlink website
		stellenanzeige anzeige stellenlink
		enlace vinculo enlacedelaoferta
		lien annonce lienannonce liendeloffre`,
	"status": `status stage state applicationstatus applicationstage phase progress
		stand bewerbungsstatus bewerbungsstand
		estado etapa fase
		statut etat etape`,
	"appliedAt": `appliedat applied appliedon applieddate dateapplied applicationdate dateofapplication submitted submittedon datesubmitted
		submissiondate date
		beworbenam beworben bewerbungsdatum bewerbungam datum
		fecha fechadesolicitud fechasolicitud fechadeaplicacion fechadepostulacion aplicado postulado
		datedecandidature candidaturele postulele dateenvoi datedenvoi envoyele`,
	"endedAt": `endedat ended closed closedat closedon dateclosed enddate enddatum beendetam fechadecierre datedefin`,
	"createdAt": `createdat created createdon added addedon dateadded saved savedon datesaved
		erstelltam angelegtam fechadecreacion datedecreation ajoutele`,
	"lastActivityAt": `lastactivityat lastactivity lastactivitydate lastupdate lastupdated lastcontact
		letzteaktivitat ultimaactividad derniereactivite`,
	"nextStepLabel": `nextsteplabel nextstep nextsteps nextaction todo
		nachsterschritt naechsterschritt nachsteschritte proximopaso siguientepaso prochaineetape`,
	"nextStepDate": `nextstepdate nextdate followup followupdate duedate deadline interviewdate frist fallig termin wiedervorlage
		fechalimite fechadeentrevista echeance datelimite datedentretien relance`,
	"nextStepReminderAt": `nextstepreminderat reminder reminderat remindat erinnerung recordatorio rappel`,
	"contact": `contact contactname contactperson recruiter recruitername hiringmanager
		kontakt kontaktperson ansprechpartner ansprechperson ansprechpartnerin
		contacto personadecontacto reclutador
		recruteur personneacontacter`,
	"portalUrl": `portalurl portal portallink applicationportal candidateportal bewerbungsportal portaldecandidatos portailcandidat`,
	"notes": `notes note comment comments remark remarks description
		notiz notizen bemerkung bemerkungen kommentar kommentare anmerkungen
		notas nota comentarios comentario observaciones
		remarque remarques commentaire commentaires`,
	"timeline": `timeline`,
})

var statusWords = byWord(map[oas.ApplicationStatus]string{
	oas.ApplicationStatusSAVED: `saved wishlist wishlisted bookmarked bookmark interested toapply notapplied draft
		gemerkt gespeichert vorgemerkt
		guardado guardada porsolicitar enregistre enregistree sauvegarde apostuler`,
	oas.ApplicationStatusAPPLIED: `applied sent submitted applicationsent pending waiting open beworben gesendet eingereicht abgeschickt offen
		aplicado aplicada enviado enviada solicitado solicitada postulado postule postulee envoye envoyee`,
	oas.ApplicationStatusSCREENING: `screening screen phonescreen phonescreening recruiterscreen hrscreen review inreview underreview
		assessment
		telefoninterview vorauswahl inprufung enrevision preseleccion preselection entretientelephonique`,
	oas.ApplicationStatusINTERVIEW: `interview interviews interviewing interviewed interviewscheduled technicalinterview onsite finalround
		vorstellungsgesprach gesprach bewerbungsgesprach entrevista entrevistas entretien entretiens`,
	oas.ApplicationStatusOFFER: `offer offers offered offerreceived angebot angeboterhalten oferta ofertarecibida offre offrerecue`,
	oas.ApplicationStatusACCEPTED: `accepted accept hired signed offeraccepted
		angenommen zusage eingestellt aceptado aceptada contratado contratada accepte acceptee embauche embauchee`,
	oas.ApplicationStatusREJECTED: `rejected reject rejection declined denied notselected turneddown
		abgelehnt absage rechazado rechazada descartado refuse refusee rejete rejetee refus`,
	oas.ApplicationStatusWITHDRAWN: `withdrawn withdrew withdraw cancelled canceled
		zuruckgezogen zurueckgezogen retirado retirada retire retiree abandonne abandonnee`,
	oas.ApplicationStatusGHOSTED: `ghosted ghosting noresponse noreply noanswer keineantwort keineruckmeldung sinrespuesta sansreponse`,
})

// byWord inverts the lists: it returns the key for each word. It panics on a word with two keys, which is a mistake in the
// lists above.
func byWord[K ~string](lists map[K]string) map[string]K {
	out := map[string]K{}
	for key, words := range lists {
		for w := range strings.FieldsSeq(words) {
			if other, taken := out[w]; taken && other != key {
				panic("applications: " + w + " has two meanings")
			}
			out[w] = key
		}
	}
	return out
}
