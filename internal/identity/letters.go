package identity

import "rolecall/internal/lang"

// letter holds the texts of one mail in one language.
type letter struct {
	language lang.Language
	subject  string // also the heading
	preview  string // shown beside the subject in the inbox
	text     string
	advice   string // what to do if the recipient did not expect the mail
	reason   string // why the recipient gets it
}

// wording lists the keys of the texts in package lang that a letter has besides its subject and text.
type wording struct {
	preview        bool   // has its own preview text; otherwise the preview is the text
	advice, reason string // keys under "advice." and "reason."; the advice may be empty
}

// codeLetters lists the mails with codes. Each also states how long the code is valid and warns against sharing it.
var codeLetters = map[action]wording{
	verifyEmail:           {advice: "ignore", reason: "registered"},
	deleteAccount:         {advice: "logged-in", reason: "delete-account"},
	deleteAllApplications: {advice: "logged-in", reason: "delete-applications"},
	resetPassword:         {advice: "ignore-reset", reason: "reset"},
	confirmOldAddress:     {advice: "knows-password", reason: "move-away"},
	confirmNewAddress:     {advice: "ignore", reason: "move-here"},
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
	topicTest             topic = "test"
)

// plainLetters lists the mails without codes.
var plainLetters = map[topic]wording{
	topicInvitation:       {preview: true, reason: "invited"},
	topicRegistration:     {preview: true, advice: "log-in-instead", reason: "has-account"},
	topicPasswordChanged:  {advice: "reset-now", reason: "security"},
	topicPasswordReset:    {advice: "secure-mailbox", reason: "security"},
	topicTwoFactorOn:      {advice: "tell-operator", reason: "security"},
	topicTwoFactorOff:     {advice: "reset-now", reason: "security"},
	topicBackupCodes:      {advice: "reset-now", reason: "security"},
	topicPasskeyAdded:     {advice: "remove-passkey", reason: "security"},
	topicPasskeyRemoved:   {advice: "change-password", reason: "security"},
	topicPasskeySuspect:   {advice: "replace-passkey", reason: "security"},
	topicEmailTaken:       {advice: "log-in-there", reason: "move-here"},
	topicEmailLeft:        {advice: "tell-operator", reason: "moved-away"},
	topicEmailNew:         {advice: "tell-operator", reason: "moved-here"},
	topicOperatorPassword: {advice: "ask-operator", reason: "operator"},
	topicAdminPassword:    {advice: "ask-operator", reason: "operator"},
	topicOperatorFactor:   {advice: "ask-operator", reason: "operator"},
	topicOperatorVerified: {advice: "ask-operator", reason: "operator"},
	topicOperatorDisabled: {advice: "ask-operator", reason: "operator"},
	topicOperatorEnabled:  {advice: "ask-operator", reason: "operator"},
	topicOperatorDeleted:  {advice: "ask-operator", reason: "operator"},
	topicOperatorSessions: {advice: "ask-operator", reason: "operator"},
	topicTest:             {reason: "test"},
}

// codeLetter returns the mail with a code for an action.
func codeLetter(l lang.Language, a action) letter {
	w := codeLetters[a]
	return letter{
		language: l,
		subject:  l.Text("code." + string(a) + ".subject"),
		// Previews appear on locked screens, so they must not show the code.
		preview: l.Text("code.preview"),
		text:    l.Text("code."+string(a)+".text") + " " + l.Text("code.validity"),
		advice:  l.Text("code.warning") + " " + l.Text("advice."+w.advice),
		reason:  l.Text("reason." + w.reason),
	}
}

// plainLetter returns a mail without a code. values are pairs of name and value for its text.
func plainLetter(l lang.Language, t topic, values ...string) letter {
	w := plainLetters[t]
	out := letter{
		language: l, subject: l.Text("letter." + string(t) + ".subject"),
		text:   l.Text("letter."+string(t)+".text", values...),
		reason: l.Text("reason." + w.reason),
	}
	out.preview = out.text
	if w.preview {
		out.preview = l.Text("letter." + string(t) + ".preview")
	}
	if w.advice != "" {
		out.advice = l.Text("advice." + w.advice)
	}
	return out
}
