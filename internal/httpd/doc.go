// Package httpd is the HTTP layer that all services share: server timeouts, request ids, body limits, panic recovery,
// access log, metrics, health, and the error body.
//
// A request passes, outermost first: request id → recovery, log and metrics → client address → body limit → health or
// the contract's generated server. Every error goes through Describe, which decides its title and message and keeps the
// cause for the access log. Only this package logs request errors.
package httpd
