package crawler

import (
	"rolecall/internal/crawler/source"
	"rolecall/internal/crawler/source/all"
	"rolecall/internal/env"
)

// BaseURL replaces the public address of a vendor, for tests and proxies.
type BaseURL struct{ Family, Address string }

func (b BaseURL) key() string { return "crawler.source." + b.Family + ".base-url" }

// BaseURLs lists the addresses by family, empty where a family has its own.
type BaseURLs []BaseURL

// Declare implements [env.Declarer]: every family that has a base URL has a key for it.
func (b *BaseURLs) Declare() (out []env.Declared) {
	given := *b
	*b = nil
	var labels []string
	for _, s := range all.Sources() {
		if f := s.Family(); f.BaseURL != "" {
			*b = append(*b, BaseURL{f.Name, given.of(f.Name)})
			labels = append(labels, f.Label)
		}
	}
	for i := range *b {
		out = append(out, env.Declared{
			Key:   (*b)[i].key(),
			Help:  "address of " + labels[i] + ", may contain {token}; unset: its public address",
			Value: &(*b)[i].Address,
		})
	}
	return out
}

// of returns the address of a family, or nothing if it has its own.
func (b BaseURLs) of(family string) string {
	for _, one := range b {
		if one.Family == family {
			return one.Address
		}
	}
	return ""
}

// source returns the source of a family, unless boards of that kind are not to be read.
func (w *Worker) source(family string) (source.Source, error) {
	src, ok := w.sources.Lookup(family)
	if !ok {
		return nil, source.Errorf(source.Refused, "unknown board family %q", family)
	}
	if src.Family().Right != source.Documented && !w.cfg.Undocumented {
		return nil, source.Errorf(source.Refused,
			"boards of %s are not read: their vendor does not document them as public, and crawler.source.undocumented is false", src.Family().Label)
	}
	return src, nil
}
