package crawler

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/crawler/enrich"
	"rolecall/internal/env"
)

// fakeModel answers every question with the same content.
func fakeModel(t *testing.T, content string, asked *atomic.Int32) LLMConfig {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if content == "hang" {
			_, _ = io.Copy(io.Discard, r.Body) // the server notices a disconnect only after reading the body
			<-r.Context().Done()
			return
		}
		var q struct {
			Model    string
			Messages []chatMessage
		}
		if err := json.NewDecoder(r.Body).Decode(&q); err != nil || q.Model != "small" || len(q.Messages) != 2 || r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer sesame" {
			t.Errorf("asked %s %+v: %v", r.URL, q, err)
		}
		_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{"message": chatMessage{"assistant", content}}}})
	}))
	t.Cleanup(srv.Close)
	return LLMConfig{URL: srv.URL + "/v1", Model: "small", Key: env.NewSecret("sesame"), Timeout: time.Minute, Budget: 10}
}

func TestModelFillsOnlyMissingKnownFacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		content string
		facts   enrich.Facts
		want    enrich.Facts
	}{
		"all open": {
			content: `{"careerLevel":"senior","employmentType":"full-time","workplaceType":"remote","skills":["golang","Go","PostgreSQL","Telepathy"]}`,
			want: enrich.Facts{CareerLevel: "senior", EmploymentType: "full-time", WorkplaceType: "remote", Skills: []string{"Go", "PostgreSQL"},
				Sources: enrich.Sources{CareerLevel: "model", EmploymentType: "model", WorkplaceType: "model", Skills: "model"}},
		},
		"the rules' facts stand": {
			content: "```json\n" + `{"careerLevel":"junior","workplaceType":"remote","skills":["Go"]}` + "\n```",
			facts:   enrich.Facts{CareerLevel: "lead", Skills: []string{"Rust"}, Sources: enrich.Sources{CareerLevel: "title", Skills: "text"}},
			want: enrich.Facts{CareerLevel: "lead", WorkplaceType: "remote", Skills: []string{"Rust"},
				Sources: enrich.Sources{CareerLevel: "title", WorkplaceType: "model", Skills: "text"}},
		},
		"outside the vocabulary": {content: `{"careerLevel":"emperor","employmentType":"forever","workplaceType":"moon","skills":null}`},
		"nulls":                  {content: `{"careerLevel":null}`},
		"another shape":          {content: `{"careerLevel":["senior"]}`},
		"not JSON":               {content: "I think it is a senior role."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var asked atomic.Int32
			second := newSecondOpinion(newLLM(fakeModel(t, c.content, &asked)), slog.New(slog.DiscardHandler))
			got := c.facts
			second.fill(t.Context(), enrich.Input{Title: "Beekeeper", Description: "<p>Bees.</p>"}, &got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
			if asked.Load() != 1 {
				t.Errorf("asked %d times, want 1", asked.Load())
			}
		})
	}
}

func TestModelBudgetAndSource(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	model := fakeModel(t, `{"careerLevel":"principal"}`, &asked)
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker(func(c *Config) { c.LLM = model })
	worker.facts = func(enrich.Input) enrich.Facts { return enrich.Facts{} }
	w.crawl(worker)
	sum := w.enrich(worker)
	if sum.Enriched+sum.Unchanged != 30 || sum.Asked != 10 || asked.Load() != 10 || !strings.HasSuffix(sum.String(), "; 10 questions to the model") {
		t.Errorf("got %+v, asked %d, want 30 in all and 10 questions", sum, asked.Load())
	}
	if n := value[int](w, `SELECT count(*) FROM crawler.job_post WHERE career_level = 'principal' AND fact_sources = '{"careerLevel": "model"}'`); n != 10 {
		t.Errorf("%d are marked, want 10", n)
	}
}

func TestModelIsNotAskedAfterFailures(t *testing.T) {
	t.Parallel()
	var asked atomic.Int32
	model := fakeModel(t, "hang", &asked)
	model.Timeout = 50 * time.Millisecond
	w := newWorld(t, employer("greenhouse", "acorn", 30))
	worker := w.worker(func(c *Config) { c.LLM = model })
	worker.facts = func(enrich.Input) enrich.Facts { return enrich.Facts{WorkplaceType: "remote"} }
	w.crawl(worker)
	sum := w.enrich(worker)
	if sum.Enriched != 30 || sum.Asked > llmFailures+enrichWorkers || sum.ModelError == "" {
		t.Errorf("got %+v, want 30 enriched, few questions and an error of the model", sum)
	}
}

func TestModelErrorStatusIsAnError(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"choices":[{"message":{"content":"{\"careerLevel\":\"senior\"}"}}]}`)
	}))
	defer srv.Close()
	_, err := newLLM(LLMConfig{URL: srv.URL, Model: "small", Timeout: time.Minute}).ask(t.Context(), enrich.Input{Title: "Beekeeper"})
	if err == nil || !strings.Contains(err.Error(), "429") {
		t.Errorf("got %v, want an error with %q", err, "429")
	}
}

// TestModelRedirectsAreNotFollowed checks that only the endpoint gets the key, not the target of a redirect.
func TestModelRedirectsAreNotFollowed(t *testing.T) {
	t.Parallel()
	asked := atomic.Int32{}
	elsewhere := fakeModel(t, `{"careerLevel":"senior"}`, &asked)
	srv := httptest.NewServer(http.RedirectHandler(elsewhere.URL+"/chat/completions", http.StatusTemporaryRedirect))
	t.Cleanup(srv.Close)
	cfg := elsewhere
	cfg.URL = srv.URL + "/v1"
	if got, err := newLLM(cfg).ask(t.Context(), enrich.Input{Title: "Engineer"}); err == nil || asked.Load() != 0 {
		t.Errorf("got %+v, %v, and %d requests went elsewhere, want an error and 0", got, err, asked.Load())
	}
}
