package e2e

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// breakRules turns a request into one that no client library would send.
func (g *gunner) breakRules(s *shot) {
	s.raw = true
	path, query, _ := strings.Cut(s.target, "?")
	if g.chance(0.6) {
		slash := func(with string) string {
			i := g.rnd.IntN(strings.Count(path, "/")) + 1
			parts := strings.SplitN(path, "/", i+1)
			return strings.Join(parts[:i], "/") + with + parts[i]
		}
		path = pick(g.rnd,
			"/"+path, path+"/", slash("//"), slash("/./"), slash("/x/../"), slash("/%2e%2e/"), slash("%2f"), slash("%5c"), slash("\\"), slash("/;a=b/"), slash("/%00/"), slash("/%ff/"), slash("/%zz/"),
			slash("/"+strings.Repeat("a", 9000)+"/"), slash("/"+strings.Repeat("../", 500)), slash("/👻/"), slash("/%u002e/"), path+"%20", path+"%0d%0aX:1", strings.ToUpper(path), "http://elsewhere.example"+path,
			"*", "elsewhere.example:443", path+"#x", path+"\t", strings.ReplaceAll(path, "/", "//"), "/auth/..;"+path, "/jobs/%2e%2e/internal/users/x", "/internal/../internal", "/INTERNAL/users/x",
		)
	}
	s.target = path
	if query != "" {
		s.target += "?" + query
	}
	if g.chance(0.5) {
		s.header = append(s.header, pick(g.rnd,
			[][2]string{{"Content-Length", "5"}, {"Content-Length", "7"}}, [][2]string{{"Content-Length", "-1"}}, [][2]string{{"Content-Length", "99999999999999999999"}},
			[][2]string{{"Transfer-Encoding", "chunked"}, {"Content-Length", "3"}}, [][2]string{{"Transfer-Encoding", "gzip, chunked"}}, [][2]string{{"Transfer-Encoding", "xchunked"}},
			[][2]string{{"Host", "a.example"}, {"Host", "b.example"}}, [][2]string{{"X-Folded", "a\r\n b"}}, [][2]string{{"Bad Name", "x"}}, [][2]string{{"X-Nul", "a\x00b"}}, [][2]string{{"", "x"}},
			[][2]string{{"Expect", "100-continue"}}, [][2]string{{"Expect", "the-unexpected"}}, [][2]string{{"Connection", "Upgrade"}, {"Upgrade", "h2c"}}, [][2]string{{"Connection", "X-Request-Id, Authorization"}},
			[][2]string{{"Authorization", "Bearer a"}, {"Authorization", "Bearer b"}}, [][2]string{{"X-Long", strings.Repeat("h", 70_000)}}, [][2]string{{"Sec-Websocket-Key", "x"}, {"Connection", "upgrade"}, {"Upgrade", "websocket"}},
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

// fire writes a raw request to the socket. An end of the connection without an answer is an answer too: status 0.
func fire(s shot, address string, patience time.Duration) (status int, header http.Header, body []byte, err error) {
	conn, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return 0, nil, nil, err
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(patience))
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\n", s.method, s.target)
	told := false // the length, or that there is none
	hosted := false
	for _, h := range s.header {
		fmt.Fprintf(&b, "%s: %s\r\n", h[0], h[1])
		told = told || h[0] == "Content-Length" || h[0] == "Transfer-Encoding"
		hosted = hosted || h[0] == "Host"
	}
	if !hosted {
		fmt.Fprintf(&b, "Host: %s\r\n", address)
	}
	if !told {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(s.body))
	}
	b.WriteString("Connection: close\r\n\r\n")
	b.Write(s.body)
	// The server may hang up before it has read all: what it said before that counts.
	_, _ = conn.Write(b.Bytes())
	if told {
		_ = conn.(*net.TCPConn).CloseWrite() // there is no more, whatever the header promised
	}
	in := bufio.NewReader(conn)
	res, err := http.ReadResponse(in, &http.Request{Method: s.method})
	if err == nil && res.StatusCode == http.StatusContinue {
		res, err = http.ReadResponse(in, &http.Request{Method: s.method})
	}
	if err != nil {
		if timeout, ok := err.(net.Error); ok && timeout.Timeout() {
			return 0, nil, nil, fmt.Errorf("no answer in %s", patience)
		}
		return 0, nil, nil, nil
	}
	defer res.Body.Close()
	body, _ = io.ReadAll(io.LimitReader(res.Body, 1<<20)) // likewise
	return res.StatusCode, res.Header, body, nil
}

// judgeRaw says what is wrong with the answer to a raw request. Before a request is understood, the HTTP library
// answers in its own plain words; everything after it has the error body.
func judgeRaw(s shot, status int, header http.Header, body []byte) []string {
	plain := strings.HasPrefix(header.Get("Content-Type"), "text/plain") || header.Get("Content-Type") == ""
	switch {
	case status >= 500 && !(plain && (status == http.StatusNotImplemented || status == http.StatusHTTPVersionNotSupported)):
		if strings.Contains(string(body), "The request was cancelled.") {
			return nil // it was: the client hung up in the middle of its lie about the length
		}
		return []string{fmt.Sprintf("%d: %s", status, body)}
	case status < 400 || s.method == http.MethodHead || plain:
		return nil
	}
	var e struct{ Error, Message string }
	if err := json.Unmarshal(body, &e); err != nil || e.Error == "" || e.Message == "" {
		return []string{fmt.Sprintf("%d without the error body: %s", status, cut(string(body)))}
	}
	return nil
}
