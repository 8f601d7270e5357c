// Package enrich turns the text of a posting into facts: skills, level, kind of employment, way of working, languages
// asked for, pay, requirements, years of experience and places.
//
// Everything here is a pure function: no network, no clock, no database. What a board says in a field of its own wins
// over what title and text seem to say, and each fact records where it came from and the words it is based on. The words of
// each language are a file in lang; where the rules are not sure they say nothing, because a wrong fact misleads a search more than a
// missing one. How well they do is measured by package evaluate, on real postings.
package enrich

import (
	"cmp"
	"strings"

	"rolecall/internal/crawler/enrich/place"
	"rolecall/internal/crawler/enrich/skill"
	"rolecall/internal/crawler/enrich/text"
)

// Version is the version of the rules and their data. Raise it with every change that can alter a fact: postings that an
// older version enriched are then enriched again.
const Version = 15

// Input is what a board says about a posting. Every field but the title may be empty.
type Input struct {
	Title       string        `json:"title"`
	Company     string        `json:"company,omitempty"`
	Description string        `json:"description,omitempty"` // HTML or plain text
	Locations   []string      `json:"locations,omitempty"`   // location fields as written
	Places      []place.Place `json:"places,omitempty"`      // location fields that the board keeps apart
	Workplace   string        `json:"workplace,omitempty"`   // the board's own word, such as "ON_SITE"
	Employment  string        `json:"employment,omitempty"`  // the board's own word, such as "fulltime_permanent"
	Seniority   string        `json:"seniority,omitempty"`   // the board's own word, such as "mid_level"
	Pay         BoardPay      `json:"pay,omitzero"`
	Language    string        `json:"language,omitempty"` // of the posting, ISO 639-1; the rules recognise it by themselves
}

// BoardPay is pay as a board gives it: in figures, or as one line of text.
type BoardPay struct {
	Min      float64 `json:"min,omitempty"`
	Max      float64 `json:"max,omitempty"`
	Currency string  `json:"currency,omitempty"`
	Period   string  `json:"period,omitempty"`
	Text     string  `json:"text,omitempty"`
}

// Facts is what is known about a posting. An empty field means not known.
type Facts struct {
	Skills         []string      `json:"skills,omitempty"` // canonical names, in order of appearance
	CareerLevel    string        `json:"careerLevel,omitempty"`
	EmploymentType string        `json:"employmentType,omitempty"`
	WorkplaceType  string        `json:"workplaceType,omitempty"`
	Languages      []string      `json:"languages,omitempty"` // ISO 639-1, in order of appearance
	Pay            *Pay          `json:"pay,omitempty"`
	Requirements   []string      `json:"requirements,omitempty"`
	Experience     *Years        `json:"experience,omitempty"`
	Places         []place.Place `json:"places,omitempty"`
	Sources        Sources       `json:"sources,omitzero"`
	// Evidence holds, by the JSON name of a fact, the words of the title or the text that the fact is based on. Each skill has
	// words of its own, under "skills/" and its name.
	Evidence map[string]string `json:"evidence,omitempty"`
}

// Pay is a range in whole units of a currency; 0 means that the range is open at that end. Currency is empty when the
// posting leaves it open ("$" without a country).
type Pay struct {
	Min      int64  `json:"min,omitempty"`
	Max      int64  `json:"max,omitempty"`
	Currency string `json:"currency,omitempty"`
	Period   string `json:"period"`
}

// Years is the experience asked for; Max is 0 when there is no upper end.
type Years struct {
	Min int `json:"min"`
	Max int `json:"max,omitempty"`
}

// Source says where a fact comes from.
type Source string

// The sources of a fact.
const (
	Unknown Source = ""
	Board   Source = "board" // a field of the board
	Title   Source = "title"
	Text    Source = "text"
	Model   Source = "model" // the second opinion that an operator configured
)

// Sources holds the source of each fact.
type Sources struct {
	Skills         Source `json:"skills,omitempty"`
	CareerLevel    Source `json:"careerLevel,omitempty"`
	EmploymentType Source `json:"employmentType,omitempty"`
	WorkplaceType  Source `json:"workplaceType,omitempty"`
	Languages      Source `json:"languages,omitempty"`
	Pay            Source `json:"pay,omitempty"`
	Requirements   Source `json:"requirements,omitempty"`
	Experience     Source `json:"experience,omitempty"`
	Places         Source `json:"places,omitempty"`
}

// The vocabularies of the facts.
var (
	WorkplaceTypes  = []string{place.Remote, place.Hybrid, place.Onsite}
	EmploymentTypes = []string{"full-time", "part-time", "contract", "freelance", "internship"}
	CareerLevels    = []string{"internship", "junior", "mid", "senior", "lead", "principal", "manager", "director"}
	Periods         = []string{"hour", "day", "week", "month", "year"}
)

