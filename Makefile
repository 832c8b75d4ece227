# SPDX-License-Identifier: Apache-2.0
#
# passc, a build toolchain for Wallet passes. `make help` lists the targets: ##@ begins a group, and
# the words behind ## describe a target. GNU make 3.81 or newer, as on every Mac and every Linux.
# docs/how-to/make.md shows a Makefile for your own passes.

SWIFT ?= swift
PREFIX ?= /usr/local
IDENTITY ?= certs-example/nfc
SECONDS ?= 60
RELEASES ?= bookworm trixie

# Package.swift declares benchmarks and probes only then.
export PASSC_BENCH = 1

SYSTEM := $(shell uname -s)
# passc starts passc-NAME; each has a line `NAME: ##` below.
companions := app preview service
PASSC := .build/release/passc
programs := $(PASSC) $(companions:%=$(PASSC)-%)
swift_jobs := $(if $(JOBS),-j $(JOBS))
# Apple's platforms bring Swift along. Elsewhere it goes into the binary, without exported names.
archives := .build/archives
commit_header := .build/commit/passc-commit.h
linux_release := --static-swift-stdlib --disable-local-rpath -Xswiftc -L$(archives) \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker --no-export-dynamic
release := -c release -Xcc -I$(dir $(commit_header)) \
  $(if $(filter Darwin,$(SYSTEM)),,$(linux_release)) $(swift_jobs) $(SWIFTFLAGS)
build_release = PKG_CONFIG_PATH="$$PWD/$(archives):$$PKG_CONFIG_PATH" $(SWIFT) build $(release)
# docs/explanation/decisions.md says why passc is not position-independent, and the others are.
hardened := $(if $(filter Darwin,$(SYSTEM)),,-Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)
fixed := $(if $(filter Darwin,$(SYSTEM)),,-Xlinker -no-pie)
# Not in Package.swift: a warning of a newer compiler must not stop those who use the package.
strict := -Xswiftc -warnings-as-errors $(swift_jobs)
build_tests = $(SWIFT) build --build-tests $(strict)
# Of 2,000 tests at once some wait minutes for a thread.
few_at_once := --experimental-maximum-parallelization-width 8
run_tests = $(SWIFT) test --skip-build --disable-xctest
ready := scripts/setup.sh test &&

