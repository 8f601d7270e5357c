package pgserver

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
)

// advise makes a failure of the operating system one line that ends in what to do.
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

// diagnose picks from what a PostgreSQL program printed the one line worth showing and adds what to do.
func diagnose(output string) string {
	cause := firstCause(output)
	switch {
	case cause == "":
		return "it said nothing"
	case strings.Contains(output, "No space left on device"), strings.Contains(output, "Disk quota exceeded"):
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

// firstCause is the first fatal message, else the first error, else the last line. Clients that were
// turned away during the start are logged as fatal too, but are not why the server ended.
func firstCause(output string) string {
	lines := strings.Split(strings.TrimSpace(output), "\n")
	for _, mark := range []string{"PANIC:", "FATAL:", "ERROR:", "error:"} {
		for _, line := range lines {
			_, message, found := strings.Cut(line, mark)
			message = strings.TrimSpace(message)
			if found && !strings.HasPrefix(message, "the database system is ") {
				return message
			}
		}
	}
	return strings.TrimSpace(lines[len(lines)-1])
}

// oneLine flattens the message of a driver that reports each attempt on a line of its own.
func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
