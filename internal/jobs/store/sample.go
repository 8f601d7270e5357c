package store

import (
	"context"
	"fmt"
	"math"

	"rolecall/internal/pg"
)

// Samples of the open postings that have an index of words of their own: one posting in so many, as its id tells, the
// smallest sample first. What is met in a sample stands for as many times more.
var samples = []struct {
	oneIn     int64
	condition string
}{
	{256, "get_byte(uuid_send(p.id), 15) = 0"},
	{32, "get_byte(uuid_send(p.id), 15) & 31 = 0"},
	{8, "get_byte(uuid_send(p.id), 15) & 7 = 0"},
	{1, ""},
}

const (
	// leastSampled is how many postings a sample has at least, for any words to be in some of them.
	leastSampled = 1_500
	// SureSample is one that surely tells whether there are far more matches than are counted.
	SureSample = 32
	// enoughMet is how many matches in a sample tell how values are spread among all of them, about.
	enoughMet = 64
	// someMet is how many tell at least of which order the number of all is.
	someMet = 3
)

// FirstSample is the smallest sample of so many postings that is worth a look.
func FirstSample(open int64) int64 {
	for _, s := range samples {
		if open >= leastSampled*s.oneIn {
			return s.oneIn
		}
	}
	return 1
}

// NextSample is the sample to look at after so many matches were met in one: the same when it had about enough, else the
// next larger that may well have, by two standard deviations, or all postings. A sample smaller than the sure one is no
// proof that there are few; but where some were met, the sure one is left out if they say that it has not enough.
func NextSample(oneIn, met int64) int64 {
	const enough = enoughMet * 3 / 4
	if met >= enough {
		return oneIn
	}
	most := (float64(met) + 2*math.Sqrt(float64(met))) * float64(oneIn)
	for _, s := range samples {
		switch {
		case s.oneIn >= oneIn:
		case s.oneIn >= SureSample && (met < someMet || met*oneIn >= enough*s.oneIn):
			return s.oneIn
		case s.oneIn < SureSample && most >= float64(enough*s.oneIn):
			return s.oneIn
		}
	}
	return 1
}

// sampled is the condition of a sample.
func sampled(oneIn int64) string {
	for _, s := range samples {
		if s.oneIn == oneIn {
			return s.condition
		}
	}
	panic(fmt.Sprintf("store: no sample of one in %d", oneIn))
}

// CountTitled counts the matches, and those with the keyword in their title. It is for samples.
func CountTitled(ctx context.Context, db pg.Conn, f *Search) (matches, titled int64, err error) {
	if f.Query == "" {
		matches, err = Count(ctx, db, f)
		return matches, 0, err
	}
	s := f.statement(Sift)
	sql := fmt.Sprintf("SELECT count(*), count(*) FILTER (WHERE %s) FROM (%s) m", s.titled("m.title"), s.matches("p.title"))
	err = db.QueryRow(ctx, sql, f.planned(s.where.Args(), Sift)...).Scan(&matches, &titled)
	return matches, titled, err
}
