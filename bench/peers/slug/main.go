// Command slug times gosimple/slug on the names it reads from standard input, one per line.
//
// It prints the nanoseconds per name of each round, one round per line, for as many rounds as asked. A round goes over
// all the names until the given time has passed, so that both sides are measured the same way.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"time"

	"github.com/gosimple/slug"
)

func main() {
	rounds := flag.Int("rounds", 1, "how many rounds")
	length := flag.Duration("for", time.Second, "least length of a round")
	flag.Parse()
	var names []string
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		names = append(names, in.Text())
	}
	if err := in.Err(); err != nil || len(names) == 0 {
		fmt.Fprintln(os.Stderr, "no names:", err)
		os.Exit(1)
	}
	var sink int
	for range *rounds {
		begun, done := time.Now(), 0
		for time.Since(begun) < *length {
			for _, name := range names {
				sink += len(slug.Make(name))
			}
			done += len(names)
		}
		fmt.Printf("%.1f\n", float64(time.Since(begun).Nanoseconds())/float64(done))
	}
	if sink < 0 {
		panic("unreachable: keeps the results alive")
	}
}
