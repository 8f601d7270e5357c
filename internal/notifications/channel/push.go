package channel

import (
	"bytes"
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Vapid is the key pair by which push services recognise the platform (RFC 8292).
type Vapid struct {
	Key     *ecdsa.PrivateKey
	Subject string // an https address or empty
}

// NewVapidKey returns a random key.
func NewVapidKey() (*ecdsa.PrivateKey, error) { return ecdsa.GenerateKey(elliptic.P256(), rand.Reader) }

// Public returns the public key as browsers take it.
func (v *Vapid) Public() (string, error) {
	point, err := v.Key.PublicKey.Bytes()
	return base64.RawURLEncoding.EncodeToString(point), err
}

// vapidLife is the lifetime of a token; push services accept a day at most.
const vapidLife = 12 * time.Hour

// authorization returns the header for a push service.
func (v *Vapid) authorization(address *url.URL, now time.Time) (string, error) {
	claims := jwt.MapClaims{"aud": address.Scheme + "://" + address.Host, "exp": now.Add(vapidLife).Unix()}
	if v.Subject != "" {
		claims["sub"] = v.Subject
	}
	token, err := jwt.NewWithClaims(jwt.SigningMethodES256, claims).SignedString(v.Key)
	if err != nil {
		return "", err
	}
	public, err := v.Public()
	return "vapid t=" + token + ", k=" + public, err
}

// pushBody is the message that the service worker (web/public/sw.js) reads.
type pushBody struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Body  string `json:"body"`
	URL   string `json:"url"`
}

// A push message has at most 4,096 bytes. These lengths fit even if JSON writes every character as six bytes.
const (
	pushTitle = 100
	pushText  = 450
	// pushLife is the time for which a push service keeps a message for a browser that is not running.
	pushLife = 3 * 24 * time.Hour
)

func (s *Sender) push(ctx context.Context, t Target, m Message) (*http.Request, error) {
	plain, err := json.Marshal(pushBody{ID: m.ID.String(), Title: cut(m.Title, pushTitle), Body: cut(m.Text, pushText), URL: m.URL})
	if err != nil {
		return nil, err
	}
	receiver, auth, err := t.pushKeys()
	if err != nil {
		return nil, err
	}
	own, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	salt := make([]byte, 16)
	_, _ = rand.Read(salt) // never fails
	body, err := encrypt(plain, receiver, auth, own, salt)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, t.Address, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	vapid, err := s.Vapid(ctx)
	if err != nil {
		return nil, err
	}
	authorization, err := vapid.authorization(req.URL, s.Now())
	if err != nil {
		return nil, err
	}
	req.Header.Set("Authorization", authorization)
	req.Header.Set("Content-Type", "application/octet-stream")
	req.Header.Set("Content-Encoding", "aes128gcm")
	req.Header.Set("Ttl", fmt.Sprint(int(pushLife.Seconds())))
	// A message that a push service still has is replaced by its repetition.
	req.Header.Set("Topic", strings.ReplaceAll(m.ID.String(), "-", ""))
	req.Header.Set("Urgency", "normal")
	if m.Urgent {
		req.Header.Set("Urgency", "high")
	}
	return req, nil
}

// recordSize is the size of the one record of a message.
const recordSize = 4096

// encrypt encrypts a message for a browser (RFC 8291) with a key pair and a salt that are used once.
func encrypt(plain []byte, receiver *ecdh.PublicKey, auth []byte, own *ecdh.PrivateKey, salt []byte) ([]byte, error) {
	shared, err := own.ECDH(receiver)
	if err != nil {
		return nil, err
	}
	public := own.PublicKey().Bytes()
	material, err := hkdf.Key(sha256.New, shared, auth, "WebPush: info\x00"+string(receiver.Bytes())+string(public), 32)
	if err != nil {
		return nil, err
	}
	key, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return nil, err
	}
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return nil, err
	}
	out := append([]byte{}, salt...)
	out = binary.BigEndian.AppendUint32(out, recordSize)
	const pointSize = 65 // bytes of an uncompressed point
	out = append(out, pointSize)
	out = append(out, public...)
	const lastRecord = 2
	return gcm.Seal(out, nonce, append(plain, lastRecord), nil), nil
}
