// Package background runs tasks at intervals or at the times of a Quartz cron expression.
//
// A task is a plain function on the database, RunOnce(ctx) (Result, error), that is correct when two processes run it
// at once and when it is killed at any instant. This package only decides when it runs:
//
//	        ┌───────── wait (interval or cron, with jitter) ◄────────┐
//	start ──┤                                                        │
//	        └─► run (own timeout, panics caught) ─► log and count ───┘
//	                 │
//	  ctx ends ──────┴─► no further run; the active one has Runner.Drain to finish, then its context ends
//
// Runs of one task in one process never overlap. Times missed during a run or while the process was down are not made
// up for: a task finds its work in the database.
package background
