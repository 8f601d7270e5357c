package notifications_test

import "testing"

// TestErasingFindsRowsByIndex checks that erasing a user reads no table whole: identity waits five seconds for it.
func TestErasingFindsRowsByIndex(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	without := fx.texts(`SELECT c.relname::text FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'user_id'
		WHERE c.relnamespace = 'notification'::regnamespace AND c.relkind = 'r' AND c.relname <> 'delivery' -- goes with its channel
			AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indpred IS NULL AND i.indkey[0] = a.attnum)`)
	if len(without) > 0 {
		t.Errorf("no index by user: %v", without)
	}
}
