import type { ColumnNames, Problems } from '../problems'

// What the server says in English, with # for numbers. A sentence that is not listed is shown as it comes.
export const server: Record<string, string> = {
  'You have no such application.': 'Diese Bewerbung gibt es nicht.',
  'There is no such application.': 'Diese Bewerbung gibt es nicht.',
  'You already track an application to this posting.': 'Diese Stelle steht schon auf deinem Board.',
  'You already track 20,000 applications. Delete some you no longer need.':
    'Du hast schon 20.000 Bewerbungen. Lösche einige, die du nicht mehr brauchst.',
  'This change cannot be undone: it was undone already, or was made more than ten minutes ago.':
    'Das lässt sich nicht mehr rückgängig machen: Es wurde schon zurückgenommen oder ist über zehn Minuten her.',
  'This move can no longer be undone: something else happened since, or it was made more than ten minutes ago.':
    'Das lässt sich nicht mehr rückgängig machen: Seitdem ist etwas anderes geschehen, oder es ist über zehn Minuten her.',
  'This application cannot be brought back: it was never deleted, or was deleted more than ten minutes ago.':
    'Diese Bewerbung lässt sich nicht zurückholen: Sie wurde nie gelöscht oder vor über zehn Minuten.',
  'An application can have 20 tags.': 'Eine Bewerbung kann 20 Schlagwörter haben.',
  'A tag is blank.': 'Ein Schlagwort ist leer.',
  'The job details were copied from a posting and cannot be changed.':
    'Diese Angaben stammen aus einer Anzeige und lassen sich nicht ändern.',
  'Another import of yours is still running. Please wait until it has finished, then try again.':
    'Ein anderer Import von dir läuft noch. Warte, bis er fertig ist, und versuche es dann wieder.',
  'The file has more than 50,000 records. Split it and import the parts.':
    'Die Datei hat mehr als 50.000 Einträge. Teile sie und importiere die Teile.',
  'No known columns were found. Expected for example: title, company, status.':
    'In der Datei sind keine bekannten Spalten. Erwartet werden zum Beispiel „title“, „company“ und „status“.',
  'The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.':
    'Die Datei ist kein UTF-8-Text. Speichere sie als „CSV UTF-8“ und versuche es noch einmal.',
  'Only an application that is marked as ghosted can be reopened.': 'Nur eine Bewerbung ohne Antwort lässt sich wieder öffnen.',
  'The application has already ended.': 'Diese Bewerbung ist schon beendet.',
  'The application to put it below is not in that status.': 'Das Board hat sich inzwischen geändert. Bitte versuche es noch einmal.',
  'The code is wrong, expired or already used. Please request a new one.':
    'Der Code ist falsch, abgelaufen oder schon benutzt. Fordere einen neuen an.',
  'The title is blank.': 'Die Stellenbezeichnung fehlt.',
  'The company is blank.': 'Das Unternehmen fehlt.',
  'The timeline needs at least one row.': 'Der Verlauf braucht mindestens einen Schritt.',
  'You have 50 saved views. Delete one to save another.': 'Du hast 50 Ansichten gespeichert. Lösche eine, um eine weitere zu speichern.',
  'The name is blank.': 'Der Name fehlt.',
  'The name must not be blank.': 'Der Name fehlt.',
  'This is for administrators.': 'Das ist nur für Administratoren.',
  'There is nothing with this id.': 'Das gibt es nicht oder nicht mehr.',
  'There is nothing at this address.': 'Unter dieser Adresse gibt es nichts.',
  'There is already an account with this address.': 'Mit dieser Adresse gibt es schon ein Konto.',
  'This is not an email address.': 'Das ist keine E-Mail-Adresse.',
  'This is the address of your account already.': 'Das ist schon die Adresse deines Kontos.',
  'A name has 1 to 100 characters.': 'Ein Name hat 1 bis 100 Zeichen.',
  'A name contains no control characters.': 'Ein Name enthält keine Steuerzeichen.',
  'The code is wrong or was used already.': 'Der Code ist falsch oder wurde schon benutzt.',
  'The code is wrong, has expired or was used already.': 'Der Code ist falsch, abgelaufen oder schon benutzt.',
  'The account was changed while you logged in. Please log in again.':
    'Das Konto wurde während der Anmeldung geändert. Bitte melde dich noch einmal an.',
  'An account has at most 20 passkeys. Please remove one first.': 'Ein Konto hat höchstens 20 Passkeys. Entferne zuerst einen.',
  'This passkey is registered already.': 'Dieser Passkey ist schon eingetragen.',
  'The passkey could not be added. Please try again.': 'Der Passkey konnte nicht hinzugefügt werden. Bitte versuche es noch einmal.',
  'This passkey was not accepted. Please try another one, or your password.':
    'Dieser Passkey wurde nicht angenommen. Versuche einen anderen oder dein Passwort.',
  'The password must have 8 to 100 characters.': 'Das Passwort muss 8 bis 100 Zeichen haben.',
  'The password contains characters that cannot be used.': 'Das Passwort enthält Zeichen, die nicht gehen.',
  'This password is one of the most common ones. Please choose another.':
    'Dieses Passwort ist eines der häufigsten. Bitte wähle ein anderes.',
  'This password is a simple pattern. Please choose another.': 'Dieses Passwort ist ein einfaches Muster. Bitte wähle ein anderes.',
  'This password is your own name or address. Please choose another.':
    'Dieses Passwort ist dein eigener Name oder deine Adresse. Bitte wähle ein anderes.',
  'The current password is wrong.': 'Das aktuelle Passwort ist falsch.',
  'Two-factor authentication is already enabled.': 'Die Zwei-Faktor-Anmeldung ist schon eingeschaltet.',
  'There is no such session.': 'Diese Sitzung gibt es nicht mehr.',
  'There is no such company.': 'Dieses Unternehmen gibt es nicht.',
  "The logo's address must be an absolute http or https address.": 'Die Adresse des Logos muss mit http:// oder https:// beginnen.',
  'Another administrator has corrected this posting meanwhile. Look at it again.':
    'Ein anderer Administrator hat diese Stelle inzwischen korrigiert. Sieh sie dir noch einmal an.',
  'You have corrected 500 postings. Undo some corrections to make another.':
    'Du hast 500 Stellen korrigiert. Nimm einige Korrekturen zurück.',
  'You follow 1,000 employers. Stop following some to follow another.':
    'Du folgst 1.000 Arbeitgebern. Um einem weiteren zu folgen, lass einige weg.',
  'You are looking for an employer already. Please wait until that ends.': 'Du suchst schon einen Arbeitgeber. Warte, bis das fertig ist.',
  'This board is being added, or was added already.': 'Diese Karriereseite wird gerade hinzugefügt oder ist es schon.',
  'There is no such posting.': 'Diese Stelle gibt es nicht.',
  'Your list has 1,000 entries. Remove some you no longer need to add another.':
    'Deine Liste hat 1.000 Einträge. Entferne einige, die du nicht mehr brauchst.',
  'Words have at most 100 characters, a place has at most 200.': 'Wörter haben höchstens 100 Zeichen, ein Ort höchstens 200.',
  'There is no word in it.': 'Darin steht kein Wort.',
  'You have 200 saved searches. Delete one to save another.': 'Du hast 200 Suchen gespeichert. Lösche eine, um eine weitere zu speichern.',
  'You have saved 10,000 jobs. Remove some you no longer need to save another.':
    'Du hast 10.000 Stellen gemerkt. Entferne einige, die du nicht mehr brauchst.',
  'You have 50 feeds. Remove one to make another.': 'Du hast 50 Feeds. Entferne einen, um einen weiteren anzulegen.',
  'A pass of this kind is already queued or running.': 'Ein solcher Lauf wartet oder läuft schon.',
  'Please enter a valid code of your authenticator app or a backup code.':
    'Gib einen gültigen Code aus deiner Authenticator-App oder einen Ersatzcode ein.',
  'Quiet hours must end at another hour than they begin.': 'Die Ruhezeit muss zu einer anderen Stunde enden, als sie beginnt.',
  'You have a channel with this address already.': 'Du hast schon einen Kanal mit dieser Adresse.',
  'Enter a name.': 'Gib eine Bezeichnung ein.',
  'Enter a full address that begins with https://.': 'Gib eine vollständige Adresse ein, die mit https:// beginnt.',
  'The address must begin with https://.': 'Die Adresse muss mit https:// beginnen.',
  'The address must not contain a user name or a password.': 'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
  'This address is not public. The platform sends to public addresses only.':
    'Diese Adresse ist nicht öffentlich. Gesendet wird nur an öffentliche Adressen.',
  'Enter the topic.': 'Gib das Thema ein.',
  'The channel is switched off. Switch it on first.': 'Der Kanal ist ausgeschaltet. Schalte ihn zuerst ein.',
  'A reminder that has fired or was cancelled can no longer be changed.':
    'Eine gesendete oder abgesagte Erinnerung lässt sich nicht mehr ändern.',
  'A reminder that has fired can no longer be cancelled.': 'Eine gesendete Erinnerung lässt sich nicht mehr absagen.',
  'The time of a reminder must be in the future.': 'Die Zeit einer Erinnerung muss in der Zukunft liegen.',
  'You have 1,000 scheduled reminders, which is the limit. Cancel one you no longer need to set another.':
    'Du hast 1.000 Erinnerungen geplant, mehr geht nicht. Sage eine ab, die du nicht mehr brauchst.',
  'The record after line # is longer than # KiB. Is a quotation mark not closed?':
    'Der Eintrag nach Zeile # ist länger als # KiB. Fehlt ein schließendes Anführungszeichen?',
  'The file has # columns; the limit is #. Delete those you do not need.':
    'Die Datei hat # Spalten, mehr als # gehen nicht. Lösche die, die du nicht brauchst.',
  'The header line has no column for the title and none for the company.':
    'Die Kopfzeile hat keine Spalte für die Stellenbezeichnung und keine für das Unternehmen.',
  'The header line has no column for the title.': 'Die Kopfzeile hat keine Spalte für die Stellenbezeichnung.',
  'The header line has no column for the company.': 'Die Kopfzeile hat keine Spalte für das Unternehmen.',
  'The date must be between the years # and #.': 'Das Datum muss zwischen den Jahren # und # liegen.',
  'The date must not be in the future.': 'Das Datum darf nicht in der Zukunft liegen.',
  'You have # channels. Remove one first.': 'Du hast # Kanäle. Entferne zuerst einen.',
  'must not be longer than # characters; it has #': 'darf nicht länger als # Zeichen sein, es sind #',
  'must not be blank': 'darf nicht leer sein',
  'Your account was changed at the same moment. Please try again.':
    'Dein Konto wurde im selben Moment geändert. Bitte versuche es noch einmal.',
  'Your account may not use this.': 'Dein Konto darf das nicht benutzen.',
  'This is your own account. Please change it in your settings.': 'Das ist dein eigenes Konto. Ändere es in deinen Einstellungen.',
  'There is no such user.': 'Diesen Nutzer gibt es nicht mehr.',
  'This login has expired or was finished already. Please log in again.':
    'Diese Anmeldung ist abgelaufen oder schon beendet. Bitte melde dich noch einmal an.',
  'A backup or a test is running. Please wait until it ends.': 'Eine Sicherung oder Prüfung läuft. Warte, bis sie fertig ist.',
  'A test mail was sent a moment ago. Please wait a few seconds.': 'Gerade wurde eine Test-E-Mail gesendet. Warte ein paar Sekunden.',
  'There is no backup to test yet.': 'Es gibt noch keine Sicherung, die sich prüfen lässt.',
  'This installation takes no backups by itself.': 'Diese Installation macht selbst keine Sicherungen.',
  'There is no invitation to this address.': 'An diese Adresse gibt es keine Einladung.',
  'There is no such passkey.': 'Diesen Passkey gibt es nicht mehr.',
  'This took too long or was finished already. Please try again.':
    'Das hat zu lange gedauert oder war schon beendet. Bitte versuche es noch einmal.',
  'Please begin the setup of two-factor authentication first.': 'Beginne zuerst mit der Einrichtung der Zwei-Faktor-Anmeldung.',
  'Two-factor authentication is not enabled.': 'Die Zwei-Faktor-Anmeldung ist nicht eingeschaltet.',
  '# actions on boards wait for the crawler. Please wait until some have ended.': '# Aktionen warten noch. Warte, bis einige fertig sind.',
  'Another action on this board is under way. Please wait until it ends.':
    'Für diese Karriereseite läuft schon eine Aktion. Warte, bis sie fertig ist.',
  'This board is paused or gone. Resume it first.': 'Diese Karriereseite ist pausiert oder weg. Setze sie zuerst fort.',
  'There is no such board.': 'Diese Karriereseite gibt es nicht mehr.',
  'There is no such employer.': 'Diesen Arbeitgeber gibt es nicht mehr.',
  'Only administrators add employers here. Please ask one of them.':
    'Arbeitgeber fügen hier nur Administratoren hinzu. Frag einen von ihnen.',
  'You have looked for as many employers as you may in # hours.': 'Du hast in # Stunden so viele Arbeitgeber gesucht, wie erlaubt ist.',
  'There is no such entry on your list.': 'Diesen Eintrag gibt es auf deiner Liste nicht mehr.',
  'You have no such saved filter.': 'Diese gespeicherte Suche gibt es nicht mehr.',
  'You have no such view.': 'Diese Ansicht gibt es nicht mehr.',
  'There is no such feed.': 'Diesen Feed gibt es nicht mehr.',
  'The timeline has no such row.': 'Diesen Schritt gibt es im Verlauf nicht mehr.',
  'The status of this application has been changed # times already.': 'Der Status dieser Bewerbung wurde schon # Mal geändert.',
  'Triggering is switched off in this deployment.': 'Läufe von Hand sind auf dieser Installation ausgeschaltet.',
  'There is no such channel.': 'Diesen Kanal gibt es nicht mehr.',
  'There is no such notification.': 'Diese Mitteilung gibt es nicht mehr.',
  'There is no such reminder.': 'Diese Erinnerung gibt es nicht mehr.',
  'A reminder that was cancelled cannot be snoozed.': 'Eine abgesagte Erinnerung lässt sich nicht verschieben.',
  'There is no such time zone. Use a name such as Europe/Copenhagen.': 'Diese Zeitzone gibt es nicht.',
  'Give both ends of the quiet hours, or none.': 'Gib Anfang und Ende der Ruhezeit an, oder keins von beiden.',
}

