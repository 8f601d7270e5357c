package identity

// letter is the wording of a mail.
type letter struct {
	subject string // also the heading
	preview string // shown beside the subject in lists of mail; the text if empty
	text    string
	advice  string // what to do if the mail comes as a surprise
	reason  string // why the reader gets it
}

// codeLetters are the mails with codes. Their validity and a warning against telling the code are added to each.
var codeLetters = map[action]letter{
	verifyEmail: {
		subject: "Confirm your email address",
		text:    "Enter this code on the page where you registered to confirm that this address is yours.",
		advice:  "If you did not ask for it, you can ignore this mail.",
		reason:  "You get this mail because someone registered with this address.",
	},
	deleteAccount: {
		subject: "Confirm the deletion of your account",
		text:    "Enter this code to delete your account and everything in it. This cannot be undone.",
		advice:  "If you did not ask for it, someone else is logged in to your account: change your password now.",
		reason:  "You get this mail because someone who is logged in to your account asked to delete it.",
	},
	deleteAllApplications: {
		subject: "Confirm the deletion of all your applications",
		text:    "Enter this code to delete all applications you keep track of. This cannot be undone.",
		advice:  "If you did not ask for it, someone else is logged in to your account: change your password now.",
		reason:  "You get this mail because someone who is logged in to your account asked to delete all applications.",
	},
	resetPassword: {
		subject: "Reset your password",
		text:    "Enter this code to choose a new password.",
		advice:  "If you did not ask for it, you can ignore this mail: your password stays as it is.",
		reason:  "You get this mail because someone asked to reset the password of the account with this address.",
	},
	confirmOldAddress: {
		subject: "Confirm the change of your email address",
		text:    "Enter this code, together with the one sent to the new address, to move your account there.",
		advice:  "If you did not ask for it, someone knows your password: change it now.",
		reason:  "You get this mail because someone who is logged in to your account asked to move it to another address.",
	},
	confirmNewAddress: {
		subject: "Confirm your new email address",
		text:    "Enter this code, together with the one sent to the current address, to move your account here.",
		advice:  "If you did not ask for it, you can ignore this mail.",
		reason:  "You get this mail because someone asked to move an account to this address.",
	},
}

// topic names a mail without a code.
type topic string

const (
	topicInvitation       topic = "invitation"
	topicRegistration     topic = "registration"
	topicPasswordChanged  topic = "password-changed"
	topicPasswordReset    topic = "password-reset"
	topicTwoFactorOn      topic = "two-factor-on"
	topicTwoFactorOff     topic = "two-factor-off"
	topicBackupCodes      topic = "backup-codes"
	topicPasskeyAdded     topic = "passkey-added"
	topicPasskeyRemoved   topic = "passkey-removed"
	topicPasskeySuspect   topic = "passkey-suspect"
	topicEmailTaken       topic = "email-taken"
	topicEmailLeft        topic = "email-left"
	topicEmailNew         topic = "email-new"
	topicOperatorPassword topic = "operator-password"
	topicAdminPassword    topic = "admin-password"
	topicOperatorFactor   topic = "operator-two-factor"
	topicOperatorVerified topic = "operator-verified"
	topicOperatorDisabled topic = "operator-disabled"
	topicOperatorEnabled  topic = "operator-enabled"
	topicOperatorDeleted  topic = "operator-deleted"
	topicOperatorSessions topic = "operator-sessions"
)

const (
	tellOperator = "If this was not you, tell the operator of this installation at once."
	askOperator  = "If you do not know why, ask the operator of this installation."
	whyOperator  = "You get this mail because the operator of this installation of Rolecall changed the account with this address."
	passkeysStay = "Passkeys stay valid: if you do not know one of them, remove it under Security in your account."
	whyAccount   = "You get this mail because it is about the security of the account with this address."
	resetNow     = "If this was not you, someone is logged in to your account: reset your password now."
)

