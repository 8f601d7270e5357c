package main

import (
	"context"
	"errors"
	"net"

	"rolecall/internal/httpd"
)

// addresses are the addresses that the services listen on.
type addresses struct {
	Gateway       string `key:"gateway.address" default:"127.0.0.1:8080" help:"where the gateway listens"`
	Jobs          string `key:"job.address" default:"127.0.0.1:8081" help:"where job search listens"`
	Identity      string `key:"auth.address" default:"127.0.0.1:8082" help:"where identity listens"`
	Applications  string `key:"application.address" default:"127.0.0.1:8083" help:"where applications listens"`
	Notifications string `key:"notification.address" default:"127.0.0.1:8084" help:"where notifications listens"`
}

// of returns the configuration key and address of a service, or "" if it does not listen.
func (a addresses) of(name string) (key, address string) {
	switch name {
	case "gateway":
		return "gateway.address", a.Gateway
	case "jobs":
		return "job.address", a.Jobs
	case "identity":
		return "auth.address", a.Identity
	case "applications":
		return "application.address", a.Applications
	case "notifications":
		return "notification.address", a.Notifications
	}
	return "", ""
}

type listeners map[string]net.Listener

// listen opens the addresses of all named services before anything starts, so that all taken ports are reported at once.
func (a addresses) listen(ctx context.Context, names ...string) (listeners, error) {
	open := listeners{}
	var faults []error
	for _, name := range names {
		key, address := a.of(name)
		if address == "" {
			continue
		}
		ln, err := httpd.Listen(ctx, key, address)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		open[name] = ln
	}
	if err := errors.Join(faults...); err != nil {
		open.close()
		return nil, err
	}
	return open, nil
}

func (l listeners) close() {
	for _, ln := range l {
		_ = ln.Close()
	}
}

// url returns the URL of a listener for other processes of this machine, even if it listens on all interfaces.
func (l listeners) url(name string) string {
	ln, ok := l[name]
	if !ok {
		return ""
	}
	host, port, _ := net.SplitHostPort(ln.Addr().String())
	if ip := net.ParseIP(host); ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// publicURL returns the URL of the gateway for browsers, even if the system chose its port.
func (l listeners) publicURL() string {
	if ln, ok := l["gateway"]; ok {
		return publicURLAt(ln.Addr().String())
	}
	return ""
}

// withClientURLs sets the URLs with which services call each other, and the public one, unless the operator has set them.
func (l listeners) withClientURLs(getenv func(string) string) func(string) string {
	return orElse(getenv, map[string]string{
		"PLATFORM_CLIENT_IDENTITY_URL":      l.url("identity"),
		"PLATFORM_CLIENT_JOBS_URL":          l.url("jobs"),
		"PLATFORM_CLIENT_APPLICATIONS_URL":  l.url("applications"),
		"PLATFORM_CLIENT_NOTIFICATIONS_URL": l.url("notifications"),
		publicVariable:                      l.publicURL(),
	})
}
