// Package web embeds the built web app in the binary.
//
// The build of web/ writes into dist, which is not in version control; until it has run, a placeholder page is served.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist placeholder
var built embed.FS

// Files returns the built app: index.html and the files it loads.
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
