package env

import (
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

type shared struct {
	Key Secret `key:"platform.internal.service-key" required:"true" help:"shared secret of the internal endpoints"`
}

type sample struct {
	Shared  shared
	Cron    string         `key:"notification.digest.cron" default:"0 0 8 ? * MON"`
	Batch   int            `key:"notification.custom-reminder.batch-size" default:"200"`
	Enabled bool           `key:"notification.digest.enabled" default:"true"`
	Wait    time.Duration  `key:"crawler.shutdown.drain-timeout" default:"25s"`
	Zone    *time.Location `key:"notification.timezone" default:"UTC"`
	Emails  []string       `key:"auth.admin.emails"`
	Max     Bytes          `key:"crawler.fetch.max-body" default:"64MiB"`
	Ratio   float64        `key:"bench.ratio" default:"0.5"`
}

func (s *sample) Validate() error {
	if s.Batch < 1 {
		return errors.New("notification.custom-reminder.batch-size must be at least 1")
	}
	return nil
}

func getter(m map[string]string) func(string) string { return func(k string) string { return m[k] } }

func TestDefaultsAndValues(t *testing.T) {
	t.Parallel()
	var got sample
	err := Load(getter(map[string]string{
		"PLATFORM_INTERNAL_SERVICE_KEY":           "s3cret",
		"NOTIFICATION_CUSTOM_REMINDER_BATCH_SIZE": "50",
		"AUTH_ADMIN_EMAILS":                       " ada@example.org , grace@example.org,",
		"NOTIFICATION_TIMEZONE":                   "Europe/Madrid",
	}), &got)
	if err != nil {
		t.Fatal(err)
	}
	madrid, _ := time.LoadLocation("Europe/Madrid")
	want := sample{
		Shared: shared{Key: NewSecret("s3cret")}, Cron: "0 0 8 ? * MON", Batch: 50, Enabled: true, Wait: 25 * time.Second,
		Zone: madrid, Emails: []string{"ada@example.org", "grace@example.org"}, Max: 64 << 20, Ratio: 0.5,
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b *time.Location) bool { return a.String() == b.String() })); diff != "" {
		t.Error(diff)
	}
}

func TestAllFaultsAreReportedByKey(t *testing.T) {
	t.Parallel()
	var cfg sample
	err := Load(getter(map[string]string{
		"NOTIFICATION_CUSTOM_REMINDER_BATCH_SIZE": "many",
		"NOTIFICATION_DIGEST_ENABLED":             "perhaps",
		"CRAWLER_SHUTDOWN_DRAIN_TIMEOUT":          "25",
		"NOTIFICATION_TIMEZONE":                   "Mars/Base",
		"CRAWLER_FETCH_MAX_BODY":                  "big",
	}), &cfg)
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(err.Error(), "\n")
	for _, key := range []string{"platform.internal.service-key", "notification.custom-reminder.batch-size",
		"notification.digest.enabled", "crawler.shutdown.drain-timeout", "notification.timezone", "crawler.fetch.max-body"} {
		n := 0
		for _, l := range lines {
			if strings.HasPrefix(l, key+" ") {
				n++
			}
		}
		if n != 1 {
			t.Errorf("%s is named on %d lines of:\n%v", key, n, err)
		}
	}
}

func TestSharedKeyIsReportedOnce(t *testing.T) {
	t.Parallel()
	var a, b shared
	if got := Load(getter(nil), &a, &b).Error(); strings.Count(got, "service-key") != 1 {
		t.Errorf("got %q, want service-key once", got)
	}
}

