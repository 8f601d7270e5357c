package index

import (
	"bufio"
	"bytes"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"runtime"

	"github.com/RoaringBitmap/roaring/v2"
)

// A snapshot file is a magic text, the segments, the head, the offset of the head and a checksum of everything before it.
// All but the last three begin at multiples of blockSize, so that they can be mapped.
const (
	snapshotMagic = "rolecall search index 7\n" // raise the number when segments or groups change: older files are then not used
	blockSize     = 64 << 10                    // a multiple of every page size
	trailerSize   = 8 + 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// head describes a snapshot and says where its segments are.
type head struct {
	Identity  string
	Position  []byte
	Names     [allGroups][]string
	Points    map[uint32][2]float64 // coordinates of places
	Confirmed []int64
	Parts     []headPart
}

type headPart struct {
	Closed bool
	Live   []byte
	Offset int64
	Size   int
}

// WriteSnapshot writes the index to an empty file for Open. position is the feed's, given back by Open. After a call of rest the
// parts are read from the file, so that the kernel keeps only the pages in memory that searches touch. It waits for a merge to end.
// The file may be renamed or removed then, but must not be changed.
func (x *Index) WriteSnapshot(f *os.File, identity string, position []byte) (rest func(context.Context), err error) {
	x.writing.Lock() // the names must be those of the view
	v := x.view.Load()
	defer runtime.KeepAlive(v)
	h := x.head(v, identity, position)
	x.writing.Unlock()
	sum := crc32.New(castagnoli)
	w := bufio.NewWriterSize(io.MultiWriter(f, sum), 1<<20) // Flush returns the first error of all writes
	offset := int64(0)
	block := func(b []byte) {
		padding := -len(b) & (blockSize - 1)
		_, _ = w.Write(b)
		_, _ = w.Write(make([]byte, padding))
		offset += int64(len(b) + padding)
	}
	block([]byte(snapshotMagic))
	for i, p := range v.parts {
		h.Parts[i].Offset = offset
		block(p.seg.block)
	}
	if err := gob.NewEncoder(w).Encode(h); err != nil {
		return nil, err
	}
	_, _ = w.Write(binary.LittleEndian.AppendUint64(nil, uint64(offset)))
	if err := w.Flush(); err != nil {
		return nil, err
	}
	_, err = f.Write(binary.LittleEndian.AppendUint32(nil, sum.Sum32()))
	if err := errors.Join(err, f.Sync()); err != nil {
		return nil, err
	}
	saved := map[*segment]*segment{}
	for i, p := range v.parts {
		if saved[p.seg], err = mapSegment(f, h.Parts[i]); err != nil {
			return nil, err
		}
	}
	return func(ctx context.Context) { x.rest(ctx, saved) }, nil
}

// rest replaces segments that are in use by those in a snapshot, unless the context ends first.
func (x *Index) rest(ctx context.Context, saved map[*segment]*segment) {
	x.mu.Lock()
	defer x.mu.Unlock()
	defer context.AfterFunc(ctx, func() {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.idle.Broadcast()
	})()
	for x.merging && ctx.Err() == nil { // a merge finds its parts by their segments
		x.idle.Wait()
	}
	if ctx.Err() != nil {
		return
	}
	var parts []*part
	for _, p := range x.view.Load().parts {
		if s := saved[p.seg]; s != nil {
			p = &part{seg: s, live: p.live, closed: p.closed, sums: p.sums}
		}
		parts = append(parts, p)
	}
	x.install(parts)
	go runtime.GC() // unmaps the old segments
}

// mapSegment opens the segment of a part in a snapshot.
func mapSegment(f *os.File, p headPart) (*segment, error) {
	m, err := mapFile(f, p.Offset, p.Size)
	if err != nil {
		return nil, fmt.Errorf("map the snapshot: %w", err)
	}
	s, err := openSegment(m)
	if err != nil {
		return nil, errors.Join(ErrDamaged, err)
	}
	return s, nil
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
		h.Parts = append(h.Parts, headPart{Closed: p.closed, Live: live, Size: len(p.seg.block)})
	}
	return h
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
	h, err := readHead(f)
	if err != nil {
		return nil, nil, err
	}
	if h.Identity != identity {
		return nil, nil, ErrForeign
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
		s, err := mapSegment(f, hp)
		if err != nil {
			return nil, nil, err
		}
		live := roaring.New()
		if err := live.UnmarshalBinary(hp.Live); err != nil {
			return nil, nil, errors.Join(ErrDamaged, err)
		}
		parts = append(parts, x.newPart(s, live, hp.Closed))
	}
	x.install(parts)
	return x, h.Position, nil
}

// readHead checks a whole file and returns its head.
func readHead(f *os.File) (*head, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() < int64(len(snapshotMagic)+trailerSize) {
		return nil, ErrDamaged
	}
	m, err := mapFile(f, 0, int(info.Size()))
	if err != nil {
		return nil, fmt.Errorf("map the snapshot: %w", err)
	}
	defer unmap(m.mapped)
	if !bytes.HasPrefix(m.bytes, []byte(snapshotMagic)) {
		return nil, ErrVersion
	}
	end := len(m.bytes) - trailerSize
	offset, sum := binary.LittleEndian.Uint64(m.bytes[end:]), binary.LittleEndian.Uint32(m.bytes[end+8:])
	if crc32.Checksum(m.bytes[:end+8], castagnoli) != sum || offset > uint64(end) {
		return nil, ErrDamaged
	}
	h := &head{}
	if err := gob.NewDecoder(bytes.NewReader(m.bytes[offset:end])).Decode(h); err != nil {
		return nil, errors.Join(ErrDamaged, err)
	}
	return h, nil
}
