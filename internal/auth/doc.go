// Package auth verifies who is asking: users by the tokens that identity signs, services by the shared key.
//
// A verifier holds identity's public keys (fetched from its JWKS, refreshed when a token names a key it does not know,
// at most once in ten seconds) and the sessions that have ended (followed every few seconds), so that a request costs
// no database read and no call. One algorithm is accepted, EdDSA: the header of a token chooses nothing. Tokens that
// were verified are remembered in a bounded cache until they end.
package auth
