package notifications_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"rolecall/internal/mail/mailtest"
	"rolecall/internal/notifications"
	"rolecall/internal/notifications/oas"
	"rolecall/internal/porttest"
)

// fireReminder makes a reminder with this title fire.
func (p person) fireReminder(title string, changes object) {
	p.fx.t.Helper()
	body := object{"title": title}
	maps.Copy(body, changes)
	p.remind(body)
	p.fx.clock.Add(time.Hour)
	p.fx.dispatch()
}

func (p person) deliveries(c oas.NewChannel) []oas.Delivery {
	p.fx.t.Helper()
	var got oas.DeliveryList
	p.Do("GET", "/notifications/channels/"+c.Channel.ID.String()+"/deliveries", nil).Want(200).JSON(&got)
	return got.Items
}

// TestNoticeReachesEveryChannel checks that a notice arrives once on every channel, with the right signature,
// encryption and token.
func TestNoticeReachesEveryChannel(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada, grace := fx.person(), fx.person()
	r, service, ntfy := newReceiver(t), newReceiver(t), newReceiver(t)
	hook := ada.webhook(r.URL)
	b := newBrowser(t)
	ada.addChannel(b.subscription(service.URL + "/browser"))
	ada.addChannel(object{"kind": "NTFY", "name": "Phone", "address": ntfy.URL, "topic": "ada", "token": "tk_1"})
	others := newReceiver(t)
	grace.webhook(others.URL)

	ada.fireReminder("Call Otter Ltd", object{"note": "Ask about the boat."})
	fx.onReplicas(3, func(svc *notifications.Service) error {
		_, err := svc.DeliverToChannels(t.Context())
		return err
	})
	fx.deliverToChannels()

	got := r.accepted()
	if len(got) != 1 || len(others.accepted()) != 0 {
		t.Fatalf("the webhook got %d messages, that of another user %d, want 1 and 0", len(got), len(others.accepted()))
	}
	if !signed(hook.Secret.Or(""), got[0]) || signed("whsec_b3RoZXI=", got[0]) {
		t.Error("the signature is wrong")
	}
	var body map[string]string
	if err := json.Unmarshal(got[0].body, &body); err != nil {
		t.Fatal(err)
	}
	if body["title"] != "Call Otter Ltd" || !strings.Contains(body["message"], "Ask about the boat.") || body["type"] != "CUSTOM_REMINDER" ||
		!strings.HasPrefix(body["url"], "https://rolecall.example/tracker/") || body["id"] != got[0].header.Get("Webhook-Id") {
		t.Errorf("the body is %s", got[0].body)
	}

	pushed := service.accepted()
	if len(pushed) != 1 {
		t.Fatalf("%d push messages, want 1", len(pushed))
	}
	if m := b.read(t, pushed[0].body); m.Title != "Call Otter Ltd" || m.ID == "" || !strings.Contains(m.URL, "/tracker/") {
		t.Errorf("the browser reads %+v", m)
	}
	if h := pushed[0].header; !strings.HasPrefix(h.Get("Authorization"), "vapid t=") || h.Get("Ttl") == "" || h.Get("Urgency") != "high" ||
		h.Get("Content-Encoding") != "aes128gcm" {
		t.Errorf("the push headers are %v", h)
	}

	sent := ntfy.accepted()
	if len(sent) != 1 || sent[0].header.Get("Authorization") != "Bearer tk_1" {
		t.Fatalf("ntfy got %+v, want one message with the token", sent)
	}
	var message struct{ Topic, Title, Click string }
	if err := json.Unmarshal(sent[0].body, &message); err != nil || message.Topic != "ada" || message.Title != "Call Otter Ltd" {
		t.Errorf("ntfy got %s, want the notice on topic ada", sent[0].body)
	}
	for _, c := range ada.channels() {
		if c.LastDeliveredAt.Null || c.Waiting != 0 || !c.FailingSince.Null {
			t.Errorf("the health is %+v", c)
		}
	}
}

