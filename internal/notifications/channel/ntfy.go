package channel

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
)

// ntfyBody is a message as ntfy takes it at its root address. Newer servers replace a message with the same sequence id,
// so a repetition is not shown twice; older ones ignore the property.
type ntfyBody struct {
	Topic      string `json:"topic"`
	Title      string `json:"title"`
	Message    string `json:"message"`
	Click      string `json:"click"`
	Priority   int    `json:"priority"`
	SequenceID string `json:"sequence_id"`
}

// ntfyLength keeps a message of four-byte characters below the 4,096 bytes from which ntfy makes it an attachment.
const ntfyLength = 1000

func ntfy(ctx context.Context, t Target, m Message) (*http.Request, error) {
	b := ntfyBody{
		Topic: t.Topic, Title: cut(m.Title, 200), Message: cut(m.Text, ntfyLength), Click: m.URL, Priority: 3, SequenceID: m.ID.String(),
	}
	if m.Urgent {
		b.Priority = 4
	}
	body, err := json.Marshal(b)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.Address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if t.Token != "" {
		req.Header.Set("Authorization", "Bearer "+t.Token)
	}
	return req, nil
}
