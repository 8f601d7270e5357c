package labelled

import "testing"

func TestDev(t *testing.T) {
	t.Parallel()
	examples, err := Load(Dev)
	if err != nil {
		t.Fatal(err)
	}
	r := Evaluate(examples)
	t.Logf("%d examples, precision / recall\n%s\n%s", r.Examples, r.Table(), r.Errors())
}
