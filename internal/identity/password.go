package identity

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"rolecall/internal/fault"
)

//go:embed common_passwords.txt
var commonList string

// commonPasswords is read at the first use.
var commonPasswords = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for word := range strings.Lines(commonList) {
		set[strings.TrimSpace(word)] = true
	}
	return set
})

// checkPassword refuses what a guesser tries first: common passwords, one character or a keyboard row over and over,
// and what the account's own address and name already say. Beyond that any characters will do.
func checkPassword(field, password string, own ...string) error {
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
	if repetitive(plain) || run(plain) {
		return weak("This password is only a pattern. Please choose another.")
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

// letters drops what people put around a word to make it count as a password.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// repetitive tells whether the text is one short piece again and again.
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

var rows = []string{"abcdefghijklmnopqrstuvwxyz", "01234567890123456789", "qwertyuiopasdfghjklzxcvbnm", "qwertzuiopasdfghjklyxcvbnm",
	"azertyuiopqsdfghjklmwxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "a1b2c3d4e5f6g7h8i9j0", "1a2b3c4d5e6f7g8h9i0j"}

// run tells whether the text walks along the alphabet, the digits or the keyboard, in either direction.
func run(s string) bool {
	backwards := []rune(s)
	for i, j := 0, len(backwards)-1; i < j; i, j = i+1, j-1 {
		backwards[i], backwards[j] = backwards[j], backwards[i]
	}
	for _, row := range rows {
		if strings.Contains(row, s) || strings.Contains(row, string(backwards)) {
			return true
		}
	}
	return false
}
