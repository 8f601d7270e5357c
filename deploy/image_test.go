package deploy

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// supported are the tags of base images that get security fixes, with the announced end of their support. Remove a line on
// that day.
var supported = []string{
	"node:24-bookworm-slim", // 2028-04
	"golang:1.26-bookworm",  // until 1.28 is out
	"alpine:3.22",           // 2027-05
	"postgres:15-bookworm",  // 2027-11
}

var (
	image  = regexp.MustCompile(`docker\.io/library/([a-z]+):([a-z0-9.-]+)(\S*)`)
	goLine = regexp.MustCompile(`(?m)^go (\d+\.\d+)`)
)

// TestBaseImagesAreSupportedAndCanBePinned checks that every base image is a supported one and that its digest can be
// filled in.
func TestBaseImagesAreSupportedAndCanBePinned(t *testing.T) {
	t.Parallel()
	container, err := os.ReadFile("container/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	composed, err := os.ReadFile("compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	for line := range strings.Lines(string(container) + string(composed)) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "FROM ") && !strings.HasPrefix(line, "image: docker.io") {
			continue
		}
		m := image.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("not an image of a known form: %s", line)
			continue
		}
		tag, field := m[1]+":"+m[2], strings.ToUpper(m[1])+"_DIGEST"
		seen = append(seen, tag)
		if !slices.Contains(supported, tag) {
			t.Errorf("%s is not among the supported base images", tag)
		}
		if m[3] != "${"+field+"}" && m[3] != "${"+field+":-}" {
			t.Errorf("%s has no field for its digest", tag)
		}
		if strings.HasPrefix(line, "FROM ") && (!strings.Contains(string(container), "ARG "+field+"=") ||
			!strings.Contains(string(composed), field+": \"${"+field+":-}\"")) {
			t.Errorf("%s is declared nowhere, or compose does not hand it on", field)
		}
	}
	if len(seen) != len(supported) {
		t.Errorf("found %v, want all of %v", seen, supported)
	}
	module, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	if want := "golang:" + goLine.FindStringSubmatch(string(module))[1] + "-bookworm"; !slices.Contains(seen, want) {
		t.Errorf("go.mod asks for %s, the image is one of %v", want, seen)
	}
}
