package apitest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"rolecall/api"
)

// contract is a published contract in the two forms that the checks need.
type contract struct {
	document *api.Document
	spec     *openapi3.T
}

var (
	loadedMu sync.Mutex
	loaded   = map[string]*contract{}
)

// load parses a contract once per process, because that takes longer than most tests.
func load(service string) (*contract, error) {
	loadedMu.Lock()
	defer loadedMu.Unlock()
	if k, ok := loaded[service]; ok {
		return k, nil
	}
	content, err := api.Published(service)
	if err != nil {
		return nil, err
	}
	k, err := parse(service, content)
	if err != nil {
		return nil, err
	}
	loaded[service] = k
	return k, nil
}

func parse(service string, content []byte) (*contract, error) {
	document, err := api.Parse(service, content)
	if err != nil {
		return nil, err
	}
	spec, err := openapi3.NewLoader().LoadFromData(content)
	if err != nil {
		return nil, fmt.Errorf("contract of %s: %w", service, err)
	}
	return &contract{document: document, spec: spec}, nil
}

// checker is a round tripper that checks requests and responses.
type checker struct {
	t        testing.TB
	contract *contract
	next     http.RoundTripper
}

func (c *checker) RoundTrip(req *http.Request) (*http.Response, error) {
	c.t.Helper()
	var sent []byte
	if req.Body != nil && req.Body != http.NoBody {
		var err error
		if sent, err = io.ReadAll(req.Body); err != nil {
			return nil, err
		}
		_ = req.Body.Close()
		req = req.Clone(req.Context())
		req.Body = io.NopCloser(bytes.NewReader(sent))
	}
	res, err := c.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	got, err := io.ReadAll(res.Body)
	_ = res.Body.Close()
	if err != nil {
		return nil, err
	}
	res.Body = io.NopCloser(bytes.NewReader(got))
	for _, complaint := range c.contract.check(req, sent, res, got) {
		c.t.Errorf("%s %s: %d: %s", req.Method, req.URL.Path, res.StatusCode, complaint)
	}
	return res, nil
}

type errorBody struct {
	Error   string `json:"error"`
	Message string `json:"message"`
}

// check returns the violations of the contract.
func (k *contract) check(req *http.Request, sent []byte, res *http.Response, got []byte) []string {
	path := req.URL.Path
	if path == "/healthz" || path == "/readyz" {
		return nil
	}
	op, known := k.document.Match(req.Method, path)
	if op == nil && req.Method == http.MethodHead {
		op, known = k.document.Match(http.MethodGet, path) // HEAD is GET without the body
	}
	switch {
	case op == nil && known:
		complaints := k.checkStray(req, res, got, http.StatusMethodNotAllowed)
		if res.Header.Get("Allow") == "" {
			complaints = append(complaints, "a 405 must say what is allowed")
		}
		return complaints
	case op == nil:
		return k.checkStray(req, res, got, http.StatusNotFound)
	}

	declared, ok := op.Responses.Get(strconv.Itoa(res.StatusCode))
	if !ok {
		return []string{fmt.Sprintf("%s does not declare this status: %s", op.ID, got)}
	}
	input := k.input(req, sent, op)
	var complaints []string
	if err := k.checkResponse(input, k.document.Response(declared), res, got); err != nil {
		complaints = append(complaints, op.ID+": "+explain(err))
	}
	if res.StatusCode >= 400 && req.Method != http.MethodHead {
		var body errorBody
		if json.Unmarshal(got, &body) == nil && !slices.Contains(op.Titles(res.StatusCode), body.Error) {
			complaints = append(complaints, fmt.Sprintf("%s does not declare the title %q (%s)", op.ID, body.Error, body.Message))
		}
	}
	if res.StatusCode < 300 {
		if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
			complaints = append(complaints, op.ID+" accepted a request that the contract forbids: "+explain(err))
		}
	}
	return complaints
}

