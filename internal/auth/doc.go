// Package auth verifies callers: users by the tokens that identity signs, services by the shared key.
//
// A verifier holds identity's public keys (fetched from its JWKS, and again when a token names an unknown key, at most
// every ten seconds) and the sessions that have ended (polled every few seconds), so a request costs no database read
// and no call. Only EdDSA is accepted, whatever the header of a token states. Verified tokens stay in a bounded cache until
// they expire.
package auth
