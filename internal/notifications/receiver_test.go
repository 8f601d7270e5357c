package notifications_test

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rolecall/internal/notifications"
	"rolecall/internal/notifications/oas"
)

// private lets channels reach the receivers of the tests.
func private(c *configuration) { c.Channel.AllowPrivate = true }

// receiver is a user's webhook, ntfy server or push service.
type receiver struct {
	*httptest.Server
	mu     sync.Mutex
	got    []received
	status int
	hang   chan struct{} // non-nil: requests wait until it is closed
}

type received struct {
	path   string
	header http.Header
	body   []byte
}

func newReceiver(t testing.TB) *receiver {
	r := &receiver{status: http.StatusOK}
	r.Server = httptest.NewServer(r)
	t.Cleanup(func() {
		r.answer(http.StatusOK)
		r.Close()
	})
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, _ := io.ReadAll(req.Body)
	r.mu.Lock()
	hang := r.hang
	r.mu.Unlock()
	if hang != nil {
		select {
		case <-hang:
		case <-req.Context().Done():
			return
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.status < 300 {
		r.got = append(r.got, received{req.URL.Path, req.Header, body})
	}
	w.WriteHeader(r.status)
}

// answer sets the status of further answers, and lets hanging requests go.
func (r *receiver) answer(status int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status = status
	if r.hang != nil {
		close(r.hang)
		r.hang = nil
	}
}

// stall makes further requests hang.
func (r *receiver) stall() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.hang = make(chan struct{})
}

// accepted returns what the receiver took.
func (r *receiver) accepted() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.got)
}

// titles returns the titles of the messages that a webhook took.
func (r *receiver) titles(t testing.TB) (out []string) {
	t.Helper()
	for _, m := range r.accepted() {
		var b struct{ Title string }
		if err := json.Unmarshal(m.body, &b); err != nil {
			t.Fatal(err)
		}
		out = append(out, b.Title)
	}
	return out
}

// addChannel adds a channel through the API.
func (p person) addChannel(body object) oas.NewChannel {
	p.fx.t.Helper()
	var got oas.NewChannel
	p.Do("POST", "/notifications/channels", body).Want(201).JSON(&got)
	return got
}

func (p person) webhook(address string) oas.NewChannel {
	p.fx.t.Helper()
	return p.addChannel(object{"kind": "WEBHOOK", "name": "Hook", "address": address})
}

func (p person) channels() []oas.Channel {
	p.fx.t.Helper()
	var got oas.ChannelList
	p.Do("GET", "/notifications/channels", nil).Want(200).JSON(&got)
	return got.Items
}

// deliverToChannels runs the channel worker once.
func (fx *fixture) deliverToChannels() notifications.ChannelResult {
	fx.t.Helper()
	r, err := fx.svc.DeliverToChannels(fx.t.Context())
	if err != nil {
		fx.t.Fatal(err)
	}
	return r
}

// signed reports whether a webhook's message carries the right signature. It is written without the code that signs.
func signed(secret string, m received) bool {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	_, _ = io.WriteString(mac, m.header.Get("Webhook-Id")+"."+m.header.Get("Webhook-Timestamp")+"."+string(m.body))
	return m.header.Get("Webhook-Signature") == "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

// browser holds the keys of a push subscription.
type browser struct {
	key  *ecdh.PrivateKey
	auth []byte
}

func newBrowser(t testing.TB) browser {
	t.Helper()
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	auth := make([]byte, 16)
	_, _ = rand.Read(auth)
	return browser{key, auth}
}

// subscription returns what the browser sends when it is added, with its address at a push service.
func (b browser) subscription(address string) object {
	encode := base64.RawURLEncoding.EncodeToString
	return object{"kind": "WEB_PUSH", "name": "Firefox", "address": address, "p256dh": encode(b.key.PublicKey().Bytes()),
		"auth": encode(b.auth)}
}

// read decrypts a push message as a browser does.
func (b browser) read(t testing.TB, body []byte) (out struct{ ID, Title, Body, URL string }) {
	t.Helper()
	salt, public, sealed := body[:16], body[21:86], body[86:]
	sender, err := ecdh.P256().NewPublicKey(public)
	if err != nil {
		t.Fatal(err)
	}
	shared, err := b.key.ECDH(sender)
	if err != nil {
		t.Fatal(err)
	}
	derive := func(secret, salt []byte, info string, n int) []byte {
		out, err := hkdf.Key(sha256.New, secret, salt, info, n)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	material := derive(shared, b.auth, "WebPush: info\x00"+string(b.key.PublicKey().Bytes())+string(public), 32)
	block, err := aes.NewCipher(derive(material, salt, "Content-Encoding: aes128gcm\x00", 16))
	if err != nil {
		t.Fatal(err)
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := gcm.Open(nil, derive(material, salt, "Content-Encoding: nonce\x00", 12), sealed, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(plain[:len(plain)-1], &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// waitUntil waits for something that another goroutine does.
func waitUntil(t testing.TB, done func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !done(); runtime.Gosched() {
		if time.Now().After(end) {
			t.Fatal("timed out")
		}
	}
}
