package jsonld

import (
	"context"
	"net/url"
	"time"

	"rolecall/internal/crawler/source"
)

// Rules returns a function for [source.Request.Allow] that obeys the robots.txt of every host. It reads each of them once
// and is not safe for concurrent use.
func Rules(f *source.Fetcher, memory *source.Memory) func(context.Context, *url.URL) (crawlDelay time.Duration, err error) {
	p := &pull{fetcher: f, memory: memory, robots: newRobots(f, memory)}
	return p.allow
}
