package identity

import (
	"time"

	"rolecall/internal/fair"
	"rolecall/internal/fault"
)

// The priorities of password hashes.
const (
	loggingIn   = fair.High // logins, and every other hash for an existing account
	registering = fair.Low
)

// hashLabels are the values of the metrics' label for each priority.
var hashLabels = [...]string{loggingIn: "login", registering: "registration"}

const (
	// waitingPerSlot is the number of hashes that may wait for each slot: about ten seconds of work.
	waitingPerSlot = 300
	// clientWaitingPerSlot is the number of them that may belong to one client.
	clientWaitingPerSlot = waitingPerSlot / 2
	// longPerSlot is the number from which the queue counts as long: a quarter of a second of work.
	longPerSlot = 8
)

var errBusy = fault.New(fault.Unavailable, "",
	"Too many people are logging in at this moment. Please try again in a few seconds.").WithRetryAfter(2 * time.Second)

// newHashQueue bounds how many passwords are hashed at once. A hash takes its memory and a whole core while it runs, so
// there are fewer slots than cores.
func newHashQueue(slots int) *fair.Queue {
	return fair.New(fair.Limits{
		Slots: slots, SlotsPerClient: slots,
		Waiting: slots * waitingPerSlot, WaitingPerClient: slots * clientWaitingPerSlot, Timeout: 10 * time.Second,
		Full: errBusy, ClientFull: errBusy,
	})
}

// busy reports whether so many logins wait that a caller should check its throttles before joining them.
func (h *hasher) busy() bool { return h.queue.Waiting(loggingIn) >= h.slots*longPerSlot }
