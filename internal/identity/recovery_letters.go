package identity

// recoveryLetter is what a mail says: the matter, and what to do if it comes as a surprise.
type recoveryLetter struct{ subject, text, otherwise, reason string }

// recoveryLetters carry codes. No subject shows the code.
var recoveryLetters = map[action]recoveryLetter{
	resetPassword: {"Reset your password",
		"Enter this code to choose a new password. It is valid for 15 minutes and works once.",
		"Nobody from Rolecall will ever ask you for this code. If you did not ask for it, you need not do anything: your password stays as it is.",
		"You get this mail because someone asked to reset the password of the account with this address."},
	confirmCurrent: {"Confirm the change of your email address",
		"Enter this code, together with the one sent to the new address, to move your account there. It is valid for 15 minutes and works once.",
		"Nobody from Rolecall will ever ask you for this code. If you did not ask for it, somebody knows your password: change it now.",
		"You get this mail because someone who is logged in to your account asked to move it to another address."},
	confirmNew: {"Confirm your new email address",
		"Enter this code, together with the one sent to the present address, to move your account here. It is valid for 15 minutes and works once.",
		"Nobody from Rolecall will ever ask you for this code. If you did not ask for it, you need not do anything.",
		"You get this mail because someone asked to move an account to this address."},
}

// notice names a letter about something that was done.
type notice string

const (
	noticePasswordReset    notice = "password-reset"
	noticeEmailTaken       notice = "email-taken"
	noticeEmailLeft        notice = "email-left"
	noticeEmailNew         notice = "email-new"
	noticeOperatorPassword notice = "operator-password"
	noticeOperatorFactor   notice = "operator-two-factor"
	noticeOperatorVerified notice = "operator-verified"
	noticeOperatorDisabled notice = "operator-disabled"
	noticeOperatorEnabled  notice = "operator-enabled"
	noticeOperatorDeleted  notice = "operator-deleted"
	noticeOperatorSessions notice = "operator-sessions"
)

const (
	byOperator = "You get this mail because whoever runs this installation of Rolecall did this to the account with this address."
	askThem    = "If you do not know why, ask whoever runs this installation."
)

var noticeLetters = map[notice]recoveryLetter{
	noticePasswordReset: {"Your password was reset",
		"The password of your account was reset with a code that we mailed to you. Every session was ended; log in with the new password.",
		"If this was not you, somebody reads your mail: secure your mailbox first, then reset the password again.",
		"You get this mail because the password of the account with this address was reset."},
	noticeEmailTaken: {"This address has an account already",
		"Someone asked to move another account to this address. That is not possible, because this address has an account of its own.",
		"If it was you, log in to the account of this address, or delete it first. Otherwise you need not do anything.",
		"You get this mail because someone asked to move an account to this address."},
	noticeEmailLeft: {"Your account has moved to another address",
		"Your account now has another email address, as confirmed with a code that we mailed to this one. Every session was ended.",
		"If this was not you, tell whoever runs this installation at once.",
		"You get this mail because the account with this address was moved to another. It is the last one to this address."},
	noticeEmailNew: {"Your account has this address now",
		"The address of your account was changed to this one. Every session was ended; log in with the new address and your password.",
		"If this was not you, tell whoever runs this installation at once.",
		"You get this mail because an account was moved to this address."},
	noticeOperatorPassword: {"Your password was reset",
		"The password of your account was reset by whoever runs this installation, who has the new one for you. Every session was ended. Change the password once you are logged in.",
		askThem, byOperator},
	noticeOperatorFactor: {"Two-factor authentication was turned off",
		"Two-factor authentication of your account was turned off by whoever runs this installation, and its backup codes and passkeys are void. Every session was ended. Turn it on again once you are logged in.",
		askThem, byOperator},
	noticeOperatorVerified: {"Your email address is confirmed",
		"The email address of your account was confirmed by whoever runs this installation. You can log in.",
		askThem, byOperator},
	noticeOperatorDisabled: {"Your account was disabled",
		"Your account was disabled by whoever runs this installation. Every session was ended, and your password is refused until the account is enabled again. Nothing was deleted.",
		askThem, byOperator},
	noticeOperatorEnabled: {"Your account was enabled again",
		"Your account was enabled again by whoever runs this installation. You can log in as before.",
		askThem, byOperator},
	noticeOperatorDeleted: {"Your account was deleted",
		"Your account was deleted by whoever runs this installation, with everything in it.",
		askThem, byOperator},
	noticeOperatorSessions: {"You were logged out everywhere",
		"Every session of your account was ended by whoever runs this installation. Your password is the same; log in again.",
		askThem, byOperator},
}