export const columns: ColumnNames = {
  title: 'Die Stellenbezeichnung', company: 'Das Unternehmen', location: 'Der Ort', url: 'Der Link', notes: 'Die Notiz',
  contact: 'Der Kontakt', portalUrl: 'Die Adresse des Bewerbungsportals', nextStepLabel: 'Der nächste Schritt',
}

/** What is wrong with a line of an imported file. */
export const problems: Problems = {
  NOT_CSV: () => 'Nicht als CSV lesbar. Stehen die Anführungszeichen richtig?',
  TOO_MANY_FIELDS: ({ value, limit }) =>
    `${value} Felder, aber die Kopfzeile hat ${limit}. Fehlen Anführungszeichen um einen Text mit Trennzeichen?`,
  MISSING: ({ column }) => `${column} fehlt`,
  TOO_LONG: ({ column, limit }) => `${column} ist länger als ${limit} Zeichen`,
  NUL_CHARACTER: ({ column }) => `${column} enthält ein ungültiges Zeichen`,
  NOT_AN_ADDRESS: ({ value }) => `„${value}“ ist keine Webadresse`,
  NOT_A_STATUS: ({ value }) => `„${value}“ ist kein Status`,
  NOT_A_DATE: ({ value }) => `„${value}“ ist kein Datum`,
  IN_THE_FUTURE: ({ value }) => `„${value}“ liegt in der Zukunft`,
  NOT_A_TIMELINE_ENTRY: ({ value }) => `„${value}“ im Verlauf hat nicht die Form STATUS@Zeit`,
  TIMELINE_ORDER: ({ value }) => `„${value}“ liegt im Verlauf vor dem Eintrag davor`,
  TIMELINE_TOO_LONG: ({ limit }) => `Der Verlauf hat mehr als ${limit} Einträge`,
  TIMELINE_END: ({ value }) => `Der Verlauf endet mit ${value}, das ist nicht der Status der Zeile`,
  LIMIT_REACHED: ({ limit }) => `Nicht importiert: mehr als ${limit} Bewerbungen gehen nicht`,
}
