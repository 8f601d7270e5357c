package index

import (
	"os"

	"golang.org/x/sys/unix"
)

// memory is bytes outside the Go heap. The postings of a large index are hundreds of megabytes that never hold a
// pointer: on the heap, the collector would allow as much garbage again before it runs.
type memory struct {
	bytes  []byte // bytes in use
	mapped []byte // bytes as the kernel gave them; nil when the bytes are on the heap
}

// reserve returns memory of length 0 that can take up to size bytes. Pages count only once they are written.
func reserve(size int) memory {
	mapped, err := unix.Mmap(-1, 0, max(size, 1), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_PRIVATE|unix.MAP_ANON|unix.MAP_NORESERVE)
	if err != nil { // a kernel that promises no more than it has
		return memory{bytes: make([]byte, 0, size)}
	}
	return memory{bytes: mapped[:0], mapped: mapped}
}

// write appends, and moves to a larger place when there is no room left.
func (m *memory) write(p []byte) {
	if len(m.bytes)+len(p) > cap(m.bytes) {
		larger := reserve(2*cap(m.bytes) + len(p))
		larger.bytes = append(larger.bytes, m.bytes...)
		unmap(m.mapped)
		*m = larger
	}
	m.bytes = append(m.bytes, p...)
}

// align fills up to a multiple of 8, so that what follows can be read as numbers.
func (m *memory) align() { m.write(make([]byte, -len(m.bytes)&7)) }

func unmap(mapped []byte) {
	if mapped != nil {
		_ = unix.Munmap(mapped)
	}
}

// mapFile maps a part of a file for reading. The offset is a multiple of the page size.
func mapFile(f *os.File, offset int64, size int) (memory, error) {
	mapped, err := unix.Mmap(int(f.Fd()), offset, size, unix.PROT_READ, unix.MAP_SHARED)
	return memory{bytes: mapped, mapped: mapped}, err
}
