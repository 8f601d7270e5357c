package index

import (
	"encoding/binary"
	"errors"

	"github.com/RoaringBitmap/roaring/v2"
)

// A list of documents is stored in one of two forms: the distances between them as varints, which is smallest while
// they are few, or a roaring bitmap, which is used in place without decoding.
const (
	formDistances = iota
	formBitmap
)

// maxDistances bounds lists that have to be decoded.
const maxDistances = 4096

// appendList appends a list of documents in ascending order; nothing for an empty one.
func appendList(to []byte, docs []uint32) []byte {
	switch {
	case len(docs) == 0:
		return to
	case len(docs) < maxDistances:
		return appendDistances(append(to, formDistances), docs)
	}
	m := roaring.New()
	m.AddMany(docs)
	m.RunOptimize()
	b, err := m.ToBytes()
	if err != nil {
		panic(err) // writing to memory does not fail
	}
	return append(append(to, formBitmap), b...)
}

// appendDistances appends ascending numbers as their count and the distances between them.
func appendDistances(to []byte, numbers []uint32) []byte {
	to = binary.AppendUvarint(to, uint64(len(numbers)))
	last := uint32(0)
	for _, n := range numbers {
		to = binary.AppendUvarint(to, uint64(n-last))
		last = n
	}
	return to
}

var errBadList = errors.New("index: a list of documents is damaged")

// readBitmap returns a stored list as a bitmap that must not be changed: it may lie in the stored bytes.
func readBitmap(b []byte) *roaring.Bitmap {
	if len(b) == 0 {
		return none
	}
	m := roaring.New()
	if b[0] == formDistances {
		m.AddMany(readDistances(b[1:]))
		return m
	}
	if _, err := m.FromBuffer(b[1:]); err != nil {
		panic(errBadList) // the snapshot's checksum was right, so this is our own mistake
	}
	return m
}

// readDocs returns the documents of a stored list.
func readDocs(b []byte) []uint32 {
	switch {
	case len(b) == 0:
		return nil
	case b[0] == formDistances:
		return readDistances(b[1:])
	}
	return readBitmap(b).ToArray()
}

func readDistances(b []byte) (docs []uint32) {
	n, k := binary.Uvarint(b)
	doc := uint32(0)
	for ; n > 0; n-- {
		b = b[k:]
		var distance uint64
		if distance, k = binary.Uvarint(b); k <= 0 {
			panic(errBadList)
		}
		doc += uint32(distance)
		docs = append(docs, doc)
	}
	return docs
}

// none is the empty set; it must not be changed.
var none = roaring.New()

// intersect returns what all sets share. The result must not be changed when there is one set only.
func intersect(sets ...*roaring.Bitmap) *roaring.Bitmap {
	if len(sets) == 1 {
		return sets[0]
	}
	least := 0
	for i, s := range sets {
		if s.GetCardinality() < sets[least].GetCardinality() {
			least = i
		}
	}
	sets[0], sets[least] = sets[least], sets[0]
	m := roaring.And(sets[0], sets[1])
	for _, s := range sets[2:] {
		m.And(s)
	}
	return m
}

// union returns what is in any of the sets. The result must not be changed when there is one set only.
func union(sets ...*roaring.Bitmap) *roaring.Bitmap {
	switch len(sets) {
	case 0:
		return none
	case 1:
		return sets[0]
	case 2:
		return roaring.Or(sets[0], sets[1])
	}
	return roaring.FastOr(sets...)
}
