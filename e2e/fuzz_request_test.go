package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"mime/multipart"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/getkin/kin-openapi/openapi3"

	"rolecall/api"
)

// fuzzRequest is one request to be sent.
type fuzzRequest struct {
	op      api.Operation
	gateway bool // through the gateway, else to the service itself
	method  string
	target  string // path and query as they are written
	header  [][2]string
	body    []byte
	chunked bool
	// raw is written to the socket as it is: no client would send it, and no contract describes it.
	raw bool
}

func (s fuzzRequest) String() string {
	via := "direct"
	if s.gateway {
		via = "gateway"
	}
	var headers []string
	for _, h := range s.header {
		headers = append(headers, fmt.Sprintf("%.40q: %.40q", h[0], h[1]))
	}
	return fmt.Sprintf("%s %s (%s): %s %s\n    headers: %s\n    body (%d bytes): %s", s.op.Service, s.op.ID, via, s.method, cut(s.target),
		cut(strings.Join(headers, ", ")), len(s.body), cut(fmt.Sprintf("%q", s.body)))
}

func cut(text string) string {
	if len(text) > 500 {
		return text[:400] + " … " + text[len(text)-80:]
	}
	return text
}

// generator generates requests for the operations of the contracts.
type generator struct {
	maker
	specs  map[string]*openapi3.T
	as     *person                         // the caller
	known  map[*person]map[string][]string // ids in their responses, by kind
	userID string
	slug   string
	// patient is the account that administrators change: the callers' own are needed until the end.
	patient string
}

func newGunner(rnd *rand.Rand, w *demo, specs map[string]*openapi3.T) *generator {
	g := &generator{specs: specs, known: map[*person]map[string][]string{}, userID: w.ownerID.String(), slug: w.slug}
	g.maker = maker{rnd: rnd, ids: g.idOf}
	return g
}

// idOf returns an id for a property or parameter by its name.
func (g *generator) idOf(property string) string {
	switch property {
	case "jobId", "jobPostId":
		return g.id("jobs")
	case "applicationId":
		return g.id("applications")
	case "userId", "userIds":
		return g.userID
	}
	return g.uuid()
}

// kind returns what the ids in a path and in its responses belong to.
func kind(path string) string {
	for _, k := range []string{"sessions", "passkeys", "filters", "custom-reminders", "channels", "notifications", "applications", "messages",
		"employers", "jobs"} {
		if strings.Contains(path, "/"+k) {
			return k
		}
	}
	return ""
}

// learn keeps the last ids of each kind for later requests of the same person.
func (g *generator) learn(kind string, ids ...string) {
	if g.known[g.as] == nil {
		g.known[g.as] = map[string][]string{}
	}
	list := append(g.known[g.as][kind], ids...)
	g.known[g.as][kind] = list[max(0, len(list)-20):]
}

func (g *generator) id(kind string) string {
	if list := g.known[g.as][kind]; len(list) > 0 && g.chance(0.85) {
		return pick(g.rnd, list...)
	}
	return g.uuid()
}

// spoilt reports whether the gateway refuses a path for every method.
func spoilt(path string) bool { return strings.Contains(path, "%") }

// next returns a request for an operation without credentials: a valid one, one with damaged parts, or one that breaks HTTP.
func (g *generator) next(op api.Operation) fuzzRequest {
	s := fuzzRequest{op: op, method: op.Method, gateway: op.Service == "gateway" || g.chance(0.5)}
	if g.wild = 0; g.chance(0.6) {
		g.wild = 0.05 + 0.25*g.rnd.Float64()
	}
	spec := g.specs[op.Service].Paths.Value(op.Path).GetOperation(op.Method)
	s.target = g.path(op) + g.query(spec)
	g.addBody(&s, spec)
	// A target that is too long is refused before it is routed.
	if s.raw = len(s.body) > apiLimit && s.gateway && op.Internal(); g.wild == 0 || s.raw {
		return s
	}
	if path, _, _ := strings.Cut(s.target, "?"); g.chance(g.wild) && len(s.body) <= apiLimit && !spoilt(path) {
		s.method = pick(g.rnd, "HEAD", "OPTIONS", "PUT", "DELETE", "PATCH", "POST", "GET")
		// The gateway differs in methods: it allows HEAD where there is GET, and has no mailbox behind a proxy.
		s.raw = op.Service == "gateway"
	}
	if g.chance(g.wild) {
		s.header = append(s.header, g.oddHeader())
	}
	if len(s.target) > longTarget || g.chance(g.wild/2) {
		g.breakRules(&s)
	}
	return s
}

