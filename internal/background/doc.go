// Package background runs what a process does without being asked: a task every few seconds, a task at the times of a
// Quartz cron expression.
//
// A task is a plain function on the database, RunOnce(ctx) (Result, error), that is correct when two processes run it
// at once and when it is killed at any instant. This package is only its metronome:
//
//	        ┌───────── wait (interval or cron, with jitter) ◄────────┐
//	start ──┤                                                        │
//	        └─► run (own timeout, panics caught) ─► log and count ───┘
//	                 │
//	  ctx ends ──────┴─► no further run; the one in flight has Runner.Drain to finish, then its context ends
//
// Runs of one task in one process never overlap. A time that passed while a run went on, or while the process was
// down, is not made up for: a task finds its work in the database, not in the clock.
package background
