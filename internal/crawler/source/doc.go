// Package source reads public job boards.
//
// A family is the boards of one vendor (Greenhouse, Lever, …). Each family has a package below
// this one that implements [Source]; package all lists them. This package holds what they share:
// the types ([Board], [Posting], [Result], [Error]), the rate-limited [Fetcher], wire types that
// tolerate odd JSON, and the mapping of vendors' words to ours.
//
// # Pulling a board
//
//	registry := all.Sources()
//	fetcher := source.NewFetcher(source.Options{UserAgent: agent})
//	defer fetcher.Close()
//
//	src, ok := registry.Lookup(target.Family)
//	res, err := source.Pull(ctx, src, fetcher, source.Board{Token: target.Token, Validator: target.ETag}, store)
//
// [Pull] yields postings one by one as they are read, so memory does not grow with the board. It
// yields each native id at most once, with text that PostgreSQL accepts and with http or https
// addresses. The description is the board's own HTML: sanitise it with [CleanHTML] before it is
// stored or shown.
//
// # What may be closed
//
// A posting left out of a complete pull is closed, so the outcome states what was proven:
//
//	Complete   every open posting was yielded; what is missing is gone
//	Unchanged  the board answered 304: all that was open is still open
//	Partial    what was yielded is true, what is missing means nothing; see Reason or the error
//	Failed     nothing was yielded; see the error
//
// Only Complete may close. The zero value is Failed. With an error the outcome is never Complete.
// Postings yielded before an error are still true and may be kept.
//
// # Errors
//
// Every fault of a board is an [*Error]; [KindOf] returns its kind:
//
//	NoBoard      the vendor answers that there is no such board (404, 410, or the vendor's own way)
//	Throttled    asked to wait; RetryAfter is the time if the board named one
//	Forbidden    401, 403, 451, or robots.txt
//	Broken       a response that cannot be the requested document: HTML for JSON, cut off, too large
//	Unavailable  5xx, a connection fault, no response in time
//	Refused      our own refusal: a private address, a scheme other than http, a malformed token
//
// A cancelled or expired context is returned as such, and an error of the caller's callback is
// returned unchanged: neither is a fault of the board.
//
// # Rate limits
//
// Requests share slots globally and per lane. A lane is a backend: usually a host, or all
// subdomains of a vendor that serves every tenant from one place. Each lane keeps a minimum
// interval between requests, except on loopback and private addresses, which belong to the
// operator. A response holds its slots until its body is closed, so a source must not request a
// second document while it still reads the first.
package source
