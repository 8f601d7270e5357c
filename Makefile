# One place for the developer's day. `make help` lists the targets.
SHELL := /bin/bash
.DEFAULT_GOAL := help
export CGO_ENABLED ?= 1
# The same flags for build and test: a different set would compile everything twice.
export GOFLAGS := -buildvcs=false
VERSION ?= $(shell git describe --tags --always 2>/dev/null || echo dev)
LDFLAGS := -s -w -X main.version=$(VERSION)
TOOL := go tool -modfile=tools/go.mod
# Pure functions and whole processes gain nothing from the race detector and take ten times as long under it.
PLAIN := -e /oas$$ -e /crawler/source -e /crawler/enrich -e /slug -e /e2e -e /bench
SERVICES := identity jobs applications notifications

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: run
run: build ## build and start everything with demo data
	@scripts/need postgres
	PLATFORM_DATA_DIR=$${PLATFORM_DATA_DIR:-$(CURDIR)/.rolecall} bin/rolecall up --demo

.PHONY: build
build: web ## build bin/rolecall with the web app inside
	go build -ldflags '$(LDFLAGS)' -o bin/rolecall ./cmd/rolecall

.PHONY: web
web: ## build the web app, if its sources changed
	@scripts/web build

.PHONY: test
test: lint ## everything that must hold before a change lands
	@scripts/need postgres chromium
	@scripts/web build
	go build -ldflags '$(LDFLAGS)' -o bin/rolecall ./cmd/rolecall
	go test -race -timeout 20m $(shell go list ./... | grep -v $(PLAIN))
	go test -timeout 20m $(shell go list ./... | grep $(PLAIN))
	@scripts/web test

.PHONY: quick
quick: ## Go tests without the race detector
	@scripts/need postgres
	go test -timeout 10m ./...

.PHONY: race
race: ## Go tests with the race detector, three times over
	@scripts/need postgres
	go test -race -count=3 -timeout 45m ./...

.PHONY: lint
lint: ## format, vet, staticcheck, import table, fresh generated code
	@test -z "$$(git ls-files '*.go' | grep -v -e /oas/ | xargs gofmt -l | tee /dev/stderr)" || (echo 'run gofmt on the files above' >&2; exit 1)
	go vet ./...
	$(TOOL) staticcheck -checks 'all,-ST1000,-ST1003,-ST1016,-ST1020,-ST1021,-ST1022' $$(go list ./... | grep -v /oas)
	go run ./internal/tools/generated check

.PHONY: generate
generate: ## servers, clients, queries and published contracts from api/*.yaml and store/*.sql
	for s in $(SERVICES); do $(TOOL) ogen --target internal/$$s/oas --package oas --config api/ogen.yaml --clean api/$$s.yaml || exit 1; done
	for s in $(SERVICES) crawler; do (cd internal/$$s/store && go tool -modfile=$(CURDIR)/tools/go.mod sqlc generate) || exit 1; done
	go generate ./api
	@scripts/web types
	sed -i '/^| key |/,$$d' docs/configuration.md && go run ./cmd/rolecall config --markdown >> docs/configuration.md
	go run ./internal/tools/generated write

.PHONY: bench
bench: build ## measure, and write bench/results.md
	@scripts/need postgres
	go run ./bench

.PHONY: clean
clean: ## remove what was built, keep the data
	rm -rf bin .cache web/node_modules

.PHONY: bench-quick
bench-quick: build ## the measurements that take under three minutes
	@scripts/need postgres
	go run ./bench -quick
