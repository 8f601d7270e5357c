package notifications_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"rolecall/internal/notifications/oas"
)

func TestChannelsOfAUser(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada, grace := fx.person(), fx.person()
	if got := ada.channels(); len(got) != 0 {
		t.Fatalf("a new user has %d channels, want 0", len(got))
	}
	hook := ada.webhook("https://hooks.example.org/ada")
	if !strings.HasPrefix(hook.Secret.Or(""), "whsec_") {
		t.Errorf("the secret is %q", hook.Secret.Or(""))
	}
	topic := ada.addChannel(object{"kind": "NTFY", "name": " Phone ", "address": "https://ntfy.example", "topic": "ada-7",
		"token": "tk_private"})
	if !topic.Secret.Null || topic.Channel.Name != "Phone" || topic.Channel.Topic.Or("") != "ada-7" {
		t.Errorf("%+v", topic)
	}
	all := oas.NotificationType("").AllValues()
	for _, c := range ada.channels() {
		if diff := cmp.Diff(c.Types, all); diff != "" || !c.Enabled || !c.LastDeliveredAt.Null || !c.FailingSince.Null {
			t.Errorf("a new channel is %+v", c)
		}
	}
	path := "/notifications/channels/" + hook.Channel.ID.String()
	var changed oas.Channel
	ada.Do("PATCH", path, object{"name": "Home", "types": []string{"CUSTOM_REMINDER", "CUSTOM_REMINDER"}}).Want(200).JSON(&changed)
	if changed.Name != "Home" || len(changed.Types) != 1 || !changed.Enabled {
		t.Errorf("%+v", changed)
	}
	ada.Do("PATCH", path, object{"types": []string{}}).Want(200).JSON(&changed)
	if len(changed.Types) != 0 || changed.Name != "Home" {
		t.Errorf("without types: %+v", changed)
	}
	ada.Do("PATCH", path, object{"name": "  "}).WantError(400, "Validation Error")
	ada.Do("PATCH", path, object{"types": []string{"LUNCH"}}).WantError(400, "Validation Error")
	ada.Do("POST", "/notifications/channels", object{"kind": "WEBHOOK", "name": "Twice", "address": "https://hooks.example.org/ada"}).
		WantError(409, "Conflict")

	for _, request := range [][2]string{{"PATCH", ""}, {"DELETE", ""}, {"POST", "/test"}, {"GET", "/deliveries"}, {"POST", "/replay"}} {
		var body any
		if request[0] == "PATCH" {
			body = object{"enabled": false}
		}
		grace.Do(request[0], path+request[1], body).WantError(404, "Not Found")
	}
	ada.Do("DELETE", path, nil).Want(204)
	ada.Do("DELETE", path, nil).WantError(404, "Not Found")
	if got := ada.channels(); len(got) != 1 || got[0].ID != topic.Channel.ID {
		t.Errorf("after the removal: %+v", got)
	}
}

func TestInvalidChannelsAreRefused(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	for _, body := range []object{
		{"kind": "WEBHOOK", "name": "x", "address": "http://hooks.example.org"},
		{"kind": "WEBHOOK", "name": "x", "address": "https://192.168.0.10/hook"},
		{"kind": "WEBHOOK", "name": "x", "address": "https://user:pass@hooks.example.org"},
		{"kind": "WEBHOOK", "name": " ", "address": "https://hooks.example.org"},
		{"kind": "NTFY", "name": "x", "address": "https://ntfy.example"},
		{"kind": "NTFY", "name": "x", "address": "https://ntfy.example", "topic": "no spaces"},
		{"kind": "WEB_PUSH", "name": "x", "address": "https://push.example/1", "p256dh": "AAAA", "auth": "AAAA"},
		{"kind": "PIGEON", "name": "x", "address": "https://loft.example"},
	} {
		ada.Do("POST", "/notifications/channels", body).WantError(400, "Validation Error")
	}
}