func (g *generator) path(op api.Operation) string {
	path := op.Path
	for _, p := range op.Parameters {
		if p.In != "path" {
			continue
		}
		value := g.id(kind(op.Path))
		switch p.Name {
		case "slug":
			value = g.slug
		case "fact":
			value = pick(g.rnd, "workplaceType", "pay", "experience", "languages", "skills")
		case "jobId", "applicationId", "userId":
			switch value = g.idOf(p.Name); {
			case op.ID == "deleteUserData", op.ID == "deleteUser":
				value = g.uuid() // the user's own data is needed until the end
			case strings.HasPrefix(op.Path, "/auth/admin/users/"):
				value = g.patient
			}
		}
		if g.chance(g.wild) {
			value = strings.NewReplacer("%2F", "", "..", "").Replace(url.PathEscape(pick(g.rnd, slices.Concat(oddIDs, oddTexts)...)))
			if value == "" || value == "." {
				value = "%20"
			}
		}
		path = strings.Replace(path, "{"+p.Name+"}", value, 1)
	}
	return path
}

func (g *generator) query(spec *openapi3.Operation) string {
	var pairs []string
	add := func(name, value string) { pairs = append(pairs, url.QueryEscape(name)+"="+url.QueryEscape(value)) }
	for _, ref := range spec.Parameters {
		p := ref.Value
		if p.In != "query" || !p.Required && g.chance(0.7) || g.chance(g.wild/4) {
			continue
		}
		text := g.value(p.Name, p.Schema.Value)
		if p.Name == "token" && g.wild == 0 {
			text = quoted(g.id("token"))
		}
		var list []any
		if json.Unmarshal([]byte(text), &list) == nil {
			for _, v := range list {
				add(p.Name, fmt.Sprint(v))
			}
			continue
		}
		var plain string
		if json.Unmarshal([]byte(text), &plain) != nil {
			plain = strings.Trim(text[:min(len(text), 3000)], `"`)
		}
		add(p.Name, plain)
		if g.chance(g.wild) {
			add(p.Name, pick(g.rnd, plain, "", "x")) // given twice
		}
	}
	if g.chance(g.wild) {
		pairs = append(pairs, pick(g.rnd, "unknown=1", "=", "&&", "%zz", "a%00=%00", "page", "size=", "q=%ff", "x[]=1", ";", "token=x;y",
			"keyword=%u0041", strings.Repeat("a=1&", 2000)))
	}
	if len(pairs) == 0 {
		return ""
	}
	return "?" + strings.Join(pairs, "&")
}

func (g *generator) addBody(s *fuzzRequest, spec *openapi3.Operation) {
	if spec.RequestBody == nil {
		if g.chance(g.wild) {
			s.body, s.header = []byte(`{"unexpected":true}`), [][2]string{{"Content-Type", "application/json"}}
		}
		return
	}
	contentType := "application/json"
	if content := spec.RequestBody.Value.Content.Get("application/json"); content != nil {
		s.body = []byte(g.value("", content.Schema.Value))
	} else {
		contentType, s.body = g.file()
	}
	if g.chance(g.wild) {
		s.body = g.spoil(s.body)
	}
	if g.chance(g.wild) {
		contentType = pick(g.rnd, "", "text/plain", "application/xml", "application/json; charset=utf-16", "Application/JSON;charset=UTF-8",
			"application/json;", ";", "multipart/form-data",
			"multipart/form-data; boundary=x", "text/csv", "application/problem+json", strings.Repeat("a", 5000), "application/json, text/plain")
	}
	if contentType != "" {
		s.header = append(s.header, [2]string{"Content-Type", contentType})
	}
	s.chunked = g.chance(0.1)
}