func (k *contract) input(req *http.Request, sent []byte, op *api.Operation) *openapi3filter.RequestValidationInput {
	item := k.spec.Paths.Value(op.Path)
	again := req.Clone(context.Background())
	again.Body = io.NopCloser(bytes.NewReader(sent))
	return &openapi3filter.RequestValidationInput{
		Request:    again,
		PathParams: op.Values(req.URL.Path),
		Route: &routers.Route{
			Spec: k.spec, Path: op.Path, PathItem: item, Method: op.Method, Operation: item.GetOperation(op.Method),
		},
		Options: &openapi3filter.Options{
			AuthenticationFunc:  openapi3filter.NoopAuthenticationFunc,
			SkipSettingDefaults: true,
			MultiError:          true,
			// Files and forms are the service's own business; their parts have no schema worth checking.
			ExcludeRequestBody: !isJSON(req.Header.Get("Content-Type")),
		},
	}
}

func (k *contract) checkResponse(
	input *openapi3filter.RequestValidationInput, declared *api.Response, res *http.Response, got []byte,
) error {
	contentType := res.Header.Get("Content-Type")
	if len(declared.Content) == 0 && len(got) > 0 {
		return fmt.Errorf("a body where none is declared: %s", got)
	}
	if len(declared.Content) > 0 && !isJSON(contentType) && input.Request.Method != http.MethodHead {
		plain, params, _ := mime.ParseMediaType(contentType)
		if strings.HasPrefix(plain, "text/") && params["charset"] != "utf-8" {
			return fmt.Errorf("the content type %q does not name its charset", contentType)
		}
		if _, ok := declared.Content.Get(plain); !ok {
			return fmt.Errorf("the content type %q is not declared", contentType)
		}
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input,
		Status:                 res.StatusCode,
		Header:                 res.Header,
		Body:                   io.NopCloser(bytes.NewReader(got)),
		Options: &openapi3filter.Options{
			IncludeResponseStatus: true,
			MultiError:            true,
			ExcludeResponseBody:   len(declared.Content) == 0 || !isJSON(contentType) || input.Request.Method == http.MethodHead,
		},
	})
}

// checkStray checks responses to requests without an operation, which have the error body too.
func (k *contract) checkStray(req *http.Request, res *http.Response, got []byte, status int) []string {
	if res.StatusCode != status {
		return []string{fmt.Sprintf("no operation has this method and path, so the answer must be %d", status)}
	}
	if req.Method == http.MethodHead {
		return nil
	}
	var body errorBody
	if err := json.Unmarshal(got, &body); err != nil || body.Error != http.StatusText(status) || body.Message == "" ||
		!isJSON(res.Header.Get("Content-Type")) {
		return []string{fmt.Sprintf("not the error body: %s", got)}
	}
	return nil
}

func isJSON(contentType string) bool {
	plain, _, err := mime.ParseMediaType(contentType)
	return err == nil && plain == "application/json"
}

// explain returns a validation error without the schema and the values that its text contains.
func explain(err error) string {
	var parts []string
	collect(err, &parts)
	return strings.Join(parts, "; ")
}

func collect(err error, parts *[]string) {
	switch e := err.(type) {
	case openapi3.MultiError:
		for _, inner := range e {
			collect(inner, parts)
		}
	case *openapi3.SchemaError:
		if e.Origin != nil {
			collect(e.Origin, parts)
			return
		}
		*parts = append(*parts, "/"+strings.Join(e.JSONPointer(), "/")+": "+e.Reason)
	case *openapi3filter.RequestError:
		where := "body"
		if e.Parameter != nil {
			where = e.Parameter.In + " parameter " + e.Parameter.Name
		}
		collectUnder(where, e.Reason, e.Err, parts)
	case *openapi3filter.ResponseError:
		collectUnder("answer", e.Reason, e.Err, parts)
	default:
		if inner := errors.Unwrap(err); inner != nil {
			collect(inner, parts)
			return
		}
		*parts = append(*parts, err.Error())
	}
}

func collectUnder(where, reason string, err error, parts *[]string) {
	if err == nil {
		*parts = append(*parts, where+": "+reason)
		return
	}
	var inner []string
	collect(err, &inner)
	*parts = append(*parts, where+" "+strings.Join(inner, "; "))
}