// TestChannelsCarryTheirTypes checks that every type of notice goes out, and that a channel gets only the types that
// are switched on. A reminder that is set for mail alone goes to the channels too.
func TestChannelsCarryTheirTypes(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	all, some := newReceiver(t), newReceiver(t)
	ada.webhook(all.URL)
	only := ada.webhook(some.URL)
	ada.Do("PATCH", "/notifications/channels/"+only.Channel.ID.String(), object{"types": []string{"GHOSTED_ALERT"}}).Want(200)
	ada.goStale("Engineer")
	ada.addNextStep("Call", "2026-05-20")
	fx.identity.no2FA = append(fx.identity.no2FA, ada.id)
	if _, err := fx.svc.RecommendTwoFactor(t.Context()); err != nil {
		t.Fatal(err)
	}
	fx.remindOfInterviews()
	fx.alertGhosted()
	ada.fireReminder("By mail", object{"channels": []string{"EMAIL"}})
	fx.deliverToChannels()
	var types []string
	for _, m := range all.accepted() {
		var b struct{ Type string }
		if err := json.Unmarshal(m.body, &b); err != nil {
			t.Fatal(err)
		}
		types = append(types, b.Type)
	}
	slices.Sort(types)
	types = slices.Compact(types)
	want := []string{"CUSTOM_REMINDER", "GHOSTED_ALERT", "INTERVIEW_REMINDER", "SECURITY_RECOMMENDATION"}
	if diff := cmp.Diff(types, want); diff != "" {
		t.Errorf("types (-got +want):\n%s", diff)
	}
	if got := some.titles(t); len(got) != 1 || !strings.Contains(got[0], "No answer") {
		t.Errorf("the channel for ghosted alerts got %v, want the ghosted alert alone", got)
	}
}

// TestBrokenReceiversLoseNothing checks that receivers that are down, refuse or hang delay no other, lose nothing and
// get nothing twice. The same holds for the mail server.
func TestBrokenReceiversLoseNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	fx.svc.SetChannelTimeout(5 * time.Second) // of those that hang; the others must be quicker on a busy machine too
	ada, grace := fx.person(), fx.person()
	refusing, slow, well := newReceiver(t), newReceiver(t), newReceiver(t)
	ada.webhook("http://" + porttest.New(t).Address()) // nobody listens there
	refusing.answer(http.StatusInternalServerError)
	hook := ada.webhook(refusing.URL)
	b := newBrowser(t)
	slow.stall()
	ada.addChannel(b.subscription(slow.URL + "/push"))
	ada.addChannel(object{"kind": "NTFY", "name": "Phone", "address": slow.URL, "topic": "ada"})
	grace.webhook(well.URL)
	fx.mail.Behave(mailtest.TempFail)

	ada.fireReminder("One", nil)
	grace.fireReminder("Mine", nil)
	if r := fx.deliverToChannels(); r.Delivered != 1 || r.Failed != 4 {
		t.Errorf("the first run: %+v", r)
	}
	if got := well.titles(t); !slices.Equal(got, []string{"Mine"}) {
		t.Errorf("the receiver that works got %v, want Mine alone", got)
	}
	if r := fx.deliverToChannels(); r != (notifications.ChannelResult{}) {
		t.Errorf("channels are tried again without a pause: %+v", r)
	}
	fx.clock.Add(time.Minute)
	ada.fireReminder("Two", nil)
	fx.deliverToChannels()
	for _, c := range ada.channels() {
		if c.FailingSince.Null || c.LastError.Or("") == "" || c.Waiting != 2 || !c.Enabled {
			t.Errorf("the health is %+v", c)
		}
	}

	fx.svc.SetChannelTimeout(time.Minute)
	refusing.answer(http.StatusOK)
	slow.answer(http.StatusOK)
	fx.mail.Behave(mailtest.Accept)
	fx.clock.Add(2 * time.Hour)
	fx.deliverToChannels()
	fx.deliver()
	if got := refusing.titles(t); !slices.Equal(got, []string{"One", "Two"}) {
		t.Errorf("the webhook got %v, want One and Two", got)
	}
	ids := map[string]bool{}
	for _, m := range refusing.accepted() {
		ids[m.header.Get("Webhook-Id")] = true
		if !signed(hook.Secret.Or(""), m) {
			t.Error("a repeated message has a wrong signature")
		}
	}
	if n := len(slow.accepted()); len(ids) != 2 || n != 4 {
		t.Errorf("%d different messages to the webhook, %d to ntfy and the browser", len(ids), n)
	}
	if n := len(ada.mails()); n != 2 {
		t.Errorf("%d mails, want 2", n)
	}
}

