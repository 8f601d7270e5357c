package applications

import (
	"strconv"
	"strings"

	"rolecall/internal/applications/oas"
	"rolecall/internal/wire"
)

// problem is what is wrong with a line of an imported file. Clients in other languages build their own sentence from it.
type problem struct {
	kind          oas.ImportProblem
	column, value string // empty if it is about none
	limit         int
}

// problemTexts are the problems in English.
var problemTexts = map[oas.ImportProblem]string{
	oas.ImportProblemNOTCSV:            "not readable as CSV: {value}",
	oas.ImportProblemTOOMANYFIELDS:     "has {value} fields, but the header has {limit}. Is a text that contains a separator not quoted?",
	oas.ImportProblemMISSING:           "is missing",
	oas.ImportProblemTOOLONG:           "is longer than {limit} characters",
	oas.ImportProblemNULCHARACTER:      "contains a NUL character",
	oas.ImportProblemNOTANADDRESS:      "{quoted} is not a web address",
	oas.ImportProblemNOTASTATUS:        "{quoted} is not a status",
	oas.ImportProblemNOTADATE:          "{quoted} is not a date in a known format",
	oas.ImportProblemINTHEFUTURE:       "{quoted} is in the future",
	oas.ImportProblemNOTATIMELINEENTRY: "{quoted} is not of the form STATUS@time",
	oas.ImportProblemTIMELINEORDER:     "{quoted} is earlier than the entry before it",
	oas.ImportProblemTIMELINETOOLONG:   "has more than {limit} entries",
	oas.ImportProblemTIMELINEEND:       "ends in {value}, which is not the status of the line",
	oas.ImportProblemLIMITREACHED:      "not imported: you cannot track more than {limit} applications",
}

// Error returns the sentence in English.
func (p problem) Error() string {
	text := strings.NewReplacer("{value}", p.value, "{quoted}", strconv.Quote(p.value), "{limit}", strconv.Itoa(p.limit)).
		Replace(problemTexts[p.kind])
	if p.column != "" {
		return p.column + ": " + text
	}
	return text
}

func (p problem) wire(line int64) oas.ImportError {
	return oas.ImportError{
		Line: line, Message: p.Error(), Problem: p.kind,
		Column: wire.NonZero(p.column), Value: wire.NonZero(p.value), Limit: wire.NonZero(int64(p.limit)),
	}
}
