import type { ColumnNames, Problems } from '../problems'

// What the server says in English, with # for numbers. A sentence that is not listed is shown as it comes.
export const server: Record<string, string> = {
  'You have no such application.': 'Cette candidature n’existe pas.',
  'There is no such application.': 'Cette candidature n’existe pas.',
  'You already track an application to this posting.': 'Cette offre est déjà sur votre tableau.',
  'You already track 20,000 applications. Delete some you no longer need.':
    'Vous suivez déjà 20 000 candidatures. Supprimez celles dont vous n’avez plus besoin.',
  'This change cannot be undone: it was undone already, or was made more than ten minutes ago.':
    'Impossible d’annuler : c’est déjà fait, ou cela date de plus de dix minutes.',
  'This move can no longer be undone: something else happened since, or it was made more than ten minutes ago.':
    'Impossible d’annuler : autre chose s’est passé depuis, ou cela date de plus de dix minutes.',
  'This application cannot be brought back: it was never deleted, or was deleted more than ten minutes ago.':
    'Impossible de rétablir cette candidature : elle n’a pas été supprimée, ou il y a plus de dix minutes.',
  'An application can have 20 tags.': 'Une candidature peut avoir 20 étiquettes.',
  'A tag is blank.': 'Une étiquette est vide.',
  'The job details were copied from a posting and cannot be changed.':
    'Ces informations viennent d’une offre et ne peuvent pas être modifiées.',
  'Another import of yours is still running. Please wait until it has finished, then try again.':
    'Un autre de vos imports est en cours. Attendez qu’il se termine, puis réessayez.',
  'The file has more than 50,000 records. Split it and import the parts.':
    'Le fichier a plus de 50 000 lignes. Divisez-le et importez les parties.',
  'No known columns were found. Expected for example: title, company, status.':
    'Aucune colonne connue n’a été trouvée. Sont attendues par exemple « title », « company » et « status ».',
  'The file is not UTF-8 text. Save it as “CSV UTF-8” and try again.':
    'Le fichier n’est pas du texte UTF-8. Enregistrez-le en « CSV UTF-8 » et réessayez.',
  'Only an application that is marked as ghosted can be reopened.': 'Seule une candidature sans réponse peut être rouverte.',
  'The application has already ended.': 'Cette candidature est déjà terminée.',
  'The application to put it below is not in that status.': 'Le tableau a changé entre-temps. Veuillez réessayer.',
  'The code is wrong, expired or already used. Please request a new one.':
    'Le code est incorrect, expiré ou déjà utilisé. Demandez-en un nouveau.',
  'The title is blank.': 'L’intitulé manque.',
  'The company is blank.': 'L’entreprise manque.',
  'The timeline needs at least one row.': 'L’historique doit garder au moins une étape.',
  'You have 50 saved views. Delete one to save another.': 'Vous avez 50 vues enregistrées. Supprimez-en une pour en ajouter une autre.',
  'The name is blank.': 'Le nom manque.',
  'The name must not be blank.': 'Le nom manque.',
  'This is for administrators.': 'C’est réservé aux administrateurs.',
  'There is nothing with this id.': 'Cela n’existe pas, ou plus.',
  'There is nothing at this address.': 'Il n’y a rien à cette adresse.',
  'There is already an account with this address.': 'Un compte existe déjà avec cette adresse.',
  'This is not an email address.': 'Ce n’est pas une adresse e-mail.',
  'This is the address of your account already.': 'C’est déjà l’adresse de votre compte.',
  'A name has 1 to 100 characters.': 'Un nom compte de 1 à 100 caractères.',
  'A name contains no control characters.': 'Un nom ne contient pas de caractères de contrôle.',
  'The code is wrong or was used already.': 'Le code est incorrect ou déjà utilisé.',
  'The code is wrong, has expired or was used already.': 'Le code est incorrect, expiré ou déjà utilisé.',
  'The account was changed while you logged in. Please log in again.':
    'Le compte a été modifié pendant la connexion. Veuillez vous reconnecter.',
  'An account has at most 20 passkeys. Please remove one first.': 'Un compte a au plus 20 clés d’accès. Retirez-en d’abord une.',
  'This passkey is registered already.': 'Cette clé d’accès est déjà enregistrée.',
  'The passkey could not be added. Please try again.': 'La clé d’accès n’a pas pu être ajoutée. Veuillez réessayer.',
  'This passkey was not accepted. Please try another one, or your password.':
    'Cette clé d’accès n’a pas été acceptée. Essayez-en une autre ou votre mot de passe.',
  'The password must have 8 to 100 characters.': 'Le mot de passe doit compter de 8 à 100 caractères.',
  'The password contains characters that cannot be used.': 'Le mot de passe contient des caractères inutilisables.',
  'This password is one of the most common ones. Please choose another.':
    'Ce mot de passe est l’un des plus courants. Choisissez-en un autre.',
  'This password is a simple pattern. Please choose another.': 'Ce mot de passe est un motif trop simple. Choisissez-en un autre.',
  'This password is your own name or address. Please choose another.':
    'Ce mot de passe est votre nom ou votre adresse. Choisissez-en un autre.',
  'The current password is wrong.': 'Le mot de passe actuel est incorrect.',
  'Two-factor authentication is already enabled.': 'La double authentification est déjà activée.',
  'There is no such session.': 'Cette session n’existe plus.',
  'There is no such company.': 'Cette entreprise n’existe pas.',
  "The logo's address must be an absolute http or https address.": 'L’adresse du logo doit commencer par http:// ou https://.',
  'Another administrator has corrected this posting meanwhile. Look at it again.':
    'Un autre administrateur a corrigé cette offre entre-temps. Regardez-la de nouveau.',
  'You have corrected 500 postings. Undo some corrections to make another.':
    'Vous avez corrigé 500 offres. Annulez des corrections pour en ajouter une.',
  'You follow 1,000 employers. Stop following some to follow another.':
    'Vous suivez 1 000 employeurs. Cessez d’en suivre pour en ajouter un autre.',
  'You are looking for an employer already. Please wait until that ends.':
    'Vous cherchez déjà un employeur. Attendez la fin de cette recherche.',
  'This board is being added, or was added already.': 'Cette page carrières est en cours d’ajout, ou déjà ajoutée.',
  'There is no such posting.': 'Cette offre n’existe pas.',
  'Your list has 1,000 entries. Remove some you no longer need to add another.':
    'Votre liste compte 1 000 entrées. Retirez-en pour en ajouter une autre.',
  'Words have at most 100 characters, a place has at most 200.': 'Les mots comptent au plus 100 caractères, un lieu au plus 200.',
  'There is no word in it.': 'Il n’y a aucun mot.',
  'You have 200 saved searches. Delete one to save another.':
    'Vous avez 200 recherches enregistrées. Supprimez-en une pour en ajouter une autre.',
  'You have saved 10,000 jobs. Remove some you no longer need to save another.':
    'Vous avez enregistré 10 000 offres. Retirez-en pour en ajouter une autre.',
  'You have 50 feeds. Remove one to make another.': 'Vous avez 50 flux. Retirez-en un pour en créer un autre.',
  'A pass of this kind is already queued or running.': 'Un tel passage est déjà en attente ou en cours.',
  'Please enter a valid code of your authenticator app or a backup code.':
    'Saisissez un code valable de votre application d’authentification ou un code de secours.',
  'Quiet hours must end at another hour than they begin.': 'Les heures calmes doivent finir à une autre heure que leur début.',
  'You have a channel with this address already.': 'Vous avez déjà un canal à cette adresse.',
  'Enter a name.': 'Saisissez un nom.',
  'Enter a full address that begins with https://.': 'Saisissez une adresse complète commençant par https://.',
  'The address must begin with https://.': 'L’adresse doit commencer par https://.',
  'The address must not contain a user name or a password.': 'L’adresse ne doit contenir ni nom d’utilisateur ni mot de passe.',
  'This address is not public. The platform sends to public addresses only.':
    'Cette adresse n’est pas publique. L’envoi ne se fait qu’à des adresses publiques.',
  'Enter the topic.': 'Saisissez le sujet.',
  'The channel is switched off. Switch it on first.': 'Le canal est désactivé. Activez-le d’abord.',
  'A reminder that has fired or was cancelled can no longer be changed.': 'Un rappel envoyé ou annulé ne peut plus être modifié.',
  'A reminder that has fired can no longer be cancelled.': 'Un rappel envoyé ne peut plus être annulé.',
  'The time of a reminder must be in the future.': 'L’heure d’un rappel doit être dans le futur.',
  'You have 1,000 scheduled reminders, which is the limit. Cancel one you no longer need to set another.':
    'Vous avez 1 000 rappels prévus, c’est la limite. Annulez-en un pour en ajouter un autre.',
  'The record after line # is longer than # KiB. Is a quotation mark not closed?':
    'L’entrée après la ligne # dépasse # Kio. Manque-t-il un guillemet fermant ?',
  'The file has # columns; the limit is #. Delete those you do not need.':
    'Le fichier a # colonnes, la limite est de #. Supprimez celles dont vous n’avez pas besoin.',
  'The header line has no column for the title and none for the company.':
    'La ligne d’en-tête n’a de colonne ni pour l’intitulé ni pour l’entreprise.',
  'The header line has no column for the title.': 'La ligne d’en-tête n’a pas de colonne pour l’intitulé.',
  'The header line has no column for the company.': 'La ligne d’en-tête n’a pas de colonne pour l’entreprise.',
  'The date must be between the years # and #.': 'La date doit se situer entre les années # et #.',
  'The date must not be in the future.': 'La date ne peut pas être dans le futur.',
  'You have # channels. Remove one first.': 'Vous avez # canaux. Supprimez-en d’abord un.',
  'must not be longer than # characters; it has #': 'ne doit pas dépasser # caractères (il y en a #)',
  'must not be blank': 'ne doit pas être vide',
  'Your account was changed at the same moment. Please try again.': 'Votre compte a été modifié au même moment. Réessayez.',
  'Your account may not use this.': 'Votre compte n’y a pas accès.',
  'This is your own account. Please change it in your settings.': 'C’est votre propre compte. Modifiez-le dans vos paramètres.',
  'There is no such user.': 'Cet utilisateur n’existe plus.',
  'This login has expired or was finished already. Please log in again.':
    'Cette connexion a expiré ou est déjà terminée. Reconnectez-vous.',
  'A backup or a test is running. Please wait until it ends.': 'Une sauvegarde ou un test est en cours. Attendez la fin.',
  'A test mail was sent a moment ago. Please wait a few seconds.': 'Un e-mail de test vient d’être envoyé. Attendez quelques secondes.',
  'There is no backup to test yet.': 'Il n’y a pas encore de sauvegarde à tester.',
  'This installation takes no backups by itself.': 'Cette installation ne fait pas de sauvegardes elle-même.',
  'There is no invitation to this address.': 'Il n’y a pas d’invitation à cette adresse.',
  'There is no such passkey.': 'Cette clé d’accès n’existe plus.',
  'This took too long or was finished already. Please try again.': 'Cela a pris trop de temps ou était déjà terminé. Réessayez.',
  'Please begin the setup of two-factor authentication first.': 'Commencez d’abord la configuration de la double authentification.',
  'Two-factor authentication is not enabled.': 'La double authentification n’est pas activée.',
  '# actions on boards wait for the crawler. Please wait until some have ended.':
    '# actions sont en attente. Attendez que certaines soient terminées.',
  'Another action on this board is under way. Please wait until it ends.':
    'Une autre action est en cours sur cette page carrières. Attendez la fin.',
  'This board is paused or gone. Resume it first.': 'Cette page carrières est en pause ou n’existe plus. Reprenez-la d’abord.',
  'There is no such board.': 'Cette page carrières n’existe plus.',
  'There is no such employer.': 'Cet employeur n’existe plus.',
  'Only administrators add employers here. Please ask one of them.':
    'Seuls les administrateurs ajoutent des employeurs ici. Demandez à l’un d’eux.',
  'You have looked for as many employers as you may in # hours.': 'Vous avez cherché autant d’employeurs que permis en # heures.',
  'There is no such entry on your list.': 'Cette entrée n’est plus dans votre liste.',
  'You have no such saved filter.': 'Cette recherche enregistrée n’existe plus.',
  'You have no such view.': 'Cette vue n’existe plus.',
  'There is no such feed.': 'Ce flux n’existe plus.',
  'The timeline has no such row.': 'Cette étape n’est plus dans l’historique.',
  'The status of this application has been changed # times already.': 'Le statut de cette candidature a déjà été modifié # fois.',
  'Triggering is switched off in this deployment.': 'Les lancements manuels sont désactivés sur cette installation.',
  'There is no such channel.': 'Ce canal n’existe plus.',
  'There is no such notification.': 'Cette notification n’existe plus.',
  'There is no such reminder.': 'Ce rappel n’existe plus.',
  'A reminder that was cancelled cannot be snoozed.': 'Un rappel annulé ne peut pas être reporté.',
  'There is no such time zone. Use a name such as Europe/Copenhagen.': 'Ce fuseau horaire n’existe pas.',
  'Give both ends of the quiet hours, or none.': 'Indiquez le début et la fin des heures calmes, ou aucun des deux.',
}