templates := $(wildcard templates/*.pass)
passes := $(templates:templates/%.pass=build/passes/%.pkpass)
# A template that names a web service needs a token for each pass; this key derives it.
token_key := certs-example/token.key
# Signatures carry a time. The time of the last change makes two builds of one commit equal.
epoch := $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct -- templates 2>/dev/null))
at_epoch := $(if $(epoch),SOURCE_DATE_EPOCH=$(epoch))

# Each target whose name is a plain word.
.PHONY: $(shell sed -n 's/^\([a-z][a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))

##@ Build

all: $(passes) ## templates/*.pass into build/passes, only what changed

# The time of a folder changes when a file in it is added, removed or renamed; the files inside its
# folders are in what --depfile writes.
build/passes/%.pkpass: templates/%.pass $(PASSC)
	@mkdir -p build/passes build/depend
	@$(at_epoch) $(PASSC) build $< --sample 1 --identity $(IDENTITY) --token-key $(token_key) \
	  --depfile build/depend/$*.d -o $@

-include $(wildcard build/depend/*.d)

# Looked at each time, written only when the commit changed: no file is called always.
$(commit_header): always
	@COMMIT="$(COMMIT)" scripts/commit.sh $(dir $@)

always:

# The binary is touched because the linker leaves it alone when, say, only a comment has changed.
$(programs): Package.swift $(shell find Sources -type f) $(commit_header)
	@scripts/setup.sh build && scripts/archives.sh $(archives)
	$(build_release) $(if $(filter $(PASSC),$@),$(fixed),$(hardened)) --product $(@F)
	@touch $@

app: ## passc-app, for passc pay, notify, provision and app
preview: ## passc-preview, which draws for passc preview
service: ## passc-service, for passc serve and preview --watch
$(companions): %: $(PASSC) $(PASSC)-%

demo: ## build on a fresh machine, with a table of what was made
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory --silent all
	@scripts/demo.sh $(PASSC) $(passes)
	@$(MAKE) --no-print-directory --silent preview
	@scripts/demo-more.sh $(PASSC) $(IDENTITY) $(passes)

demo-app: app ## payments, notifications and apps, from examples
	@scripts/demo-app.sh $(PASSC) build/demo-app

# Compiled as for the tests: an optimised build takes ten minutes and shows nothing more.
demo-google: preview ## the templates for Google Wallet, with links and losses
	@scripts/demo-google.sh $(PASSC) build/demo-google

demo-service: ## passes, the service, 50 phones and pushes, on loopback
	@scripts/setup.sh build
	for product in passc passc-service phone-fleet; do $(SWIFT) build $(strict) --product $$product || exit; done
	@scripts/demo-service.sh .build/debug certs-example/ordinary certs-example/root.pem

clean: ## remove everything that was built
	rm -rf build .build

##@ Test

test: ## set up the machine, build, run every test
	@scripts/setup.sh test
	@scripts/judges.sh || echo "judges: tests that need them are skipped" >&2
	$(build_tests)
	@sh scripts/tests/run.sh
	@scripts/swift-test.sh $(run_tests) $(few_at_once)

# Java 17, and packages of PyPI in an environment below build/. Hadoop's shell starts a Java for each
# call, which takes minutes.
spark-tests := test-spark test-spark-quick test-spark-faults
test-spark: marked = -m "not faults" ## the tests of integrations/spark
test-spark-quick: marked = -m "not faults" -k "not hadoop" ## those that need no Hadoop
test-spark-faults: marked = -m faults ## those that kill workers and fill disks (slow)
$(spark-tests): $(PASSC)
	@scripts/setup.sh scale && scripts/spark-python.sh build/spark-venv
	cd integrations/spark && PASSC=$(CURDIR)/$(PASSC) $(CURDIR)/build/spark-venv/bin/python -m pytest -q $(marked)

interop: $(PASSC) ## other programs read our bundles; results are compared
	@$(ready) scripts/interop.sh $(PASSC)
	@scripts/interop.sh $(PASSC) --break

# Two build folders, so that each keeps what it has compiled. valgrind finds leaks, not these.
sanitize: ## tests under Address- and ThreadSanitizer (slow)
	$(ready) ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize address --scratch-path .build/address $(swift_jobs) --disable-xctest $(few_at_once)
	$(SWIFT) test --sanitize thread --scratch-path .build/thread $(swift_jobs) --disable-xctest $(few_at_once)

fuzz: ## hostile input, SECONDS (60) for each TARGET (all)
	@$(ready) fuzz/run.sh $(SECONDS) $(TARGET)

nfc-pcsc: $(PASSC) ## the simulated phone behind pcscd, read by opensc-tool
	@scripts/nfc-pcsc.sh $(PASSC)

##@ Look

swift_files = Package.swift Sources Tests bench examples fuzz

format: ## swift-format for Swift, 100 columns for pages
	$(SWIFT) format --in-place --parallel --recursive $(swift_files)
	python3 scripts/prose.py README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md docs/*.md docs/[!r]*/*.md docs/reference/*.md

format-check: ## fail where make format would change Swift
	$(SWIFT) format lint --strict --parallel --recursive $(swift_files)

pictures: preview ## draw templates/*.pass into docs/pictures
	@scripts/pictures.sh $(PASSC) docs/pictures

pictures-check: preview ## compare docs/pictures with what is drawn now
	@rm -rf build/pictures-now && scripts/pictures.sh $(PASSC) build/pictures-now docs/pictures

##@ Install and package

install: $(companions) ## programs, completions and man page, under PREFIX
	scripts/install.sh $(PASSC) "$(DESTDIR)$(PREFIX)"

dist: $(companions) ## tarballs for machines without Swift, in build/dist
	scripts/dist.sh $(PASSC) build/dist

# With REUSE=yes the programs of this tree go into the package of the release this machine runs.
deb: $(if $(filter yes,$(REUSE)),$(companions)) ## a package for each of RELEASES (as root, slow)
	SWIFT="$(SWIFT)" JOBS="$(JOBS)" REUSE="$(REUSE)" scripts/packages/deb.sh $(RELEASES)

container: $(companions) ## container images without an engine, and a trial
	SWIFT="$(SWIFT)" scripts/packages/image.sh

release: ## files of a release, in build/release (as root, slow)
	SWIFT="$(SWIFT)" JOBS="$(JOBS)" REUSE="$(REUSE)" RELEASES="$(RELEASES)" scripts/release/release.sh $(PARTS)

twice: ## build twice and compare byte for byte (as root, slow)
	SWIFT="$(SWIFT)" scripts/packages/twice.sh $(PROGRAMS)

packages-check: ## check the formula, the workflows and the SBOMs
	@scripts/setup.sh packages && scripts/packages/check.sh

##@ Measure

bench_products := bundle-forge library-probe PassServer ready-server push-probe

bench: $(companions) ## figures on standard output
	$(ready) for product in $(bench_products); do $(SWIFT) build $(release) --product $$product || exit; done
	@bench/run.sh .build/release

##@ Soak

# Hours, one after the other; as root.
soaks := issue-soak issue-verify issue-long test-spark test-spark-faults demo-app demo-scale release

soak: ## all that takes hours, Spark and packages (as root)
	+set -e; for target in $(soaks); do $(MAKE) $$target; done

demo-scale: $(PASSC) ## ROWS (200000) passes by Spark into an object store
	@scripts/setup.sh scale && scripts/demo-scale.sh $(PASSC) $(or $(ROWS),200000)

issue-long: $(PASSC) ## ten million rows, a ledger of twenty million
	$(ready) soak/issue_long.sh $(PASSC) $(or $(PIPED),10000000) $(or $(SERIALS),20000000) $(or $(FILES),1000000)

issue-soak: $(PASSC) ## kill passc issue KILLS (200) times, fill its disk
	$(ready) python3 soak/issue_soak.py $(PASSC) certs-example/ordinary $(or $(KILLS),200)
	python3 soak/ledger_race.py $(PASSC)

issue-verify: $(PASSC) ## COUNT (10000) passes, each verified by openssl
	$(ready) python3 soak/issue_verify.py $(PASSC) certs-example/ordinary certs-example/root.pem $(or $(COUNT),10000)

mutate: $(PASSC) ## COUNT (1000000) damaged bundles through check
	$(ready) $(build_tests)
	@soak/mutate.sh $(PASSC) $(or $(COUNT),1000000) $(SWIFT)

leaks: $(commit_header) ## a thousand builds under valgrind (slow)
	@$(ready) scripts/archives.sh $(archives)
	$(build_release) --product leak-probe
	soak/leaks.sh .build/release/leak-probe templates/gym-membership.pass certs-example/nfc

soak-service: service ## kill passc serve KILLS (100) times, a million changes
	$(ready) python3 soak/service_million.py .build/release $(or $(PASSES),1000000)
	$(build_tests)
	python3 soak/service_soak.py .build/debug certs-example/ordinary $(or $(KILLS),100)
	PASSC_INTERLEAVINGS=$(or $(SEEDS),1000) $(run_tests) --filter InterleavingTests

service-faults: ## errors put into a copy of the service, each found
	$(ready) python3 soak/service_faults.py build/service-faults

service-races: ## the service under ThreadSanitizer for SECONDS (60)
	@$(ready) scripts/service-races.sh $(SECONDS)

nfc-soak: ## ROUNDS (1000000) random taps, phone to reader
	$(ready) $(build_tests)
	PASSC_NFC_ROUNDS=$(or $(ROUNDS),1000000) $(run_tests) --filter everyMessageThatIsSentArrives

##@ Documentation

docs: $(PASSC) ## docs/rules.md and docs/rules/ from the rules
	rm -f docs/rules/*.md
	$(PASSC) rules -o docs

site: ## README and docs as a site; links are checked
	@$(ready) scripts/site.sh

api-docs: ## the libraries' documentation by DocC, in build/api
	@$(ready) scripts/api-docs.sh $(SWIFT)

help: ## this list
	@awk -F ':.*## ' '/^##@/ { printf "\n%s\n", substr($$0, 5) } /^##  / { print substr($$0, 3) } \
	  /^[a-z][a-z-]*:.*## / { printf "  make %-17s %s\n", $$1 == "all" ? "" : $$1, $$2 }' \
	  $(firstword $(MAKEFILE_LIST))

##@ Variables
##  SWIFT (the swift to use), SWIFTFLAGS (further arguments of swift build),
##  JOBS (how many things to compile at once), IDENTITY (to sign with), PREFIX
##  and DESTDIR (where to install), COMMIT (what --version prints without git)
