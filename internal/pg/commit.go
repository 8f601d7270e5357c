package pg

import "github.com/jackc/pgx/v5"

// AfterCommit runs the function once the transaction of InTx has committed, and never if it is rolled back. In a
// transaction inside another one it is the outer commit that counts. On anything but a transaction of InTx it runs at
// once.
func AfterCommit(conn Conn, run func()) {
	if tx, ok := conn.(*transaction); ok {
		tx.committed = append(tx.committed, run)
		return
	}
	run()
}

// transaction is one of InTx, with what is to follow its commit.
type transaction struct {
	pgx.Tx
	committed []func()
}

// follow does, or leaves to the outer transaction, what was to follow the commit.
func (t *transaction) follow(outer Conn) {
	for _, run := range t.committed {
		AfterCommit(outer, run)
	}
}