// posting is a posting that has been read: its lines, their parts and the phrases among its words.
type posting struct {
	in         Input
	title      *text.Doc
	body       *text.Doc
	languages  languageSet // that the body is written in
	sections   []section
	cues       []cue // of the body
	titleCues  []cue
	introLines int // lines that introduce the company
}

// Posting returns the facts of a posting.
func Posting(in Input) Facts {
	p := posting{in: in, title: text.Plain(neutral(withoutCutWord(in.Title))), body: text.Read(in.Description)}
	p.languages = vocab().recognise(p.body)
	p.sections = sections(p.body, in.Company, p.languages)
	n := otherJob(p.body, p.sections, p.title)
	if n < len(p.body.Lines) {
		p.body.Tokens = p.body.Tokens[:p.body.Lines[n].From] // some rules read all words: tags, steps of pay
	}
	p.body.Lines, p.sections = p.body.Lines[:n], p.sections[:n]
	p.introLines = introduction(p.body, p.sections)
	p.cues = findCues(p.body, p.languages)
	p.titleCues = findCues(p.title, allLanguages)

	var f Facts
	var evidence string
	located := p.places(&f)
	f.WorkplaceType, f.Sources.WorkplaceType, evidence = p.workplace(located)
	f.addEvidence("workplaceType", evidence)
	f.EmploymentType, f.Sources.EmploymentType, evidence = p.employment()
	f.addEvidence("employmentType", evidence)
	f.CareerLevel, f.Sources.CareerLevel, evidence = p.level()
	f.addEvidence("careerLevel", evidence)
	f.Pay, f.Sources.Pay, evidence = p.pay(f.Places)
	f.addEvidence("pay", evidence)
	f.Languages, evidence = p.askedLanguages()
	f.addEvidence("languages", evidence)
	f.Experience, evidence = p.experience()
	f.addEvidence("experience", evidence)
	p.skills(&f)
	f.Requirements = p.requirements()
	f.Sources.Languages = fromText(len(f.Languages) > 0)
	f.Sources.Requirements = fromText(len(f.Requirements) > 0)
	f.Sources.Experience = fromText(f.Experience != nil)
	return f
}

// addEvidence records the words that a fact is based on.
func (f *Facts) addEvidence(fact, words string) {
	if words == "" {
		return
	}
	if f.Evidence == nil {
		f.Evidence = map[string]string{}
	}
	f.Evidence[fact] = words
}

func fromText(known bool) Source {
	if known {
		return Text
	}
	return Unknown
}

// skills finds the skills, each with its words.
func (p *posting) skills(f *Facts) {
	for _, m := range skill.Matches(p.title, p.body, p.skillTrust) {
		f.Skills = append(f.Skills, m.Name)
		if m.InTitle {
			f.addEvidence("skills/"+m.Name, quoteAt(p.title, m.Start, m.End))
			f.Sources.Skills = cmp.Or(f.Sources.Skills, Title)
		} else {
			f.addEvidence("skills/"+m.Name, quoteAt(p.body, m.Start, m.End))
			f.Sources.Skills = Text
		}
	}
}

// skillTrust returns the trust that the skills of a line deserve. Beside what sectionTrust says, the paragraphs that open a posting with
// headings introduce the company, unless they speak to the reader.
func (p *posting) skillTrust(line int) skill.Trust {
	if strings.ContainsAny(p.body.LineText(p.body.Lines[line]), "{}") {
		return skill.Ignored // a style sheet or script that the board took for text
	}
	if heads(p.body, line) && p.sections[line] != sectionOther {
		return skill.Ignored // "Formation" heads what is asked and is not asked itself
	}
	if line < p.introLines && !p.has(setYou, p.body.Lines[line].From, p.body.Lines[line].To) {
		return skill.Ignored
	}
	return p.sectionTrust(line)
}

// minParagraph is how many words a paragraph has at least.
const minParagraph = 5

// introduction returns how many paragraphs stand before the first heading or list, 0 when no heading tells what is asked
// or done.
func introduction(d *text.Doc, sections []section) int {
	first := -1
	for i, l := range d.Lines {
		if first < 0 && (l.Kind != text.Paragraph || l.To-l.From < minParagraph || heads(d, i)) {
			first = i
		}
		if sections[i] == sectionRequirements || sections[i] == sectionTasks {
			return max(first, 0)
		}
	}
	return 0
}

// sectionTrust returns the trust in a line by its section: what the company is and gives names no skills of the job.
func (p *posting) sectionTrust(line int) skill.Trust {
	switch p.sections[line] {
	case sectionOffer, sectionCompany, sectionLegal, sectionPay:
		return skill.Ignored
	case sectionRequirements, sectionNice, sectionTasks:
		return skill.Asked
	}
	return skill.Mentioned
}
