package pg

import "github.com/jackc/pgx/v5"

// AfterCommit runs a function after the InTx transaction has committed, and never if it is rolled back. In a nested
// transaction it waits for the outer commit. If conn is not an InTx transaction, the function runs immediately.
func AfterCommit(conn Conn, run func()) {
	if tx, ok := conn.(*transaction); ok {
		tx.committed = append(tx.committed, run)
		return
	}
	run()
}

// transaction is an InTx transaction with the functions to run after its commit.
type transaction struct {
	pgx.Tx
	committed []func()
}

// runAfterCommit runs the registered functions, or hands them to the outer transaction.
func (t *transaction) runAfterCommit(outer Conn) {
	for _, run := range t.committed {
		AfterCommit(outer, run)
	}
}