// plainLetters are the mails without codes. {time} and {passkey} stand for when it happened and the name of a passkey.
var plainLetters = map[topic]letter{
	topicInvitation: {
		subject: "You are invited to Rolecall",
		preview: "Create your account",
		text:    "The operator of this installation of Rolecall has invited you. The link is valid for seven days, for this address only.",
		reason:  "You get this mail because the operator of this installation of Rolecall entered your address.",
	},
	topicRegistration: {
		subject: "Someone tried to register your address",
		preview: "You already have an account; nothing has changed",
		text:    "Someone tried to create an account with this address. You already have one, and nothing about it has changed.",
		advice:  "If it was you, log in instead. Otherwise you can ignore this mail. You get it at most once a day.",
		reason:  "You get this mail because you have an account with this address.",
	},
	topicPasswordChanged: {
		subject: "Your password was changed",
		text:    "The password of your account was changed on {time}. All other sessions were ended.",
		advice:  resetNow,
		reason:  whyAccount,
	},
	topicPasswordReset: {
		subject: "Your password was reset",
		text: "The password of your account was reset with a code that we mailed to you. " +
			"Every session was ended; log in with the new password. " +
			passkeysStay,
		advice: "If this was not you, someone reads your mail: secure your mailbox first, then reset the password again.",
		reason: whyAccount,
	},
	topicTwoFactorOn: {
		subject: "Two-factor authentication was turned on",
		text: "Two-factor authentication of your account was turned on, on {time}. " +
			"From now on a login takes a code from your app, or a backup code. All other sessions were ended.",
		advice: tellOperator,
		reason: whyAccount,
	},
	topicTwoFactorOff: {
		subject: "Two-factor authentication was turned off",
		text: "Two-factor authentication of your account was turned off on {time}, and its backup codes are void. " +
			"The password alone is enough to log in now. All other sessions were ended.",
		advice: resetNow,
		reason: whyAccount,
	},
	topicBackupCodes: {
		subject: "You have new backup codes",
		text: "New backup codes for two-factor authentication were made on {time}. The earlier ones no longer work. " +
			"All other sessions were ended.",
		advice: resetNow,
		reason: whyAccount,
	},
	topicPasskeyAdded: {
		subject: "A passkey was added to your account",
		text: "The passkey “{passkey}” was added to your account on {time}. It logs in without your password. " +
			"All other sessions were ended.",
		advice: "If this was not you, someone knows your password: log in, remove the passkey and change the password.",
		reason: whyAccount,
	},
	topicPasskeyRemoved: {
		subject: "A passkey was removed from your account",
		text:    "The passkey “{passkey}” was removed from your account on {time} and no longer logs in. All other sessions were ended.",
		advice:  "If this was not you, someone knows your password: log in and change it.",
		reason:  whyAccount,
	},
	topicPasskeySuspect: {
		subject: "A passkey of your account may have been copied",
		text: "The passkey “{passkey}” was used on {time} with a counter lower than the last one we saw. " +
			"That happens when there is a second copy of it, so it is refused from now on.",
		advice: "Log in another way, end sessions that you do not know, remove the passkey and add a new one.",
		reason: whyAccount,
	},
	topicEmailTaken: {
		subject: "This address already has an account",
		text:    "Someone asked to move another account to this address. That is not possible, because this address has an account of its own.",
		advice:  "If it was you, log in to the account of this address, or delete it first. Otherwise you can ignore this mail.",
		reason:  "You get this mail because someone asked to move an account to this address.",
	},
	topicEmailLeft: {
		subject: "Your account has moved to another address",
		text:    "Your account now has another email address, as confirmed with a code that we mailed to this one. Every session was ended.",
		advice:  tellOperator,
		reason:  "You get this mail because the account with this address was moved to another. It is the last one to this address.",
	},
	topicEmailNew: {
		subject: "Your account now has this address",
		text:    "The address of your account was changed to this one. Every session was ended; log in with the new address and your password.",
		advice:  tellOperator,
		reason:  "You get this mail because an account was moved to this address.",
	},
	topicOperatorPassword: {
		subject: "Your password was reset",
		text: "The operator of this installation reset the password of your account and has the new one for you. Every session was ended. " +
			passkeysStay + " Change the password once you are logged in.",
		advice: askOperator, reason: whyOperator,
	},
	topicAdminPassword: {
		subject: "Choose a new password",
		text: "The operator of this installation reset the password of your account: the old one no longer works, and every session was " +
			"ended. Choose a new one to log in again. " + passkeysStay,
		advice: askOperator, reason: whyOperator,
	},
	topicOperatorFactor: {
		subject: "Two-factor authentication was turned off",
		text: "The operator of this installation turned off two-factor authentication of your account. " +
			"Its backup codes and passkeys are void, and every session was ended. " +
			"Turn it on again once you are logged in.",
		advice: askOperator, reason: whyOperator,
	},
	topicOperatorVerified: {
		subject: "Your email address is confirmed",
		text:    "The operator of this installation confirmed the email address of your account. You can log in.",
		advice:  askOperator, reason: whyOperator,
	},
	topicOperatorDisabled: {
		subject: "Your account was disabled",
		text: "The operator of this installation disabled your account. " +
			"Every session was ended, and your password is refused until the account is enabled again. " +
			"Nothing was deleted.",
		advice: askOperator, reason: whyOperator,
	},
	topicOperatorEnabled: {
		subject: "Your account was enabled again",
		text:    "The operator of this installation enabled your account again. You can log in as before.",
		advice:  askOperator, reason: whyOperator,
	},
	topicOperatorDeleted: {
		subject: "Your account was deleted",
		text:    "The operator of this installation deleted your account and everything in it.",
		advice:  askOperator, reason: whyOperator,
	},
	topicOperatorSessions: {
		subject: "You were logged out everywhere",
		text:    "The operator of this installation ended every session of your account. Your password is the same; log in again.",
		advice:  askOperator, reason: whyOperator,
	},
}