func TestValidateIsCalled(t *testing.T) {
	t.Parallel()
	var cfg sample
	err := Load(getter(map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY": "k", "NOTIFICATION_CUSTOM_REMINDER_BATCH_SIZE": "0"}), &cfg)
	if err == nil || !strings.Contains(err.Error(), "at least 1") {
		t.Errorf("got %v, want an error with %q", err, "at least 1")
	}
}

func TestSecretFromFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(path, []byte("from-a-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	var cfg shared
	if err := Load(getter(map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY_FILE": path}), &cfg); err != nil {
		t.Fatal(err)
	}
	if cfg.Key.Reveal() != "from-a-file" {
		t.Errorf("got %q, want %q", cfg.Key.Reveal(), "from-a-file")
	}
	err := Load(getter(map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY_FILE": path, "PLATFORM_INTERNAL_SERVICE_KEY": "x"}), &cfg)
	if err == nil || !strings.Contains(err.Error(), "twice") {
		t.Errorf("both given: %v", err)
	}
	if err := Load(getter(map[string]string{"PLATFORM_INTERNAL_SERVICE_KEY_FILE": path + ".no"}), &cfg); err == nil {
		t.Error("a missing file is no fault")
	}
}

func TestSecretsDoNotPrint(t *testing.T) {
	t.Parallel()
	type within struct{ key Secret } // fmt does not call Format on an unexported field
	s := struct {
		Key  Secret
		own  within
		list []within
		at   *within
	}{NewSecret("hunter2"), within{NewSecret("hunter2")}, []within{{NewSecret("hunter2")}}, &within{NewSecret("hunter2")}}
	js, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var log strings.Builder
	slog.New(slog.NewTextHandler(&log, nil)).Info("m", "key", s.Key, "all", s)
	for _, out := range []string{fmt.Sprint(s), fmt.Sprintf("%v %+v %#v %q %x %d %v %+v", s, s, s, s.Key, s.Key, s.Key, *s.at, s.list),
		string(js), log.String()} {
		if strings.Contains(out, "hunter2") || strings.Contains(out, "68756e74657232") {
			t.Errorf("printed: %s", out)
		}
	}
	for _, st := range Settings(&shared{Key: NewSecret("hunter2")}) {
		if st.Value != hidden {
			t.Errorf("a setting shows %q, want %q", st.Value, hidden)
		}
	}
}

func TestSettingsListEachKeyOnce(t *testing.T) {
	t.Parallel()
	cfg := sample{Emails: []string{"a", "b"}, Max: 3 << 20, Wait: time.Minute}
	got := map[string]string{}
	for _, s := range Settings(&cfg, &shared{}) {
		if _, twice := got[s.Key]; twice {
			t.Errorf("%s is listed twice", s.Key)
		}
		got[s.Key] = s.Value
	}
	for key, want := range map[string]string{"auth.admin.emails": "a,b", "crawler.fetch.max-body": "3MiB",
		"crawler.shutdown.drain-timeout": "1m0s", "notification.timezone": ""} {
		if got[key] != want {
			t.Errorf("%s = %q, want %q", key, got[key], want)
		}
	}
}

func TestUnknownVariables(t *testing.T) {
	t.Parallel()
	got := Unknown([]string{
		"NOTIFICATION_DIGEST_ENABLE=false", "PLATFORM_INTERNAL_SERVICEKEY=hunter2", "CRAWLER_WHATEVER_ELSE_ENTIRELY=1", // unknown
		// known, or not ours
		"NOTIFICATION_DIGEST_CRON=x", "PLATFORM_INTERNAL_SERVICE_KEY_FILE=/run/key", "AUTH_ADMIN_EMAILS=", "HOME=/root", "NOTIFICATIONS_X=1",
		"NOTIFICATION_DIGEST_CRON_FILE=x", // only secrets come from files
	}, &sample{})
	want := []Stray{
		{Name: "CRAWLER_WHATEVER_ELSE_ENTIRELY"},
		{Name: "NOTIFICATION_DIGEST_CRON_FILE", Nearest: "NOTIFICATION_DIGEST_CRON"},
		{Name: "NOTIFICATION_DIGEST_ENABLE", Nearest: "NOTIFICATION_DIGEST_ENABLED"},
		{Name: "PLATFORM_INTERNAL_SERVICEKEY", Nearest: "PLATFORM_INTERNAL_SERVICE_KEY"},
	}
	if diff := cmp.Diff(got, want); diff != "" {
		t.Error(diff)
	}
}

// colours declares a key for each of its names.
type colours map[string]*string

func (c *colours) Declare() (out []Declared) {
	if *c == nil {
		*c = colours{"red": new(string), "blue": new(string)}
	}
	for _, name := range []string{"red", "blue"} {
		out = append(out, Declared{Key: "gateway.colour." + name, Help: "shade of " + name, Value: (*c)[name]})
	}
	return out
}

func TestDeclaredKeysAreLoadedAndListed(t *testing.T) {
	t.Parallel()
	var cfg struct{ Colours colours }
	if err := Load(getter(map[string]string{"GATEWAY_COLOUR_RED": "crimson"}), &cfg); err != nil {
		t.Fatal(err)
	}
	if *cfg.Colours["red"] != "crimson" || *cfg.Colours["blue"] != "" {
		t.Errorf("got %q and %q, want crimson and none", *cfg.Colours["red"], *cfg.Colours["blue"])
	}
	got := Settings(&cfg)
	if len(got) != 2 || got[0].Key != "gateway.colour.red" || got[0].Value != "crimson" || got[1].Help != "shade of blue" {
		t.Errorf("got %+v, want red and blue with their values", got)
	}
	stray := Unknown([]string{"GATEWAY_COLOUR_BLUE=navy", "GATEWAY_COLOUR_GREEN=x"}, &cfg)
	if len(stray) != 1 || stray[0].Name != "GATEWAY_COLOUR_GREEN" {
		t.Errorf("got %+v, want GATEWAY_COLOUR_GREEN alone", stray)
	}
}
