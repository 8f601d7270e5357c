package main

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestLicencesAreRecognised(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"MIT License\n\nPermission is hereby granted, free\nof charge, to any person ... THE SOFTWARE IS PROVIDED \"AS IS\"": "MIT",
		"Apache License\n   Version 2.0, January 2004":                                                     "Apache-2.0",
		"Redistribution and use in source and binary forms ... may be used to endorse or promote products": "BSD-3-Clause",
		"Redistribution and use in source and binary forms":                                                "BSD-2-Clause",
		"Mozilla Public License, version 2.0 ... GNU General Public License":                               "MPL-2.0",
		"GNU GENERAL PUBLIC LICENSE Version 3":                                                             "GPL",
		"GNU AFFERO GENERAL PUBLIC LICENSE Version 3":                                                      "AGPL",
		"All rights reserved. No use without payment.":                                                     "",
	} {
		if got := recognise(text); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}

func TestOnlyAgreedLicencesPass(t *testing.T) {
	t.Parallel()
	for expression, want := range map[string]bool{
		"MIT": true, "(MIT OR GPL-3.0)": true, "MIT AND ISC AND BSD-3-Clause": true, "MIT AND GPL-3.0": false,
		"GPL": false, "AGPL": false, "unknown": false, "": false, "MPL-2.0": false,
	} {
		if got := checkLicences([]part{{Name: "x", Licence: expression, Shipped: true}}) == nil; got != want {
			t.Errorf("%q: %v", expression, got)
		}
	}
	if checkLicences([]part{{Name: "x", Licence: "MPL-2.0"}}) != nil || checkLicences([]part{{Name: "x", Licence: "GPL"}}) == nil {
		t.Error("tools")
	}
}

func TestBillIsCompleteAndReproducible(t *testing.T) {
	t.Parallel()
	const lock = "../../../web/package-lock.json"
	parts, err := npmParts(lock)
	if err != nil {
		t.Fatal(err)
	}
	parts = append(parts, part{Kind: "go", Name: "example.org/a", Version: "v1.0.0", Licence: "MIT", Hash: "h1:x"})
	var one, two bytes.Buffer
	if err := writeBill(&one, "1", parts); err != nil {
		t.Fatal(err)
	}
	if err := writeBill(&two, "1", parts); err != nil || !bytes.Equal(one.Bytes(), two.Bytes()) {
		t.Errorf("two bills differ: %v", err)
	}
	var b bill
	if err := json.Unmarshal(one.Bytes(), &b); err != nil {
		t.Fatal(err)
	}
	refs := map[string]bool{}
	for _, c := range b.Components {
		refs[c.Ref] = true
		if c.Licences[0].Expression == "" || strings.Contains(c.PURL, "@@") {
			t.Errorf("%+v", c)
		}
	}
	for _, d := range b.Dependencies {
		for _, on := range d.On {
			if !refs[on] {
				t.Errorf("%s needs %s, which is not in the bill", d.Ref, on)
			}
		}
	}
}
