package catalogue

import (
	"strings"
	"unicode"
)

// field is a statement about a board in a column or a key of a catalogue.
type field int

const (
	family field = iota + 1
	token
	address
	name
	logo
	title // title of a posting
)

// fields lists the words that people use, without capitals and punctuation.
var fields = map[string]field{
	"sourcetype": family, "family": family, "ats": family, "atstype": family, "atsprovider": family, "provider": family,
	"platform": family, "kind": family, "boardtype": family,
	"token": token, "slug": token, "board": token, "boardtoken": token, "boardid": token, "atsslug": token, "atsaccount": token,
	"handle":  token,
	"address": address, "url": address, "link": address, "boardurl": address, "careersurl": address, "careerurl": address,
	"careerspage": address, "careerpage": address, "jobsurl": address, "joburl": address, "jobboardurl": address, "applyurl": address,
	"companyname": name, "name": name, "company": name, "employer": name, "organization": name, "organisation": name,
	"companylogourl": logo, "logo": logo, "logourl": logo,
	"title": title, "jobtitle": title,
}

func fieldOf(word string) field { return fields[Plain(word)] }

// Plain returns a word without capitals and punctuation: "source_type" and "sourceType" are the same.
func Plain(word string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, word)
}

// set gives an entry a value that its column or key states. The first of several keys for one thing wins.
func (e *Entry) set(f field, value string) {
	into := map[field]*string{family: &e.Family, token: &e.Token, address: &e.Address, name: &e.Name, logo: &e.Logo}[f]
	switch {
	case f == title:
		e.Posting = e.Posting || strings.TrimSpace(value) != ""
	case into != nil && *into == "":
		*into = value
	}
}
