package e2e

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// breakRules changes a request into one that no client library would send.
func (g *generator) breakRules(s *fuzzRequest) {
	s.raw = true
	path, query, _ := strings.Cut(s.target, "?")
	if g.chance(0.6) {
		slash := func(with string) string {
			i := g.rnd.IntN(strings.Count(path, "/")) + 1
			parts := strings.SplitN(path, "/", i+1)
			return strings.Join(parts[:i], "/") + with + parts[i]
		}
		path = pick(g.rnd,
			"/"+path, path+"/", slash("//"), slash("/./"), slash("/x/../"), slash("/%2e%2e/"), slash("%2f"), slash("%5c"), slash("\\"),
			slash("/;a=b/"), slash("/%00/"), slash("/%ff/"), slash("/%zz/"),
			slash("/"+strings.Repeat("a", 9000)+"/"), slash("/"+strings.Repeat("../", 500)), slash("/👻/"), slash("/%u002e/"), path+"%20", path+
				"%0d%0aX:1", strings.ToUpper(path), "http://elsewhere.example"+path,
			"*", "elsewhere.example:443", path+"#x", path+"\t", strings.ReplaceAll(path, "/", "//"), "/auth/..;"+path,
			"/jobs/%2e%2e/internal/users/x", "/internal/../internal", "/INTERNAL/users/x",
		)
	}
	s.target = path
	if query != "" {
		s.target += "?" + query
	}
	if g.chance(0.5) {
		s.header = append(s.header, pick(g.rnd,
			[][2]string{{"Content-Length", "5"}, {"Content-Length", "7"}}, [][2]string{{"Content-Length", "-1"}},
			[][2]string{{"Content-Length", "99999999999999999999"}},
			[][2]string{{"Transfer-Encoding", "chunked"}, {"Content-Length", "3"}}, [][2]string{{"Transfer-Encoding", "gzip, chunked"}},
			[][2]string{{"Transfer-Encoding", "xchunked"}},
			[][2]string{{"Host", "a.example"}, {"Host", "b.example"}}, [][2]string{{"X-Folded", "a\r\n b"}}, [][2]string{{"Bad Name", "x"}},
			[][2]string{{"X-Nul", "a\x00b"}}, [][2]string{{"", "x"}},
			[][2]string{{"Expect", "100-continue"}}, [][2]string{{"Expect", "the-unexpected"}},
			[][2]string{{"Connection", "Upgrade"}, {"Upgrade", "h2c"}}, [][2]string{{"Connection", "X-Request-Id, Authorization"}},
			[][2]string{{"Authorization", "Bearer a"}, {"Authorization", "Bearer b"}}, [][2]string{{"X-Long", strings.Repeat("h", 70_000)}},
			[][2]string{{"Sec-Websocket-Key", "x"}, {"Connection", "upgrade"}, {"Upgrade", "websocket"}},
			manyHeaders(200), manyHeaders(2000),
		)...)
	}
	if g.chance(0.1) {
		s.method = pick(g.rnd, "TRACE", "CONNECT", "FOO", "get", "G\x00T", strings.Repeat("M", 300), "PRI")
	}
}

func manyHeaders(n int) [][2]string {
	list := make([][2]string, n)
	for i := range list {
		list[i] = [2]string{fmt.Sprintf("X-H-%d", i), "1"}
	}
	return list
}

// reply is a response. Its status is 0 if the connection was closed without one.
type reply struct {
	status int
	header http.Header
	body   []byte
}

// plain reports whether the response came from the HTTP library, which could not read the request.
func (r reply) plain() bool {
	kind := r.header.Get("Content-Type")
	return r.header.Get("X-Request-Id") == "" && (kind == "" || strings.HasPrefix(kind, "text/plain"))
}

// writeRaw writes a raw request to the socket.
func writeRaw(s fuzzRequest, address string) (reply, error) {
	conn, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return reply{}, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	content, lies := s.wire(address)
	// The server may respond and close the connection before it has read everything.
	_, _ = conn.Write(content)
	if lies {
		_ = conn.(*net.TCPConn).CloseWrite() // no more follows, whatever the header says
	}
	in := bufio.NewReader(conn)
	res, err := http.ReadResponse(in, &http.Request{Method: s.method})
	if err == nil && res.StatusCode == http.StatusContinue {
		res, err = http.ReadResponse(in, &http.Request{Method: s.method})
	}
	if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
		return reply{}, fmt.Errorf("nothing in %s", patience)
	}
	if err != nil {
		return reply{}, nil
	}
	defer res.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(res.Body, 1<<20)) // likewise
	return reply{res.StatusCode, res.Header, body}, nil
}

// wire returns the bytes of a request. Its headers may state a wrong length.
func (s fuzzRequest) wire(address string) (content []byte, lies bool) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", s.method, s.target)
	hosted := false
	for _, h := range s.header {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
		lies = lies || h[0] == "Content-Length" || h[0] == "Transfer-Encoding"
		hosted = hosted || h[0] == "Host"
	}
	if !hosted {
		fmt.Fprintf(&b, "Host: %s\r\n", address)
	}
	if !lies {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(s.body))
	}
	b.WriteString("Connection: close\r\n\r\n")
	b.Write(s.body)
	return b.Bytes(), lies
}
