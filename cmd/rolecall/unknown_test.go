package main

import (
	"bytes"
	"strings"
	"testing"
)

// TestUnknownVariablesAreReportedAtStart checks that a misspelt variable is reported with the one probably meant.
func TestUnknownVariablesAreReportedAtStart(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"serve", "gateway", "--strict"}, exitFailed, "GATEWAY_ADRESS is not a configuration variable: did you mean GATEWAY_ADDRESS?"},
		{[]string{"crawler", "--strict"}, exitFailed, "did you mean GATEWAY_ADDRESS?"},
		// Without the flag the start continues and fails at the first missing value.
		{[]string{"serve", "gateway"}, exitFailed, `"variable":"GATEWAY_ADRESS","did_you_mean":"GATEWAY_ADDRESS"`},
	} {
		var out, stderr bytes.Buffer
		values := map[string]string{"PLATFORM_DATA_DIR": t.TempDir(), "GATEWAY_ADRESS": "127.0.0.1:1"}
		code := run(t.Context(), tt.args, shell{
			getenv: func(name string) string {
				return values[name]
			}, environ: []string{"GATEWAY_ADRESS=127.0.0.1:1", "PLATFORM_DATA_DIR=x", "PATH=/bin"}, out: &out, err: &stderr,
		})
		if got := stderr.String(); code != tt.code || !strings.Contains(got, tt.want) || strings.Contains(got, "PLATFORM_DATA_DIR is not") {
			t.Errorf("%v: code %d, %s", tt.args, code, got)
		}
	}
}
