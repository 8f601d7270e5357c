# `make help` lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export CGO_ENABLED ?= 1
# The same flags for build and test: a different set would compile everything twice. Without paths, checkouts share what is built.
export GOFLAGS := -buildvcs=false -trimpath
VERSION ?= $(shell scripts/version)
LDFLAGS := -s -w -X main.version=$(VERSION)
TOOL := go tool -modfile=tools/go.mod
# The linters have a module of their own: their dependencies clash with those of the generators.
LINT := go tool -modfile=tools/lint/go.mod golangci-lint
# Tested without the race detector: pure functions and whole processes gain nothing from it and take ten times as long.
PLAIN := -e /oas$$ -e /crawler/source -e /crawler/enrich -e /slug -e /gazetteer -e /internal/tools -e /e2e -e /bench -e /deploy -e /drill
# go vet is a part of make lint.
TEST := go run ./internal/tools/slowest -vet=off
SERVICES := identity jobs applications notifications

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## build and start everything, with demo data
	@scripts/need postgres
	PLATFORM_DATA_DIR=$${PLATFORM_DATA_DIR:-$(CURDIR)/.rolecall} bin/rolecall up --demo

.PHONY: build
build: web ## build bin/rolecall with the web app inside
	go build -ldflags '$(LDFLAGS)' -o bin/rolecall ./cmd/rolecall

.PHONY: web
web: ## build the web app if its sources changed
	@scripts/web build

.PHONY: test
test: lint ## run everything that a change must pass
	@scripts/need postgres chromium nginx
	@scripts/web build
	go build -ldflags '$(LDFLAGS)' -o bin/rolecall ./cmd/rolecall
	@$(MAKE) --no-print-directory test-plain
	@$(MAKE) --no-print-directory -j2 test-race test-web

# The journeys come first and without the race detector beside them: on two cores they would wait for it until they give up.
.PHONY: test-plain test-race test-web
test-plain:
	$(TEST) -timeout 40m $(shell go list ./... | grep $(PLAIN))
test-race:
	$(TEST) -race -timeout 30m $(shell go list ./... | grep -v $(PLAIN))
test-web:
	@scripts/web test

.PHONY: quick
quick: ## run the Go tests without the race detector
	@scripts/need postgres
	go test -timeout 10m ./...

.PHONY: race
race: ## run the Go tests three times with the race detector
	@scripts/need postgres
	go test -race -count=3 -timeout 45m ./...

.PHONY: lint
lint: ## check format, code, contracts, licences and that generated code is fresh
	$(LINT) run --allow-parallel-runners ./...
	@scripts/web lint
	go run ./internal/tools/generated check
	go run ./internal/tools/supply check

.PHONY: generate
generate: ## generate servers, clients, queries, published contracts and web types from api/*.yaml and store/*.sql
	go generate ./api
	for s in $(SERVICES); do $(TOOL) ogen --target internal/$$s/oas --package oas --config api/ogen.yaml --clean api/$$s.yaml || exit 1; done
	for s in $(SERVICES) crawler; do (cd internal/$$s/store && go tool -modfile=$(CURDIR)/tools/go.mod sqlc generate) || exit 1; done
	@scripts/web types
	go run ./internal/tools/families
	go run ./internal/tools/generated write
	@go build -o .cache/rolecall ./cmd/rolecall || \
		{ echo 'All is generated but docs/configuration.md. Run make generate again when the program compiles.' >&2; exit 1; }
	sed -i '/^| key |/,$$d' docs/configuration.md && .cache/rolecall config --markdown >> docs/configuration.md

.PHONY: bench
bench: build ## measure everything at a million postings and write docs/performance.md (an hour; nothing else may run)
	@scripts/need postgres chromium
	@scripts/web install
	go run ./bench

.PHONY: screenshots
screenshots: build ## take the screenshots of the README from a demo
	@scripts/need postgres chromium
	@scripts/web install
	@scripts/screenshots

.PHONY: drill
drill: build ## inject faults and attacks for ten minutes and check that nothing is lost or doubled
	@scripts/need postgres
	go run ./drill

.PHONY: drill-ha
drill-ha: build ## run the drill on a PostgreSQL cluster whose primary keeps being killed
	@scripts/need ha
	scripts/drill-ha

.PHONY: fuzz
fuzz: build ## send 200,000 requests generated from the contracts, half of them invalid
	@scripts/need postgres
	ROLECALL_FUZZ_REQUESTS=200000 go test -count=1 -timeout 60m -run 'TestFuzz$$' -v ./e2e

.PHONY: simulate
simulate: ## crawl 5,000 simulated boards for a simulated day and report requests, freshness and memory (half an hour)
	@scripts/need postgres
	ROLECALL_SIMULATED_BOARDS=5000 go test -count=1 -timeout 3h -run 'TestSimulatedDay$$' -v ./internal/crawler

.PHONY: clean
clean: ## remove build results, keep the data
	rm -rf bin .cache web/node_modules

.PHONY: bench-quick
bench-quick: build ## run the same measurements at 10,000 postings, into bin/bench (a few minutes)
	@scripts/need postgres chromium
	@scripts/web install
	go run ./bench -quick

.PHONY: ha
ha: build ## kill the leader of a PostgreSQL cluster under load and check that no acknowledged write is lost (15 minutes)
	@scripts/need ha
	go run ./deploy/ha/prove -rolecall bin/rolecall

.PHONY: audit
audit: ## look for known vulnerabilities of dependencies; exits with 3 if a database cannot be reached
	@mkdir -p bin && go build -o bin/audit ./internal/tools/audit && bin/audit

.PHONY: sbom
sbom: ## write the bill of materials (CycloneDX) to bin/rolecall.cdx.json
	@mkdir -p bin
	go run ./internal/tools/supply sbom $(VERSION) > bin/rolecall.cdx.json

.PHONY: licences
licences: ## write docs/licences.md
	@mkdir -p bin
	go run ./internal/tools/supply licences > bin/licences.md && mv bin/licences.md docs/licences.md

# Two folders, two caches, so that nothing is shared but the source, the compiler and the flags.
.PHONY: reproducible
reproducible: web ## build the program twice in different places and compare
	@rm -rf .cache/release && mkdir -p .cache/release/one .cache/release/a/longer/path
	@set -e; for dir in one a/longer/path; do \
		tar --exclude=./.git --exclude=./.cache --exclude=./bin --exclude=./web --exclude=./.rolecall --exclude=./rolecall -cf - . | tar -xf - -C .cache/release/$$dir; \
		(cd .cache/release/$$dir && GOCACHE=$$PWD/.cache CGO_ENABLED=0 go build -trimpath -ldflags '$(LDFLAGS) -buildid=' -o rolecall ./cmd/rolecall); \
	done
	@cmp .cache/release/one/rolecall .cache/release/a/longer/path/rolecall
	@chmod -R u+w .cache/release && rm -rf .cache/release

.PHONY: release
release: web ## archives, Debian packages, bill of materials and checksums in bin/release
	@VERSION=$(VERSION) scripts/release