// file returns a CSV file for an import, as a body or as a form.
func (g *generator) file() (contentType string, body []byte) {
	cell := func() string {
		if g.chance(g.wild) {
			return pick(g.rnd, slices.Concat(oddTexts, oddTimes, []string{`"open`, `a""b`, strings.Repeat("x", 70000), "\x00", ";", "\t"})...)
		}
		return pick(g.rnd, "Engineer", "Foo Widgets, Inc.", "APPLIED", "2026-05-21", "", "Zoë", "https://foo.example/1")
	}
	var b strings.Builder
	b.WriteString(pick(g.rnd, "title,company,status\n", "title;company;status\r\n", "\ufefftitle,company,status\n",
		"Title\tCompany\tStatus\n"))
	for range g.rnd.IntN(20) {
		row := []string{cell(), cell(), cell()}
		for i := range row {
			if strings.ContainsAny(row[i], ",") {
				row[i] = `"` + row[i] + `"`
			}
		}
		b.WriteString(strings.Join(row, ",") + "\n")
	}
	if g.chance(0.6) {
		return "text/csv", []byte(b.String())
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	_ = w.SetBoundary("frontier")
	part, _ := w.CreateFormFile(pick(g.rnd, "file", "file", "file", "other"), "a.csv")
	_, _ = part.Write([]byte(b.String()))
	_ = w.Close()
	return w.FormDataContentType(), form.Bytes()
}

// spoil damages a body as a whole.
func (g *generator) spoil(body []byte) []byte {
	switch g.rnd.IntN(9) {
	case 0:
		return nil
	case 1:
		return body[:g.rnd.IntN(len(body)+1)]
	case 2:
		return append(slices.Clone(body), pick(g.rnd, "x", "{}", "\x00", "\n\n ", ",")...)
	case 3:
		return append([]byte("\xef\xbb\xbf"), body...)
	case 4:
		wide := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(string(body))) {
			wide = append(wide, byte(u), byte(u>>8))
		}
		return wide
	case 5:
		return []byte("[" + string(body) + "]")
	case 6:
		return []byte(strings.Repeat(pick(g.rnd, "[", `{"a":`, `[{"a":`), depth))
	case 7:
		// White space is valid JSON: only the size can be refused.
		return append(slices.Clone(body), bytes.Repeat([]byte(" "), max(0, apiLimit-len(body)+g.rnd.IntN(2)))...)
	}
	damaged := slices.Clone(body)
	for range min(3, len(damaged)) {
		damaged[g.rnd.IntN(len(damaged))] = byte(g.rnd.UintN(256))
	}
	return damaged
}

func (g *generator) oddHeader() [2]string {
	return pick(g.rnd,
		[2]string{"X-Request-Id", strings.Repeat("r", 500)}, [2]string{"X-Request-Id", "a b"}, [2]string{"Accept", "image/png"},
		[2]string{"Accept", ";;;"},
		[2]string{"Accept-Encoding", "gzip;q=x, *;q=0"}, [2]string{"Range", "bytes=0-1,5-"}, [2]string{"If-None-Match", "*"},
		[2]string{"If-Modified-Since", "yesterday"},
		[2]string{"X-Http-Method-Override", "DELETE"}, [2]string{"Cookie", strings.Repeat("a=b; ", 800)},
		[2]string{"X-Forwarded-For", "not-an-address, ::1"}, [2]string{"X-Original-Url", "/auth/internal/revocations"},
		[2]string{"Content-Encoding", "gzip"}, [2]string{"Content-Language", "\x80\xff"}, [2]string{"Forwarded", "for=_x;by=\""},
		[2]string{"Traceparent", "00-x"}, [2]string{"Origin", "null"}, [2]string{"User-Agent", strings.Repeat("🦊", 300)},
	)
}

// longTarget is the length of path and query that every server must accept (RFC 9112, section 3).
const longTarget = 8000

// apiLimit is the largest body that most operations accept.
const apiLimit = api.DefaultBodyLimit

// sign adds the credentials of a caller.
func (s *fuzzRequest) sign(header, value string) {
	s.header = append(s.header, [2]string{header, value})
}

// contract returns the client that checks the response.
func (s fuzzRequest) contract() string {
	if s.gateway && s.op.Internal() {
		return "gateway"
	}
	return s.op.Service
}

func loadSpecs() (map[string]*openapi3.T, error) {
	specs := map[string]*openapi3.T{}
	for _, d := range api.Documents() {
		content, err := api.Published(d.Service)
		if err != nil {
			return nil, err
		}
		if specs[d.Service], err = openapi3.NewLoader().LoadFromData(content); err != nil {
			return nil, err
		}
	}
	return specs, nil
}
