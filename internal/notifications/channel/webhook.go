package channel

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// webhookBody is the body that a webhook receives. Receivers rely on it: properties are added, never changed.
type webhookBody struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	CreatedAt string `json:"createdAt"`
	Title     string `json:"title"`
	Message   string `json:"message"`
	URL       string `json:"url"`
}

// testType is the type of a test message.
const testType = "TEST"

// webhook returns the request of a webhook, signed as Standard Webhooks has it: an HMAC-SHA256 over the id, the time of
// the attempt and the body. The id is the same in every attempt.
func webhook(ctx context.Context, t Target, m Message, now time.Time) (*http.Request, error) {
	b := webhookBody{
		ID: m.ID.String(), Type: m.Type, CreatedAt: m.At.UTC().Format(time.RFC3339Nano), Title: m.Title, Message: m.Text, URL: m.URL,
	}
	if b.Type == "" {
		b.Type = testType
	}
	body, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(t.Secret, secretPrefix))
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.Address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	seconds := strconv.FormatInt(now.Unix(), 10)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(b.ID + "." + seconds + "."))
	mac.Write(body)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Webhook-Id", b.ID)
	req.Header.Set("Webhook-Timestamp", seconds)
	req.Header.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	return req, nil
}
