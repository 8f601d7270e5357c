// What the server says in English. A sentence that is not listed is shown as it comes.
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
  'The file has no header line with column names such as title and company.':
    'In der Datei fehlt die Kopfzeile mit Spaltennamen wie „title“ und „company“.',
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
}
