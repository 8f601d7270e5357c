package main

import (
	"fmt"
	"html"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// series is one line of a plot.
type series struct {
	name string
	x, y []float64
}

// plot draws lines on logarithmic scales, small enough to be kept with the results.
type plot struct {
	title, x, y string
	// yText shows a value of the upright axis.
	yText  func(float64) string
	series []series
	evenX  bool // the level axis is not logarithmic
}

const (
	plotWidth, plotHeight                       = 760.0, 420.0
	marginLeft, marginRight, marginTop, marginB = 76.0, 210.0, 36.0, 48.0
)

var colours = []string{"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#8c564b", "#17becf", "#7f7f7f", "#bcbd22", "#e377c2"}

// scale maps values to the page, by powers of ten unless it is even.
type scale struct {
	low, high, from, to float64
	even                bool
}

func newScale(values []float64, from, to float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, math.Log10(v)), max(high, math.Log10(v))
	}
	// A flat line is drawn across a whole decade, so that noise does not look like growth.
	low, high = math.Floor(low), math.Ceil(high)
	if high-low < 1 {
		high = low + 1
	}
	return scale{low: low, high: high, from: from, to: to}
}

// evenScale starts at zero.
func evenScale(values []float64, from, to float64) scale {
	return scale{high: slices.Max(values), from: from, to: to, even: true}
}

// marks are the values that have a line.
func (s scale) marks() []float64 {
	var out []float64
	if s.even {
		for i := range 6 {
			out = append(out, s.high*float64(i)/5)
		}
		return out
	}
	for d := s.low; d <= s.high; d++ {
		out = append(out, math.Pow(10, d))
	}
	return out
}

func (s scale) at(v float64) float64 {
	if s.even {
		return s.from + v/s.high*(s.to-s.from)
	}
	return s.from + (math.Log10(v)-s.low)/(s.high-s.low)*(s.to-s.from)
}

func (p plot) svg() string {
	var xs, ys []float64
	for _, s := range p.series {
		xs, ys = append(xs, s.x...), append(ys, s.y...)
	}
	x, y := newScale(xs, marginLeft, plotWidth-marginRight), newScale(ys, plotHeight-marginB, marginTop)
	if p.evenX {
		x = evenScale(xs, marginLeft, plotWidth-marginRight)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="12">`+"\n", plotWidth, plotHeight)
	fmt.Fprintf(&b, `<rect width="%g" height="%g" fill="white"/>`+"\n", plotWidth, plotHeight)
	text := func(x, y float64, anchor, words string) {
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="%s">%s</text>`+"\n", x, y, anchor, html.EscapeString(words))
	}
	line := func(x1, y1, x2, y2 float64) {
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#ddd"/>`+"\n", x1, y1, x2, y2)
	}
	text(marginLeft, 20, "start", p.title)
	for _, v := range x.marks() {
		line(x.at(v), marginTop, x.at(v), plotHeight-marginB)
		text(x.at(v), plotHeight-marginB+18, "middle", short(v))
	}
	for _, v := range y.marks() {
		line(marginLeft, y.at(v), plotWidth-marginRight, y.at(v))
		text(marginLeft-6, y.at(v)+4, "end", p.yText(v))
	}
	text((marginLeft+plotWidth-marginRight)/2, plotHeight-10, "middle", p.x)
	text(marginLeft, marginTop-6, "start", p.y)
	for i, s := range p.series {
		colour := colours[i%len(colours)]
		var points []string
		for j := range s.x {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x.at(s.x[j]), y.at(s.y[j])))
			fmt.Fprintf(&b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", x.at(s.x[j]), y.at(s.y[j]), colour)
		}
		fmt.Fprintf(&b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="1.5"/>`+"\n", strings.Join(points, " "), colour)
		legend := marginTop + 10 + float64(i)*18
		fmt.Fprintf(&b, `<rect x="%g" y="%g" width="10" height="10" fill="%s"/>`+"\n", plotWidth-marginRight+14, legend, colour)
		text(plotWidth-marginRight+30, legend+10, "start", s.name)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func short(v float64) string {
	switch {
	case v >= 1e6:
		return fmt.Sprintf("%g M", v/1e6)
	case v >= 1e3:
		return fmt.Sprintf("%g k", v/1e3)
	}
	return fmt.Sprintf("%.3g", v)
}

// draw keeps a plot under bench/plots and gives its name for the results.
func (b *bench) draw(name string, p plot) (string, error) {
	dir := filepath.Join(b.folder, "plots")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	return "plots/" + name + ".svg", os.WriteFile(filepath.Join(dir, name+".svg"), []byte(p.svg()), 0o644)
}

// drawGrowth draws the growths of a workload in one plot.
func (b *bench) drawGrowth(name, title string, list []growth) error {
	if len(list) == 0 { // a quick run
		return nil
	}
	p := plot{title: title, y: "p95", yText: func(v float64) string { return duration(time.Duration(v)) }}
	for _, g := range list {
		s := series{name: g.operation}
		for i := range g.sizes {
			s.x, s.y = append(s.x, float64(g.sizes[i])), append(s.y, float64(g.costs[i]))
		}
		p.x = g.unit
		p.series = append(p.series, s)
	}
	file, err := b.draw(name, p)
	if err != nil {
		return err
	}
	for i := range list {
		list[i].plot = file
	}
	b.current().growth = append(b.current().growth, list...)
	return nil
}
