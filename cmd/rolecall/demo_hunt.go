package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"rolecall/internal/identity"
)

// demoClient is the HTTP client of the demo's user.
var demoClient = &http.Client{Timeout: 30 * time.Second}

// visitor calls the gateway as the demo's user.
type visitor struct {
	gateway string
	token   string
}

// call sends JSON and reads JSON.
func (v *visitor) call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		b, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, v.gateway+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("User-Agent", "Rolecall demo") // the list of sessions shows it
	if v.token != "" {
		req.Header.Set("Authorization", "Bearer "+v.token)
	}
	res, err := demoClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		b, _ := io.ReadAll(io.LimitReader(res.Body, 500))
		return fmt.Errorf("%s %s: %s: %s", method, path, res.Status, b)
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(res.Body).Decode(out)
}

// fillHunt adds applications to the demo's user unless there are some.
func fillHunt(ctx context.Context, gateway string, user identity.NewAccount) error {
	v := &visitor{gateway: gateway}
	var login struct{ Token string }
	if err := v.call(ctx, "POST", "/auth/login", map[string]string{"email": user.Email, "password": user.Password}, &login); err != nil {
		return nil // the user has since turned on two-factor authentication
	}
	v.token = login.Token
	var page struct{ TotalElements int }
	if err := v.call(ctx, "GET", "/applications?size=1", nil, &page); err != nil || page.TotalElements > 0 {
		return err
	}
	jobs, err := v.findJobs(ctx, 14, indexPatience)
	if err != nil {
		return err
	}
	now := time.Now().UTC()
	for i, job := range jobs {
		if i >= len(demoApplications) {
			if err := v.call(ctx, "PUT", "/jobs/saved/"+job, nil, nil); err != nil {
				return err
			}
			continue
		}
		if err := v.apply(ctx, job, demoApplications[i], now.AddDate(0, 0, -2*(i+1)), now); err != nil {
			return err
		}
	}
	return nil
}

// indexPatience is how long the demo waits for the search index, which follows a crawl within two seconds unless the machine is busy.
const indexPatience = 30 * time.Second

// findJobs returns n postings, or those that the search finds when the patience ends.
func (v *visitor) findJobs(ctx context.Context, n int, patience time.Duration) ([]string, error) {
	path := "/jobs?" + url.Values{"keyword": {"engineer OR manager OR designer"}, "size": {strconv.Itoa(n)}}.Encode()
	enough := time.After(patience)
	for {
		var found struct{ Content []struct{ ID string } }
		if err := v.call(ctx, "GET", path, nil, &found); err != nil {
			return nil, err
		}
		ids := make([]string, len(found.Content))
		for i, job := range found.Content {
			ids[i] = job.ID
		}
		if len(ids) >= n {
			return ids, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-enough:
			return ids, nil
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// demoApplication is an application of the demo's user, with a next step unless its label is empty.
type demoApplication struct {
	status, label, reminder string
	days                    int           // working days until the next step
	at                      time.Duration // time of that day
}

var demoApplications = []demoApplication{
	{status: "SAVED"}, {status: "SAVED"},
	{status: "APPLIED"}, {status: "APPLIED"}, {status: "APPLIED"},
	{"SCREENING", "Call with recruiting", "Read about the company", 2, 9*time.Hour + 30*time.Minute},
	{status: "SCREENING"},
	{"INTERVIEW", "Conversation with the team", "Prepare questions", 3, 14 * time.Hour},
	{"INTERVIEW", "Technical interview", "Repeat the basics", 5, 13 * time.Hour},
	{"OFFER", "Answer the offer", "Compare with the other offer", 6, 10 * time.Hour},
	{status: "REJECTED"}, {status: "REJECTED"},
}

// apply creates one application and moves it to its status.
func (v *visitor) apply(ctx context.Context, job string, a demoApplication, applied, now time.Time) error {
	first := map[string]any{"jobPostId": job, "status": "APPLIED", "appliedAt": applied}
	if a.status == "SAVED" {
		first = map[string]any{"jobPostId": job, "status": "SAVED"}
	}
	var app struct{ ID string }
	if err := v.call(ctx, "POST", "/applications", first, &app); err != nil {
		return err
	}
	path := "/applications/" + app.ID
	if a.status != "SAVED" && a.status != "APPLIED" {
		if err := v.call(ctx, "PATCH", path+"/status", map[string]string{"status": a.status}, nil); err != nil {
			return err
		}
	}
	if a.label == "" {
		return nil
	}
	at := workday(now, a.days).Add(a.at)
	change := map[string]any{
		"notes":    "Ask about the team, the on-call rota and the first three months.",
		"contact":  "Jordan Vale, recruiting",
		"nextStep": map[string]any{"label": a.label, "date": at.Format(time.DateOnly), "reminderAt": at},
	}
	if err := v.call(ctx, "PATCH", path, change, nil); err != nil {
		return err
	}
	return v.call(ctx, "POST", "/notifications/custom-reminders", map[string]any{
		"applicationId": app.ID, "title": a.reminder, "note": "Re-read the posting first.",
		"triggerAtUtc": at.Add(-20 * time.Hour), "channels": []string{"IN_APP", "EMAIL"},
	}, nil)
}

// workday returns the beginning of the nth working day after a time.
func workday(t time.Time, n int) time.Time {
	day := t.Truncate(24 * time.Hour)
	for n > 0 {
		if day = day.AddDate(0, 0, 1); day.Weekday() != time.Saturday && day.Weekday() != time.Sunday {
			n--
		}
	}
	return day
}
