package pgserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"syscall"
)

// advise turns an operating system error into one line that ends with what to do.
func advise(doing string, err error) error {
	hint := "see that the folder is sound, or choose another data folder"
	switch {
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		hint = "the disk is full, free some space and start again"
	case errors.Is(err, syscall.EROFS):
		hint = "choose a data folder that can be written"
	case errors.Is(err, fs.ErrPermission):
		hint = fmt.Sprintf("give the user %s access, or choose another data folder", userName(os.Geteuid()))
	}
	return fmt.Errorf("cannot %s: %w: %s", doing, err, hint)
}

// diagnose returns the most useful line of a PostgreSQL program's output, with what to do.
func diagnose(output string) string {
	cause := firstCause(output)
	switch {
	case cause == "":
		return "it said nothing"
	case fullDisk.MatchString(output):
		return cause + ": the disk is full, free some space and start again"
	case strings.Contains(output, "could not map anonymous shared memory"), strings.Contains(output, "Cannot allocate memory"):
		return cause + ": not enough memory, lower shared_buffers"
	case strings.Contains(output, "error while loading shared libraries"):
		return cause + ": the installation is incomplete, install PostgreSQL again"
	case strings.Contains(output, "ermission denied"):
		return cause + ": give the server's user access to the data folder, or choose another one"
	}
	return cause
}

// fullDisk also matches the hint to a short write, which has no error number to print.
var fullDisk = regexp.MustCompile(`No space left on device|Disk quota exceeded|Check free disk space`)

// firstCause returns the first fatal message, or else the first error, or else the last line; later messages are
// consequences. Clients refused during the start are logged as fatal too, but are not a cause.
func firstCause(output string) string {
	for _, pattern := range []*regexp.Regexp{fatalLine, errorLine} {
		for _, match := range pattern.FindAllStringSubmatch(output, -1) {
			if !strings.HasPrefix(match[1], "the database system is ") {
				return match[1]
			}
		}
	}
	lines := strings.Split(strings.TrimSpace(output), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

var (
	fatalLine = regexp.MustCompile(`(?:FATAL|PANIC):\s+(.*\S)`)
	errorLine = regexp.MustCompile(`(?i:error):\s+(.*\S)`)
)

// oneLine joins the lines of a driver's error, which has one per attempt.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
