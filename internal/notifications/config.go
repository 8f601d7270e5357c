package notifications

import (
	"errors"
	"time"

	"rolecall/internal/auth"
	"rolecall/internal/background"
	"rolecall/internal/env"
	"rolecall/internal/httpd"
)

// Config is the service's part of the configuration.
type Config struct {
	Auth       auth.Config
	ServiceKey auth.ServiceKey `key:"notification.internal.service-key" help:"another name of platform.internal.service-key: either is enough, two must be equal"`
	Proxies    httpd.Networks  `key:"platform.trusted-proxies" help:"networks of proxies whose X-Forwarded-For is believed"`
	PublicURL  string          `key:"platform.public-url" default:"http://localhost:8080" help:"address of the platform as its users see it, for links in mail"`
	Timezone   *time.Location  `key:"platform.timezone" default:"UTC" help:"time zone of the deployment: whose days and months are counted, and in which the day of a next step begins"`
	OwnZone    *time.Location  `key:"notification.timezone" help:"must be platform.timezone when set"`

	Reminder       ReminderConfig
	Interview      InterviewConfig
	Ghosted        GhostedConfig
	Digest         DigestConfig
	Recommendation RecommendationConfig
	Channel        ChannelConfig
	Alert          AlertConfig
}

// ReminderConfig configures custom reminders and their dispatcher.
type ReminderConfig struct {
	Enabled   bool                `key:"notification.custom-reminder.enabled" default:"true" help:"whether custom reminders are dispatched"`
	Cron      background.Schedule `key:"notification.custom-reminder.cron" default:"0 * * * * ?" help:"when due custom reminders are dispatched"`
	BatchSize int                 `key:"notification.custom-reminder.batch-size" default:"200" help:"custom reminders dispatched in one transaction"`
	MaxTitle  int                 `key:"notification.custom-reminder.title.max-length" default:"200" help:"characters in the title of a custom reminder"`
	MaxNote   int                 `key:"notification.custom-reminder.note.max-length" default:"2000" help:"characters in the note of a custom reminder"`
}

// InterviewConfig configures the reminders before a next step.
type InterviewConfig struct {
	Enabled     bool                `key:"notification.interview-reminder.enabled" default:"true" help:"whether users are reminded of next steps"`
	Cron        background.Schedule `key:"notification.interview-reminder.cron" default:"0 0 * * * ?" help:"when next steps are looked at"`
	WithinHours int                 `key:"notification.interview-reminder.within-hours" default:"26" help:"how far ahead next steps are looked at"`
}

// GhostedConfig configures the alerts about inactive applications.
type GhostedConfig struct {
	Enabled   bool                `key:"notification.ghosted.enabled" default:"true" help:"whether silent applications are advanced to GHOSTED"`
	Cron      background.Schedule `key:"notification.ghosted.cron" default:"0 0 2 * * ?" help:"when silent applications are looked for"`
	StaleDays int                 `key:"notification.ghosted.stale-days" default:"14" help:"days of silence after which an application counts as ghosted"`
}

// DigestConfig configures the weekly digest.
type DigestConfig struct {
	Enabled bool                `key:"notification.digest.enabled" default:"true" help:"whether the weekly digest goes out"`
	Cron    background.Schedule `key:"notification.digest.cron" default:"0 0 8 ? * MON" help:"when the weekly digest goes out"`
	MaxJobs int                 `key:"notification.digest.max-jobs" default:"10" help:"jobs in one digest"`
}

// RecommendationConfig configures the advice to new users to turn two-factor on.
type RecommendationConfig struct {
	Enabled bool                `key:"notification.security-recommendation.enabled" default:"true" help:"whether new users are advised to turn two-factor on"`
	Cron    background.Schedule `key:"notification.security-recommendation.cron" default:"0 0/15 * * * ?" help:"when new users are looked for"`
}

// ChannelConfig configures the browsers, ntfy topics and webhooks that users add.
type ChannelConfig struct {
	AllowPrivate bool `key:"notification.channel.allow-private" default:"false" help:"let channels reach loopback and private addresses, and use plain http; every user can then make the platform send requests into its network"`
}

// AlertConfig configures the alerts of saved searches.
type AlertConfig struct {
	Enabled bool                `key:"notification.job-alert.enabled" default:"true" help:"whether users are alerted to new jobs for their searches"`
	Cron    background.Schedule `key:"notification.job-alert.cron" default:"0/10 * * * * ?" help:"when new hits are read from job search and due alerts go out"`
}

// Validate reports all values that the service cannot work with.
func (c Config) Validate() error {
	var faults env.Faults
	within := func(key string, value, low, high int) {
		faults.Check(value >= low && value <= high, "%s must be between %d and %d", key, low, high)
	}
	within("notification.custom-reminder.batch-size", c.Reminder.BatchSize, 1, 10_000)
	within("notification.custom-reminder.title.max-length", c.Reminder.MaxTitle, 1, 10_000)
	within("notification.custom-reminder.note.max-length", c.Reminder.MaxNote, 0, 100_000)
	within("notification.interview-reminder.within-hours", c.Interview.WithinHours, 1, 168)
	within("notification.ghosted.stale-days", c.Ghosted.StaleDays, 1, 36_500)
	within("notification.digest.max-jobs", c.Digest.MaxJobs, 1, 100)
	faults.CheckAddress("platform.public-url", c.PublicURL)
	faults.Check(!c.ServiceKey.Set() || !c.Auth.Key.Set() || c.ServiceKey.Equal(c.Auth.Key),
		"notification.internal.service-key and platform.internal.service-key differ: "+
			"they name one secret that all services share; set one of them")
	return errors.Join(append(faults, env.SameZone("notification.timezone", c.OwnZone, c.Timezone))...)
}