export const columns: ColumnNames = {
  title: 'L’intitulé', company: 'L’entreprise', location: 'Le lieu', url: 'Le lien', notes: 'La note', contact: 'Le contact',
  portalUrl: 'L’adresse du portail de candidature', nextStepLabel: 'La prochaine étape',
}

/** What is wrong with a line of an imported file. */
export const problems: Problems = {
  NOT_CSV: () => 'Illisible en CSV. Les guillemets sont-ils bien placés ?',
  TOO_MANY_FIELDS: ({ value, limit }) =>
    `${value} champs, mais l’en-tête en a ${limit}. Manque-t-il des guillemets autour d’un texte avec séparateur ?`,
  MISSING: ({ column }) => `${column} manque`,
  TOO_LONG: ({ column, limit }) => `${column} dépasse ${limit} caractères`,
  NUL_CHARACTER: ({ column }) => `${column} contient un caractère non valide`,
  NOT_AN_ADDRESS: ({ value }) => `« ${value} » n’est pas une adresse web`,
  NOT_A_STATUS: ({ value }) => `« ${value} » n’est pas un statut`,
  NOT_A_DATE: ({ value }) => `« ${value} » n’est pas une date`,
  IN_THE_FUTURE: ({ value }) => `« ${value} » est dans le futur`,
  NOT_A_TIMELINE_ENTRY: ({ value }) => `« ${value} » dans l’historique n’a pas la forme STATUT@date`,
  TIMELINE_ORDER: ({ value }) => `« ${value} » dans l’historique précède l’entrée d’avant`,
  TIMELINE_TOO_LONG: ({ limit }) => `L’historique a plus de ${limit} entrées`,
  TIMELINE_END: ({ value }) => `L’historique se termine par ${value}, qui n’est pas le statut de la ligne`,
  LIMIT_REACHED: ({ limit }) => `Non importée : vous ne pouvez pas suivre plus de ${limit} candidatures`,
}
