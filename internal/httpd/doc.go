// Package httpd is the edge of every HTTP service: the server with its time-outs, the request id, the body limit, the
// caught panic, the access log, the metrics, health, and the one error body. It knows no service.
//
// A request passes, outermost first: request id → recover, log and metrics → client address → body limit → health
// or the contract's generated server. Every error, whoever finds it, ends in Describe, which gives it its title and
// message and leaves the cause for the log: the edge logs once, nobody below it does.
package httpd