// TestHangingReceiverDelaysNobody checks that the messages of other users, and of the same user's other channels, go
// out while receivers hang.
func TestHangingReceiverDelaysNobody(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	fx.svc.SetChannelTimeout(time.Minute)
	slow, well := newReceiver(t), newReceiver(t)
	slow.stall()
	const slowUsers = 20 // more than one host has slots
	for range slowUsers {
		fx.person().webhook(slow.URL)
	}
	ada := fx.person()
	ada.webhook(slow.URL)
	ada.webhook(well.URL)
	fx.exec(`INSERT INTO notification.delivery (id, channel_id, user_id, type, title, message, path, created_at, queued_at)
		SELECT gen_random_uuid(), id, user_id, 'CUSTOM_REMINDER', 'Title', '', '/', $1, $1 FROM notification.channel`, fx.clock.Now())
	done := make(chan notifications.ChannelResult)
	go func() { done <- fx.deliverToChannels() }()
	waitUntil(t, func() bool { return len(well.accepted()) == 1 }) // before the timeout of the others
	slow.answer(http.StatusOK)
	if r := <-done; r.Delivered != slowUsers+2 {
		t.Errorf("%+v", r)
	}
}

// TestGoneReceiversEnd checks that a subscription that is gone is removed, and that another channel is switched off and
// shows why. After it is switched on again, what failed can be sent again, under the old ids.
func TestGoneReceiversEnd(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada, grace := fx.person(), fx.person()
	r := newReceiver(t)
	r.answer(http.StatusGone)
	hook := ada.webhook(r.URL)
	grace.addChannel(newBrowser(t).subscription(r.URL + "/push"))
	ada.fireReminder("Lost", nil)
	grace.fireReminder("Lost", nil)
	fx.deliverToChannels()
	if left := grace.channels(); len(left) != 0 {
		t.Fatalf("%+v", left)
	}
	if n := grace.notices()[0]; n.Type != oas.NotificationTypeCHANNELOFF || !strings.Contains(n.Message, "was removed") {
		t.Errorf("%+v", n)
	}
	list := ada.channels()
	if len(list) != 1 || list[0].Enabled || !strings.Contains(list[0].OffReason.Or(""), "410") || list[0].Failed != 1 || list[0].Waiting != 0 {
		t.Fatalf("%+v", list)
	}
	path := "/notifications/channels/" + hook.Channel.ID.String()
	ada.Do("POST", path+"/replay", nil).WantError(409, "Conflict")
	failed := ada.deliveries(hook)
	if len(failed) != 1 || failed[0].State != oas.DeliveryStateFAILED || failed[0].LastError.Or("") == "" {
		t.Fatalf("%+v", failed)
	}
	r.answer(http.StatusOK)
	var on oas.Channel
	ada.Do("PATCH", path, object{"enabled": true}).Want(200).JSON(&on)
	if !on.Enabled || !on.OffReason.Null || !on.FailingSince.Null {
		t.Errorf("%+v", on)
	}
	var again oas.Replayed
	ada.Do("POST", path+"/replay", nil).Want(200).JSON(&again)
	fx.deliverToChannels()
	got := r.accepted()
	if again.Queued != 1 || len(got) != 1 || got[0].header.Get("Webhook-Id") != failed[0].ID.String() {
		t.Errorf("%d sent again, %d arrived", again.Queued, len(got))
	}
	if d := ada.deliveries(hook); d[0].State != oas.DeliveryStateDELIVERED {
		t.Errorf("%+v", d)
	}
}