// TestChannelLimit checks that the eleventh channel is refused, even when many arrive at once.
func TestChannelLimit(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	var wg sync.WaitGroup
	for i := range 14 {
		wg.Go(func() {
			ada.Do("POST", "/notifications/channels", object{"kind": "WEBHOOK", "name": "x", "address": fmt.Sprintf("https://h%d.example", i)})
		})
	}
	wg.Wait()
	if got := ada.channels(); len(got) != 10 {
		t.Errorf("%d channels, want 10", len(got))
	}
	ada.Do("POST", "/notifications/channels", object{"kind": "WEBHOOK", "name": "x", "address": "https://late.example"}).
		WantError(409, "Limit Reached")
	fx.person().webhook("https://other.example")
}

// TestChannelSecretsAreSealed checks that neither the table, a response nor the log has anything that lets another
// person send to, or read, a channel.
func TestChannelSecretsAreSealed(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	r := newReceiver(t)
	r.answer(500)
	hook := ada.webhook(r.URL + "/way-in")
	ada.addChannel(object{"kind": "NTFY", "name": "Phone", "address": r.URL, "topic": "hard-to-guess", "token": "tk_private"})
	b := newBrowser(t)
	push := ada.addChannel(b.subscription(r.URL + "/capability"))
	ada.remind(nil)
	fx.clock.Add(2 * time.Hour)
	fx.dispatch()
	fx.deliverToChannels()
	for _, c := range ada.channels() {
		ada.Do("POST", "/notifications/channels/"+c.ID.String()+"/test", nil).Want(200)
	}
	stored := strings.Join(fx.texts("SELECT c::text || encode(c.target, 'escape') FROM notification.channel c"), "\n")
	shown := string(ada.Do("GET", "/notifications/channels", nil).Want(200).Body)
	auth := b.subscription("")["auth"].(string)
	for _, secret := range []string{hook.Secret.Or("?"), push.Secret.Or("?"), "tk_private", "/capability", auth} {
		if strings.Contains(stored, secret) || strings.Contains(shown, secret) || fx.log.Has(secret) {
			t.Errorf("%q is stored, shown or logged", secret)
		}
	}
	for _, private := range []string{"/way-in", "hard-to-guess"} {
		if strings.Contains(stored, private) || fx.log.Has(private) {
			t.Errorf("%q is stored or logged", private)
		}
	}
	if strings.Contains(stored, strings.TrimPrefix(r.URL, "http://")+"/") {
		t.Error("an address is stored")
	}
}

// TestBrowserBelongsToOneUser checks that a browser has one channel: adding it again keeps it, and another user who
// signs in there takes it over.
func TestBrowserBelongsToOneUser(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada, grace := fx.person(), fx.person()
	b := newBrowser(t)
	subscription := b.subscription("https://push.example/one")
	first := ada.addChannel(subscription)
	again := ada.addChannel(subscription)
	if first.Channel.ID != again.Channel.ID || first.Channel.Fingerprint.Or("") == "" || !first.Channel.Address.Null {
		t.Errorf("first %+v, again %+v", first, again)
	}
	grace.addChannel(subscription)
	if n, m := len(ada.channels()), len(grace.channels()); n != 0 || m != 1 {
		t.Errorf("%d channels of the first user, %d of the second", n, m)
	}
}

func TestBrowserRenewsItsSubscription(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	service := newReceiver(t)
	added := ada.addChannel(newBrowser(t).subscription(service.URL + "/old"))
	b := newBrowser(t)
	body := b.subscription(service.URL + "/new")
	delete(body, "kind")
	delete(body, "name")
	path := "/notifications/channels/" + added.Channel.ID.String() + "/renewal"
	body["key"] = "whsec_guessed"
	fx.api.Do("POST", path, body).WantError(404, "Not Found")
	body["key"] = added.Secret.Or("")
	fx.api.Do("POST", "/notifications/channels/"+uuid.NewString()+"/renewal", body).WantError(404, "Not Found")
	fx.api.Do("POST", path, body).Want(204)
	ada.Do("POST", "/notifications/channels/"+added.Channel.ID.String()+"/test", nil).Want(200)
	got := service.accepted()
	if len(got) != 1 || got[0].path != "/new" || b.read(t, got[0].body).Title == "" {
		t.Errorf("got %d messages, want 1 at the new address", len(got))
	}
	if list := ada.channels(); list[0].Fingerprint == added.Channel.Fingerprint {
		t.Error("the fingerprint is the old one")
	}
}
