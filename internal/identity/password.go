package identity

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rolecall/internal/fault"
)

//go:embed common_passwords.txt
var commonList string

// commonPasswords reads the list at its first use.
var commonPasswords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.Lines(commonList) {
		set[strings.TrimSpace(word)] = true
	}
	return set
})

// checkNewPassword refuses what a guesser tries first: common passwords, repetitions, keyboard runs, and the account's own
// words. Any other characters are allowed.
func checkNewPassword(field, password string, own ...string) error {
	weak := func(why string) error { return fault.InvalidField(field, why) }
	n := utf8.RuneCountInString(password)
	if n < 8 || n > 100 {
		return weak("The password must have 8 to 100 characters.")
	}
	if !utf8.ValidString(password) || strings.ContainsRune(password, 0) {
		return weak("The password contains characters that cannot be used.")
	}
	plain := strings.ToLower(strings.TrimSpace(norm.NFKC.String(password)))
	if commonPasswords()[plain] {
		return weak("This password is one of the most common ones. Please choose another.")
	}
	if repetitive(plain) || keyboardRun(plain) {
		return weak("This password is a simple pattern. Please choose another.")
	}
	bare := letters(plain)
	for _, word := range own {
		for _, part := range append(strings.FieldsFunc(strings.ToLower(word), func(r rune) bool { return r == '@' }), strings.ToLower(word)) {
			if part = letters(part); len(part) >= 3 && (bare == part || bare == part+part) {
				return weak("This password is your own name or address. Please choose another.")
			}
		}
	}
	return nil
}

// ownWords returns the words of an account that are too easy to guess as its password.
func ownWords(email, first, last string) []string { return []string{email, first, last, first + last} }

// letters drops the digits and signs that people put around a word.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// repetitive reports whether the text repeats a piece of up to four characters.
func repetitive(s string) bool {
	r := []rune(s)
	for size := 1; size <= 4 && size*2 <= len(r); size++ {
		same := true
		for i := size; i < len(r) && same; i++ {
			same = r[i] == r[i-size]
		}
		if same {
			return true
		}
	}
	return false
}

var keyboardRows = []string{
	"abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm",
	"azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
	"a1b2c3d4e5f6g7h8i9j0", "1a2b3c4d5e6f7g8h9i0j",
}

// keyboardRun reports whether the text runs along the alphabet, the digits or a keyboard, in either direction.
func keyboardRun(s string) bool {
	backwards := []rune(s)
	slices.Reverse(backwards)
	return slices.ContainsFunc(keyboardRows, func(row string) bool {
		return strings.Contains(row, s) || strings.Contains(row, string(backwards))
	})
}
