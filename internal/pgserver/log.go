package pgserver

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"time"
)

const (
	logCheck = time.Minute
	// logExcerpt bounds what is read to explain a failed start.
	logExcerpt = 64 << 10
)

// serverLog is the file that the server writes to, and the offset at which this start began.
type serverLog struct {
	file  *os.File
	begin int64
}

func openLog(f folder, limit int64) (*serverLog, error) {
	if err := trimLog(f.logFile(), limit); err != nil {
		return nil, err
	}
	file, err := os.OpenFile(f.logFile(), os.O_CREATE|os.O_APPEND|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err = errors.Join(err, f.keep(file.Name())); err != nil {
		file.Close()
		return nil, err
	}
	return &serverLog{file: file, begin: info.Size()}, nil
}

// written returns what the server has logged since the log was opened.
func (l *serverLog) written() string {
	text, _ := io.ReadAll(io.NewSectionReader(l.file, l.begin, logExcerpt))
	return string(text)
}

// keepBounded trims the log until the server has exited.
func keepBounded(path string, limit int64, ended <-chan struct{}) {
	tick := time.NewTicker(logCheck)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return
		case <-tick.C:
			_ = trimLog(path, limit) // a log that cannot be trimmed must not stop the database
		}
	}
}

// trimLog copies a log over its limit aside and empties it. The file itself stays because the server keeps it open; the
// server appends, so its next line is the first of the emptied file.
func trimLog(path string, limit int64) error {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil || info.Size() <= limit {
		return err
	}
	if err := copyTail(path, path+".1", limit); err != nil {
		return err
	}
	return os.Truncate(path, 0)
}

// copyTail copies the last limit bytes, because a burst may have grown the log far beyond its limit.
func copyTail(from, to string, limit int64) (err error) {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	if _, err := source.Seek(-limit, io.SeekEnd); err != nil {
		return err
	}
	target, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}
