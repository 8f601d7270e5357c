package notifications_test

import (
	"net/http"
	"strings"
	"testing"

	"rolecall/internal/notifications/oas"
)

// TestChannelsRefusePrivateAddresses checks that without the operator's permission no request reaches this machine or
// its network, however the address is written.
func TestChannelsRefusePrivateAddresses(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	ada := fx.person()
	inside := newReceiver(t)
	_, port, _ := strings.Cut(strings.TrimPrefix(inside.URL, "http://"), ":")
	for _, address := range []string{
		"https://127.0.0.1:" + port, "https://[::1]:" + port, "https://[::ffff:127.0.0.1]:" + port, "https://10.0.0.1", "https://169.254.169.254",
		"https://0.0.0.0:" + port, "https://192.168.1.1",
	} {
		ada.Do("POST", "/notifications/channels", object{"kind": "WEBHOOK", "name": "x", "address": address}).WantError(400, "Validation Error")
	}
	// Names, and forms that only the resolver understands, are refused when they are dialled.
	for _, address := range []string{"https://localhost:" + port, "https://2130706433:" + port, "https://0x7f.1:" + port} {
		hook := ada.webhook(address)
		var result oas.ChannelTest
		ada.Do("POST", "/notifications/channels/"+hook.Channel.ID.String()+"/test", nil).Want(200).JSON(&result)
		refused := strings.Contains(result.Message, "not public") || strings.Contains(result.Message, "could not be resolved")
		if result.Delivered || !refused {
			t.Errorf("%s: %+v", address, result)
		}
	}
	if n := len(inside.accepted()); n != 0 {
		t.Errorf("%d requests reached this machine, want 0", n)
	}
}

func TestChannelsFollowNoRedirect(t *testing.T) {
	t.Parallel()
	fx := newFixture(t, private)
	ada := fx.person()
	inside := newReceiver(t)
	outside := newReceiver(t)
	outside.Config.Handler = http.RedirectHandler(inside.URL, http.StatusTemporaryRedirect)
	hook := ada.webhook(outside.URL)
	var result oas.ChannelTest
	ada.Do("POST", "/notifications/channels/"+hook.Channel.ID.String()+"/test", nil).Want(200).JSON(&result)
	if result.Delivered || !strings.Contains(result.Message, "redirects") || len(inside.accepted()) != 0 {
		t.Errorf("%+v, %d requests followed", result, len(inside.accepted()))
	}
}
