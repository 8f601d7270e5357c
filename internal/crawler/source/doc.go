// Package source reads public job boards.
//
// One package beneath this one speaks the dialect of one vendor (greenhouse, lever, …) and
// implements [Source]; the package all lists them. What they share lives here: the vocabulary
// ([Board], [Posting], [Result], [Error]), the polite [Fetcher], tolerant wire types, and the
// mapping of vendor words to ours.
//
// # Pulling a board
//
//	registry := all.Sources()
//	fetcher := source.NewFetcher(source.Options{UserAgent: agent})
//	defer fetcher.Close()
//
//	src, ok := registry.Lookup(target.Kind)
//	res, err := source.Pull(ctx, src, fetcher, source.Board{Token: target.Token, Validator: target.ETag}, store)
//
// [Pull] hands postings to the caller one by one as they are read, so memory does not grow with
// the board. It promises each native id at most once, text that PostgreSQL accepts, and
// addresses that are http or https. The description is the board's own HTML: pass it through
// [CleanHTML] before it is stored or shown.
//
// # What may be closed
//
// A posting left out of a complete pull is closed, so the outcome states what was proven:
//
//	Complete   every open posting was handed over; what is missing is gone
//	Unchanged  the board said 304: all that was open is still open; store the new validator
//	Partial    what was handed over is true, what is missing means nothing; see Reason or the error
//	Failed     nothing was handed over; the error says why
//
// Only Complete may close. The zero value is Failed. With an error the outcome is never Complete.
// Postings handed over before an error are still true and may be kept.
//
// # Errors
//
// Every fault of a board is an [*Error]; [KindOf] tells them apart:
//
//	NoBoard      the vendor says that there is no such board (404, 410, or the vendor's own way)
//	Throttled    asked to wait; RetryAfter says how long when the board said so
//	Forbidden    401, 403, 451, or robots.txt
//	Broken       an answer that cannot be what was asked for: HTML for JSON, cut off, too large
//	Unavailable  5xx, a connection fault, no answer in time
//	Refused      our own refusal: a private address, a scheme other than http, a malformed token
//
// A cancelled or expired context comes back as that, and an error of the caller's own callback
// comes back unchanged: neither says anything about the board.
//
// # Politeness
//
// Requests share slots over all and per lane. A lane is a backend: usually the host, one lane
// for all subdomains of a vendor that serves every tenant from one place. Each lane keeps a
// minimal distance between requests, except on loopback and private addresses, which belong to
// the operator. A response holds its slots until its body is closed, so a source never asks for
// a second document while it still reads the first.
package source