// TestDeadChannelIsSwitchedOff checks that after three days of failures a channel is switched off, and what waited is
// listed as failed.
func TestDeadChannelIsSwitchedOff(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	r := newReceiver(t)
	r.answer(http.StatusBadGateway)
	hook := ada.webhook(r.URL)
	ada.fireReminder("Lost", nil)
	attempts := 0
	for range 80 {
		attempts += fx.deliverToChannels().Failed
		fx.clock.Add(time.Hour)
	}
	c := ada.channels()[0]
	if c.Enabled || !strings.Contains(c.OffReason.Or(""), "three days") || c.Failed != 1 {
		t.Errorf("%+v", c)
	}
	if attempts < 60 || attempts > 75 {
		t.Errorf("%d attempts in three days", attempts)
	}
	if d := ada.deliveries(hook); d[0].State != oas.DeliveryStateFAILED {
		t.Errorf("%+v", d)
	}
}

// TestRareFailuresDoNotSwitchAChannelOff checks that a channel which refused a message some days ago outlives a short outage.
func TestRareFailuresDoNotSwitchAChannelOff(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	r := newReceiver(t)
	hook := ada.webhook(r.URL)
	r.answer(http.StatusBadRequest)
	ada.fireReminder("Refused", nil)
	fx.deliverToChannels()
	fx.clock.Add(4 * 24 * time.Hour)
	r.answer(http.StatusBadGateway)
	ada.fireReminder("Late", nil)
	fx.deliverToChannels()
	r.answer(http.StatusOK)
	fx.clock.Add(time.Hour)
	fx.deliverToChannels()
	if c := ada.channels()[0]; !c.Enabled || !c.FailingSince.Null {
		t.Errorf("%+v", c)
	}
	if d := ada.deliveries(hook); len(d) != 2 || d[0].State != oas.DeliveryStateDELIVERED || d[1].State != oas.DeliveryStateFAILED {
		t.Errorf("%+v", d)
	}
}

// TestUserIsToldThatAChannelEnded checks that the user is told once that a channel ended: in the app, on the other
// channels and, unless reminders by mail are off, by mail.
func TestUserIsToldThatAChannelEnded(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	gone := newReceiver(t)
	gone.answer(http.StatusGone)
	told := func(p person) []string {
		var out []string
		for _, n := range p.notices() {
			if n.Type == oas.NotificationTypeCHANNELOFF {
				out = append(out, n.Title+"\n"+n.Message)
			}
		}
		return out
	}
	for _, mailed := range []bool{true, false} {
		p, other := fx.person(), newReceiver(t)
		p.setPreferences(object{"interviewReminderEmail": mailed})
		hook := p.addChannel(object{"kind": "WEBHOOK", "name": "Home server", "address": gone.URL})
		p.webhook(other.URL)
		p.fireReminder("Lost", nil)
		fx.deliverToChannels()
		fx.deliverToChannels()
		p.fireReminder("Another", nil)
		fx.deliverToChannels()
		fx.deliver()
		want := "“Home server” no longer gets notifications\nThe receiver says that there is nothing at this address (status 410)." +
			" Nothing is sent there until you switch the channel on again in the settings."
		if got := told(p); len(got) != 1 || got[0] != want {
			t.Errorf("got %q", got)
		}
		if !slices.Contains(other.titles(t), "“Home server” no longer gets notifications") {
			t.Errorf("the other channel got %q", other.titles(t))
		}
		mails := slices.DeleteFunc(p.mails(), func(m mailtest.Received) bool { return !strings.Contains(m.Subject, "Home server") })
		if mailed != (len(mails) == 1) || mailed && !strings.Contains(mails[0].Text, "https://rolecall.example/settings/channels") {
			t.Errorf("mailed %v: %+v", mailed, mails)
		}
		// Switched on again, it is told of again.
		p.Do("PATCH", "/notifications/channels/"+hook.Channel.ID.String(), object{"enabled": true}).Want(200)
		fx.clock.Add(time.Minute)
		p.fireReminder("Lost again", nil)
		fx.deliverToChannels()
		if got := told(p); len(got) != 2 {
			t.Errorf("got %q", got)
		}
	}
}

