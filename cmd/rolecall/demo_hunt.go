package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
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
	var found struct{ Content []struct{ ID string } }
	if err := v.call(ctx, "GET", "/jobs?"+url.Values{"keyword": {"engineer OR manager OR designer"}, "size": {"14"}}.Encode(), nil,
		&found); err != nil {
		return err
	}
	now := time.Now().UTC()
	stages := []string{"SAVED", "SAVED", "APPLIED", "APPLIED", "APPLIED", "SCREENING", "SCREENING", "INTERVIEW", "INTERVIEW", "OFFER",
		"REJECTED", "REJECTED"}
	for i, job := range found.Content {
		if i >= len(stages) {
			if err := v.call(ctx, "PUT", "/jobs/saved/"+job.ID, nil, nil); err != nil {
				return err
			}
			continue
		}
		if err := v.apply(ctx, job.ID, stages[i], now.AddDate(0, 0, -2*(i+1)), now); err != nil {
			return err
		}
	}
	return nil
}

// apply creates one application and moves it to its status, with a next step where that makes sense.
func (v *visitor) apply(ctx context.Context, job, stage string, applied, now time.Time) error {
	first := map[string]any{"jobPostId": job, "status": "APPLIED", "appliedAt": applied}
	if stage == "SAVED" {
		first = map[string]any{"jobPostId": job, "status": "SAVED"}
	}
	var app struct{ ID string }
	if err := v.call(ctx, "POST", "/applications", first, &app); err != nil {
		return err
	}
	path := "/applications/" + app.ID
	if stage != "SAVED" && stage != "APPLIED" {
		if err := v.call(ctx, "PATCH", path+"/status", map[string]string{"status": stage}, nil); err != nil {
			return err
		}
	}
	if stage != "INTERVIEW" && stage != "OFFER" {
		return nil
	}
	step := now.AddDate(0, 0, 3)
	change := map[string]any{
		"notes":   "Ask about the team, the on-call rota and the first three months.",
		"contact": "Jordan Vale, recruiting",
		"nextStep": map[string]any{"label": "Conversation with the team", "date": step.Format(time.DateOnly),
			"reminderAt": step.Truncate(time.Hour)},
	}
	if err := v.call(ctx, "PATCH", path, change, nil); err != nil {
		return err
	}
	return v.call(ctx, "POST", "/notifications/custom-reminders", map[string]any{
		"applicationId": app.ID, "title": "Prepare questions", "note": "Re-read the posting first.",
		"triggerAtUtc": step.Add(-24 * time.Hour), "channels": []string{"IN_APP", "EMAIL"},
	}, nil)
}
