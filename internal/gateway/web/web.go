// Package web carries the built web app inside the binary.
//
// The build of web/ writes into dist, which is not kept in version control; until it has run, a page that says so
// stands in.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist placeholder
var built embed.FS

// Files is the app as built: index.html and what it loads.
func Files() fs.FS {
	dir := "dist"
	if _, err := fs.Stat(built, "dist/index.html"); err != nil {
		dir = "placeholder"
	}
	files, err := fs.Sub(built, dir)
	if err != nil {
		panic(err) // both are valid names
	}
	return files
}