// TestRefusedMessageIsGivenUpAlone checks that a message that the receiver refuses does not hold up the next one.
func TestRefusedMessageIsGivenUpAlone(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	r := newReceiver(t)
	r.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if req.ContentLength > 1000 {
			w.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		r.ServeHTTP(w, req)
	})
	hook := ada.webhook(r.URL)
	ada.fireReminder("Long", object{"note": strings.Repeat("long ", 300)})
	ada.fireReminder("Short", nil)
	fx.deliverToChannels()
	if got := r.titles(t); !slices.Equal(got, []string{"Short"}) {
		t.Errorf("got %v, want Short alone", got)
	}
	d := ada.deliveries(hook)
	if len(d) != 2 || d[0].State != oas.DeliveryStateDELIVERED || d[1].State != oas.DeliveryStateFAILED {
		t.Errorf("%+v", d)
	}
}

func TestSendMeOne(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	r := newReceiver(t)
	hook := ada.webhook(r.URL)
	path := "/notifications/channels/" + hook.Channel.ID.String()
	var result oas.ChannelTest
	ada.Do("POST", path+"/test", nil).Want(200).JSON(&result)
	got := r.accepted()
	if !result.Delivered || len(got) != 1 || !signed(hook.Secret.Or(""), got[0]) {
		t.Errorf("%+v, %d received", result, len(got))
	}
	if c := ada.channels()[0]; c.LastDeliveredAt.Null {
		t.Errorf("%+v", c)
	}
	r.answer(http.StatusInternalServerError)
	fx.clock.Add(time.Second)
	ada.Do("POST", path+"/test", nil).Want(200).JSON(&result)
	if result.Delivered || !strings.Contains(result.Message, "500") {
		t.Errorf("%+v", result)
	}
	list := ada.deliveries(hook)
	if len(list) != 2 || !list[0].Type.Null || list[0].State != oas.DeliveryStateFAILED || list[1].State != oas.DeliveryStateDELIVERED {
		t.Errorf("%+v", list)
	}
	// A failed test is not sent again.
	var again oas.Replayed
	ada.Do("POST", path+"/replay", nil).Want(200).JSON(&again)
	if again.Queued != 0 {
		t.Errorf("%d tests are sent again, want 0", again.Queued)
	}
	for range 8 {
		ada.Do("POST", path+"/test", nil).Want(200)
	}
	ada.Do("POST", path+"/test", nil).WantError(429, "Too Many Requests")
	fx.clock.Add(2 * time.Minute)
	ada.Do("POST", path+"/test", nil).Want(200)
}

// TestSwitchedOffChannelGetsNothing checks that a channel that its user switches off gets nothing, not even later.
func TestSwitchedOffChannelGetsNothing(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	r := newReceiver(t)
	hook := ada.webhook(r.URL)
	path := "/notifications/channels/" + hook.Channel.ID.String()
	ada.fireReminder("Before", nil)
	ada.Do("PATCH", path, object{"enabled": false}).Want(200)
	ada.fireReminder("While off", nil)
	fx.deliverToChannels()
	ada.Do("PATCH", path, object{"enabled": true}).Want(200)
	fx.deliverToChannels()
	ada.fireReminder("After", nil)
	fx.deliverToChannels()
	if got := r.titles(t); !slices.Equal(got, []string{"After"}) {
		t.Errorf("got %v, want After alone", got)
	}
}
