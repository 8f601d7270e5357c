package hashing

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// Both directions speak in frames: four bytes of length, eight of the request's number, and the rest. All numbers are
// little-endian.
//
//	request: memory, iterations, key length (4 bytes each), parallelism (1), length of the salt (2), salt, password
//	answer:  the key
const (
	lengthSize = 4
	numberSize = 8
	paramsSize = 4 + 4 + 4 + 1 + 2
	// maxFrame is more than the largest body that a service reads, composed by Unicode's worst case.
	maxFrame = 4 << 20
)

var errGarbage = errors.New("what came through the pipe is no frame")

func appendRequest(b []byte, number uint64, r Request) ([]byte, error) {
	size := numberSize + paramsSize + len(r.Salt) + len(r.Password)
	if size > maxFrame {
		return nil, ErrRefused
	}
	b = binary.LittleEndian.AppendUint32(b, uint32(size))
	b = binary.LittleEndian.AppendUint64(b, number)
	b = binary.LittleEndian.AppendUint32(b, r.Memory)
	b = binary.LittleEndian.AppendUint32(b, r.Iterations)
	b = binary.LittleEndian.AppendUint32(b, r.KeyLength)
	b = append(b, r.Parallelism)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(r.Salt)))
	b = append(b, r.Salt...)
	return append(b, r.Password...), nil
}

func parseRequest(body []byte) (r Request, err error) {
	if len(body) < paramsSize {
		return Request{}, errGarbage
	}
	r.Memory = binary.LittleEndian.Uint32(body)
	r.Iterations = binary.LittleEndian.Uint32(body[4:])
	r.KeyLength = binary.LittleEndian.Uint32(body[8:])
	r.Parallelism = body[12]
	salt, rest := int(binary.LittleEndian.Uint16(body[13:])), body[paramsSize:]
	if salt > len(rest) {
		return Request{}, errGarbage
	}
	r.Salt, r.Password = rest[:salt], rest[salt:]
	if r.check() != nil {
		return Request{}, errGarbage // the service never sends it
	}
	return r, nil
}

func appendAnswer(b []byte, number uint64, key []byte) []byte {
	b = binary.LittleEndian.AppendUint32(b, uint32(numberSize+len(key)))
	b = binary.LittleEndian.AppendUint64(b, number)
	return append(b, key...)
}

// readFrame gives the number and the rest of the next frame. An end between frames is io.EOF.
func readFrame(in *bufio.Reader) (number uint64, body []byte, err error) {
	var length [lengthSize]byte
	if _, err := io.ReadFull(in, length[:]); err != nil {
		return 0, nil, err
	}
	size := binary.LittleEndian.Uint32(length[:])
	if size < numberSize || size > maxFrame {
		return 0, nil, errGarbage
	}
	frame := make([]byte, size)
	if _, err := io.ReadFull(in, frame); err != nil {
		return 0, nil, errGarbage // cut off
	}
	return binary.LittleEndian.Uint64(frame), frame[numberSize:], nil
}
