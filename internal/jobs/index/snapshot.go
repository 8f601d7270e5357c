package index

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/RoaringBitmap/roaring/v2"
)

// A snapshot file is a magic text, the version, the length of the head, the head, the segments at multiples of the page
// size, and a checksum of everything before it.
const (
	snapshotMagic   = "rolecall search index\n"
	snapshotVersion = 1 // raise it when segments or groups change: older files are then not used
	pageSize        = 4096
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// head is what a snapshot says before its segments.
type head struct {
	Identity  string
	Position  []byte
	Names     [allGroups][]string
	Points    map[uint32][2]float64 // of places
	Confirmed map[uint32]int64
	Parts     []headPart
}

type headPart struct {
	Closed bool
	Live   []byte
	Size   int
}

// WriteSnapshot writes the index to a file for Open. position is the feed's, given back by Open.
func (x *Index) WriteSnapshot(path, identity string, position []byte) (err error) {
	x.writing.Lock() // the names must be those of the view
	v := x.acquire()
	defer x.release(v)
	h := x.head(v, identity, position)
	x.writing.Unlock()
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	sum := crc32.New(castagnoli)
	buffered := bufio.NewWriterSize(f, 1<<20)
	w := &counter{w: io.MultiWriter(buffered, sum)}
	var encoded bytes.Buffer
	if err := gob.NewEncoder(&encoded).Encode(h); err != nil {
		return err
	}
	_, _ = io.WriteString(w, snapshotMagic)
	_ = binary.Write(w, binary.LittleEndian, uint64(snapshotVersion))
	_ = binary.Write(w, binary.LittleEndian, uint64(encoded.Len()))
	_, _ = w.Write(encoded.Bytes())
	for _, p := range v.parts {
		w.pad()
		_, _ = w.Write(p.seg.mem.bytes)
	}
	w.pad()
	_ = binary.Write(w, binary.LittleEndian, sum.Sum32())
	return errors.Join(w.err, buffered.Flush(), f.Sync())
}

func (x *Index) head(v *view, identity string, position []byte) *head {
	h := &head{Identity: identity, Position: position, Points: map[uint32][2]float64{}, Confirmed: *x.confirmed.Load()}
	for g := range x.groups {
		if Group(g) == wider { // the same as Locations
			continue
		}
		for i, n := range x.groups[g].list() {
			h.Names[g] = append(h.Names[g], n.text)
			if n.at != nil {
				h.Points[uint32(i)] = [2]float64{n.at.lat, n.at.lon}
			}
		}
	}
	for _, p := range v.parts {
		live, err := p.live.ToBytes()
		if err != nil {
			panic(err) // writing to memory does not fail
		}
		h.Parts = append(h.Parts, headPart{p.closed, live, len(p.seg.mem.bytes)})
	}
	return h
}

// counter keeps count of what was written, and the first error.
type counter struct {
	w   io.Writer
	n   int64
	err error
}

func (c *counter) Write(p []byte) (int, error) {
	if c.err != nil {
		return 0, c.err
	}
	n, err := c.w.Write(p)
	c.n, c.err = c.n+int64(n), err
	return n, err
}

func (c *counter) pad() {
	if rest := c.n % pageSize; rest != 0 {
		_, _ = c.Write(make([]byte, pageSize-rest))
	}
}

// Reasons not to use a snapshot.
var (
	ErrForeign = errors.New("the snapshot is of another database")
	ErrVersion = errors.New("the snapshot is of another version of the program")
	ErrDamaged = errors.New("the snapshot is damaged")
)

// Open reads a snapshot that was written under the same identity. Anything wrong with it is an error; the caller
// starts with an empty index then.
func Open(path, identity string, o Options) (x *Index, position []byte, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	h, offset, err := readHead(f)
	switch {
	case err != nil:
		return nil, nil, err
	case h.Identity != identity:
		return nil, nil, ErrForeign
	}
	if err := verify(f); err != nil {
		return nil, nil, err
	}
	x = New(o)
	x.confirmed.Store(&h.Confirmed)
	for g := range h.Names {
		for i, text := range h.Names[g] {
			var at *point
			if p, ok := h.Points[uint32(i)]; ok && Group(g) == Locations {
				at = &point{p[0], p[1]}
			}
			x.groups[g].add(text, at)
		}
	}
	var parts []*part
	for _, hp := range h.Parts {
		offset = (offset + pageSize - 1) / pageSize * pageSize
		m, err := mapFile(f, offset, hp.Size)
		if err != nil {
			return nil, nil, fmt.Errorf("map the snapshot: %w", err)
		}
		s, err := openSegment(m)
		if err != nil {
			return nil, nil, errors.Join(ErrDamaged, err)
		}
		live := roaring.New()
		if err := live.UnmarshalBinary(hp.Live); err != nil {
			return nil, nil, errors.Join(ErrDamaged, err)
		}
		parts = append(parts, x.newPart(s, live, hp.Closed))
		offset += int64(hp.Size)
	}
	x.mu.Lock()
	x.install(parts)
	x.mu.Unlock()
	return x, h.Position, nil
}

// readHead reads the beginning of a file and returns where the segments begin.
func readHead(f *os.File) (h *head, offset int64, err error) {
	start := make([]byte, len(snapshotMagic)+16)
	if _, err := io.ReadFull(f, start); err != nil || string(start[:len(snapshotMagic)]) != snapshotMagic {
		return nil, 0, ErrDamaged
	}
	if binary.LittleEndian.Uint64(start[len(snapshotMagic):]) != snapshotVersion {
		return nil, 0, ErrVersion
	}
	size := binary.LittleEndian.Uint64(start[len(snapshotMagic)+8:])
	info, err := f.Stat()
	if err != nil || size > uint64(info.Size()) {
		return nil, 0, ErrDamaged
	}
	h = &head{}
	if err := gob.NewDecoder(io.LimitReader(f, int64(size))).Decode(h); err != nil {
		return nil, 0, errors.Join(ErrDamaged, err)
	}
	return h, int64(len(start)) + int64(size), nil
}

// verify compares the checksum.
func verify(f *os.File) error {
	info, err := f.Stat()
	if err != nil || info.Size() < 4 {
		return ErrDamaged
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	sum := crc32.New(castagnoli)
	if _, err := io.Copy(sum, io.LimitReader(f, info.Size()-4)); err != nil {
		return err
	}
	var stored uint32
	if err := binary.Read(f, binary.LittleEndian, &stored); err != nil || stored != sum.Sum32() {
		return ErrDamaged
	}
	return nil
}
