package hashing

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Garbage on stdin ends the process: a service that sends it cannot be trusted to know what it asks.
func TestGarbageEndsTheProcess(t *testing.T) {
	t.Parallel()
	good, err := appendRequest(nil, 7, request(secret, 64, 1))
	if err != nil {
		t.Fatal(err)
	}
	long := binary.LittleEndian.AppendUint32(nil, maxFrame+1)
	weak := bytes.Clone(good)
	binary.LittleEndian.PutUint32(weak[lengthSize+numberSize+4:], 0) // no passes
	salty := bytes.Clone(good)
	binary.LittleEndian.PutUint16(salty[lengthSize+numberSize+13:], 60_000)
	for name, in := range map[string][]byte{
		"text":           []byte("GET / HTTP/1.1\r\n\r\n"),
		"zeros":          make([]byte, 64),
		"too long":       append(long, make([]byte, 64)...),
		"cut off":        good[:len(good)-1],
		"half a length":  good[:2],
		"only a length":  good[:lengthSize],
		"no params":      appendAnswer(nil, 7, []byte("short")),
		"no passes":      weak,
		"more than salt": salty,
		"after good":     append(bytes.Clone(good), "garbage, garbage"...),
	} {
		if err := Serve(bytes.NewReader(in), io.Discard); err == nil {
			t.Errorf("%s: it ended well", name)
		}
	}
	if err := Serve(bytes.NewReader(nil), io.Discard); err != nil {
		t.Errorf("the end is no garbage: %v", err)
	}
}

// Whatever comes, it is refused or read as exactly one request.
func FuzzRequest(f *testing.F) {
	good, err := appendRequest(nil, 7, request(secret, 64, 1))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Add([]byte("GET / HTTP/1.1\r\n\r\n"))
	f.Add(good[:20])
	f.Fuzz(func(t *testing.T, in []byte) {
		number, body, err := readFrame(bufio.NewReader(bytes.NewReader(in)))
		if err != nil {
			return
		}
		r, err := parseRequest(body)
		if errors.Is(err, errGarbage) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := appendRequest(nil, number, r)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(again, in[:len(again)]); diff != "" {
			t.Error(diff)
		}
	})
}
