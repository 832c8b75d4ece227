# SPDX-License-Identifier: Apache-2.0
#
# passc, a build toolchain for Wallet passes. What make does here:
#
#   make               build templates/*.pass into build/passes, only what has changed
#   make demo          the same from a fresh machine, with a table of what was made
#   make demo-app      payment requests, notifications and apps beside passes, from examples
#   make demo-scale    ROWS (200000) passes by a Spark cluster into an object store, on loopback; keys
#                      outside files
#   make test-spark    the tests of integrations/spark
#   make test-spark-quick  those of them that need no more than minutes: all but Hadoop's
#   make test-spark-faults  the same with workers killed, stores that refuse, full disks (slow)
#   make test          set up the machine, build with warnings as errors, run every test
#   make preview       passc-preview, which draws for passc preview
#   make demo-service  passes, the service, 50 phones, pushes and a rehearsal, on loopback
#   make service       passc-service, which serves for passc serve
#   make pictures      draw templates/*.pass again into docs/pictures
#   make pictures-check  compare docs/pictures with what is drawn now
#   make install       binary, completions and man page, under PREFIX (default /usr/local)
#   make dist          build/dist/passc-VERSION-SYSTEM.tar.gz, runs where there is no Swift
#   make deb           a package for each of RELEASES (bookworm trixie), built and tried in chroots; as
#                      root, slow
#   make container     a container image, without an engine, and a trial of it
#   make twice         build the programs twice and compare them byte for byte; as root, slow
#   make packages-check  the Homebrew formula, the release workflow and the SBOMs, judged by others
#   make format        lay out every Swift file the way swift-format does, fill the pages' prose
#   make format-check  complain where `make format` would change something
#   make docs          write docs/rules.md and docs/rules/ from the rules
#   make api-docs      the libraries' documentation by DocC, build/api
#   make site          README and docs as a site with search, build/site; every link must hold
#   make sanitize      the tests again under AddressSanitizer and ThreadSanitizer (slow)
#   make leaks         a thousand builds in one process under valgrind (slow)
#   make fuzz          hostile input for SECONDS (60) a target; TARGET=name for one of fuzz/targets
#   make mutate        a million damaged bundles (COUNT=) through check, 10,000 a call, and hostile ones
#   make interop       our bundles, read by KDE, GNOME and ten more; what they get is compared
#   make bench         measure; figures on standard output
#   make soak          everything that takes hours: issue-soak, issue-verify, issue-long, test-spark,
#                      test-spark-faults, demo-scale, deb, container, one after the other; as root
#   make issue-long    10,000,000 rows (PIPED=) to a pipe, a ledger of 20,000,000 (SERIALS=) and a rerun,
#                      1,000,000 files (FILES=) verified and checked (hours, gigabytes)
#   make issue-soak    kill passc issue 200 times (KILLS=), fill its disk; compare what it made (slow)
#   make issue-verify  10,000 passes of a run (COUNT=), each judged by openssl cms -verify (slow)
#   make soak-service  kill passc serve 100 times (KILLS=) under load, play 1,000 seeds (SEEDS=) of phones, change
#                      a million passes (PASSES=) at once; nothing is lost (slow)
#   make service-races  the service under ThreadSanitizer, everything at once for SECONDS (60) (slow)
#   make service-faults  faults, one at a time, in a copy of the service: a rehearsal finds each (slow)
#   make nfc-soak      a million random taps, phone to reader (slow)
#   make nfc-pcsc      the simulated phone behind pcscd, read by opensc-tool and pyscard
#   make clean         remove everything that was built
#   make help          this list
#
# Variables: SWIFT (the swift to use), IDENTITY (the identity to sign with), PREFIX and DESTDIR (where
# to install), JOBS (how many things to compile at once; default: as many as there are processors),
# COMMIT (what --version names where there is no checkout), SWIFTFLAGS (further words for swift build).
# GNU make 3.81 or newer, as on every Mac and every Linux. docs/make.md shows a Makefile for passes
# of one's own.

SWIFT ?= swift
PREFIX ?= /usr/local
DESTDIR ?=
JOBS ?=
SWIFTFLAGS ?=
IDENTITY ?= certs-example/nfc

SYSTEM := $(shell uname -s)
PASSC := .build/release/passc
PREVIEW := .build/release/passc-preview
SERVICE := .build/release/passc-service
swift_jobs := $(if $(JOBS),-j $(JOBS))
# Apple's platforms bring Swift along; everywhere else it goes into the binary. Few shared libraries and no
# exported names: each start has that much less to look up.
archives := .build/archives
# What --version says of the commit; COMMIT names it where there is no checkout.
COMMIT ?=
commit_header := .build/commit/passc-commit.h
linux_release := --static-swift-stdlib --disable-local-rpath -Xswiftc -L$(archives) \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker --no-export-dynamic
release := -c release -Xcc -I$(dir $(commit_header)) \
  $(if $(filter Darwin,$(SYSTEM)),,$(linux_release)) $(swift_jobs) $(SWIFTFLAGS)
# What reads untrusted bytes in code of its own (BoringSSL, an HTTP parser, SQLite) is loaded at a random
# address, and its table of addresses is read-only. passc is not: docs/decisions.md says what that would cost.
hardened := $(if $(filter Darwin,$(SYSTEM)),,-Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now)
fixed := $(if $(filter Darwin,$(SYSTEM)),,-Xlinker -no-pie)
# On the command line and not in Package.swift: a warning of a newer compiler must not stop those
# who use the package.
strict := -Xswiftc -warnings-as-errors $(swift_jobs)
# All 2,000 at once wait minutes for a thread in the middle of what they do.
few_at_once := --experimental-maximum-parallelization-width 8

templates := $(wildcard templates/*.pass)
passes := $(templates:templates/%.pass=build/passes/%.pkpass)
# A template that names a web service needs a token for each pass; this key derives it.
token_key := certs-example/token.key
# Signatures carry a time. The time of the last change makes two builds of one commit equal.
epoch := $(or $(SOURCE_DATE_EPOCH),$(shell git log -1 --format=%ct -- templates 2>/dev/null))
at_epoch := $(if $(epoch),SOURCE_DATE_EPOCH=$(epoch))

.PHONY: all demo demo-app demo-scale demo-service test test-spark test-spark-quick test-spark-faults preview service pictures pictures-check install dist deb container twice packages-check docs site api-docs format format-check sanitize leaks fuzz mutate interop bench soak issue-soak issue-long issue-verify soak-service service-races service-faults nfc-soak nfc-pcsc clean help

all: $(passes)

# --- passes -------------------------------------------------------------------------------------

# A folder's own time changes when a file in it comes, goes or is renamed; what lies inside the
# folders is in the files that --depfile writes.
build/passes/%.pkpass: templates/%.pass $(PASSC)
	@mkdir -p build/passes build/depend
	@$(at_epoch) $(PASSC) build $< --sample 1 --identity $(IDENTITY) --token-key $(token_key) \
	  --depfile build/depend/$*.d -o $@

-include $(wildcard build/depend/*.d)

demo:
	@scripts/setup.sh build
	@$(MAKE) --no-print-directory --silent all
	@scripts/demo.sh $(PASSC) $(passes)
	@$(MAKE) --no-print-directory --silent preview
	@scripts/demo-preview.sh $(PASSC) build/pictures $(passes)
	@scripts/demo-check.sh $(PASSC) build/passes/gym-membership.pkpass certs-example/root.pem
	@scripts/demo-nfc.sh $(PASSC) build/passes/gym-membership.pkpass \
	  certs-example/nfc-reader/gym-nfc-private.pem certs-example/root.pem
	@scripts/demo-issue.sh $(PASSC) templates/bakery-coupon.pass $(IDENTITY) certs-example/root.pem

# As it is compiled for the tests: an optimised build of servers and clients takes ten minutes, and shows
# nothing more.
demo-service:
	@scripts/setup.sh build
	$(SWIFT) build $(strict) --product passc
	$(SWIFT) build $(strict) --product passc-service
	$(SWIFT) build $(strict) --product phone-fleet
	@scripts/demo-service.sh .build/debug certs-example/ordinary certs-example/root.pem

demo-app: $(PASSC)
	@scripts/demo-app.sh $(PASSC) build/demo-app

# Needs Java 17 and what PyPI has, in an environment of its own below build/.
demo-scale: $(PASSC)
	@scripts/setup.sh scale
	@scripts/demo-scale.sh $(PASSC) $(or $(ROWS),200000)

test-spark: $(PASSC)
	@scripts/setup.sh scale
	@scripts/spark-python.sh build/spark-venv
	cd integrations/spark && PASSC=$(CURDIR)/$(PASSC) $(CURDIR)/build/spark-venv/bin/python -m pytest -q -m "not faults"

# What continuous integration has the time for: Hadoop's shell starts a Java for each call.
test-spark-quick: $(PASSC)
	@scripts/setup.sh scale
	@scripts/spark-python.sh build/spark-venv
	cd integrations/spark && PASSC=$(CURDIR)/$(PASSC) $(CURDIR)/build/spark-venv/bin/python -m pytest -q \
	  -m "not faults" -k "not hadoop"

test-spark-faults: $(PASSC)
	@scripts/setup.sh scale
	@scripts/spark-python.sh build/spark-venv
	cd integrations/spark && PASSC=$(CURDIR)/$(PASSC) $(CURDIR)/build/spark-venv/bin/python -m pytest -q -m faults

# --- the tool -----------------------------------------------------------------------------------

# Looked at each time, written only when it says something else: no file is called always.
$(commit_header): always
	@COMMIT="$(COMMIT)" scripts/commit.sh $(dir $@)

always:

# The binary is touched because the linker leaves it alone when, say, only a comment has changed.
$(PASSC): Package.swift $(shell find Sources -type f) $(commit_header)
	@scripts/setup.sh build
	@scripts/archives.sh $(archives)
	PKG_CONFIG_PATH="$$PWD/$(archives):$$PKG_CONFIG_PATH" $(SWIFT) build $(release) $(fixed) --product passc
	@touch $@

# Foundation and what draws go into a program of their own.
$(PREVIEW): Package.swift $(shell find Sources -type f) $(commit_header)
	@scripts/setup.sh build
	@scripts/archives.sh $(archives)
	PKG_CONFIG_PATH="$$PWD/$(archives):$$PKG_CONFIG_PATH" $(SWIFT) build $(release) $(hardened) --product passc-preview
	@touch $@

# Servers and clients too.
$(SERVICE): Package.swift $(shell find Sources -type f) $(commit_header)
	@scripts/setup.sh build
	@scripts/archives.sh $(archives)
	PKG_CONFIG_PATH="$$PWD/$(archives):$$PKG_CONFIG_PATH" $(SWIFT) build $(release) $(hardened) --product passc-service
	@touch $@

preview: $(PASSC) $(PREVIEW)

service: $(PASSC) $(SERVICE)

# One day for all: dates of the samples are told as of it.
draw = $(PASSC) preview $(1) --sample 1 --as-of 2026-06-01 -o $(2)/
# All as iOS 27 shows them; those that have a classic style too, as iOS 17 does; a back; and one that has expired.
draw_all = set -e; mkdir -p $(1)/ios17 $(1)/expired; \
  for template in $(templates); do $(call draw,$$template,$(1)) --side front; done; \
  for name in boarding-pass concert-ticket; do \
    $(call draw,templates/$$name.pass,$(1)/ios17) --side front --ios 17; done; \
  $(call draw,templates/concert-ticket.pass,$(1)) --side back; \
  $(call draw,templates/employee-card.pass,$(1)/expired) --side front --state expired

pictures: preview
	@$(call draw_all,docs/pictures)

pictures-check: preview
	@rm -rf build/pictures-now
	@$(call draw_all,build/pictures-now)
	@for folder in . ios17 expired; do \
	  python3 scripts/compare_pictures.py docs/pictures/$$folder build/pictures-now/$$folder || exit 1; done

test:
	@scripts/setup.sh test
	@scripts/judges.sh || echo "judges: tests that need them are skipped" >&2
	$(SWIFT) build --build-tests $(strict)
	@sh scripts/tests/run.sh
	@scripts/swift-test.sh $(SWIFT) test --skip-build --disable-xctest $(few_at_once)

install: preview service
	scripts/install.sh $(PASSC) "$(DESTDIR)$(PREFIX)"

dist: preview service
	scripts/dist.sh $(PASSC) build/dist

RELEASES ?= bookworm trixie
REUSE ?=

# With REUSE=yes the programs of this tree go into the package of the release this machine runs.
deb: $(if $(filter yes,$(REUSE)),preview service)
	SWIFT="$(SWIFT)" JOBS="$(JOBS)" REUSE="$(REUSE)" scripts/packages/deb.sh $(RELEASES)

container: preview service
	SWIFT="$(SWIFT)" scripts/packages/image.sh

twice:
	SWIFT="$(SWIFT)" scripts/packages/twice.sh $(PROGRAMS)

packages-check:
	@scripts/setup.sh packages
	scripts/packages/check.sh

# --- care ---------------------------------------------------------------------------------------

swift_files = Package.swift Sources Tests bench examples fuzz

format:
	$(SWIFT) format --in-place --parallel --recursive $(swift_files)
	python3 scripts/prose.py README.md CHANGELOG.md docs/*.md docs/log/*.md

format-check:
	$(SWIFT) format lint --strict --parallel --recursive $(swift_files)

docs: $(PASSC)
	rm -f docs/rules/*.md
	$(PASSC) rules -o docs

# In a build folder of its own: the plugin is resolved nowhere else.
api-docs:
	@scripts/setup.sh test
	@mkdir -p build
	PASSC_API_DOCS=1 $(SWIFT) package --scratch-path .build/api-docs \
	  --allow-writing-to-directory build/api generate-documentation \
	  --target PassBuild --target PassTemplate --target PassDiagnostics --target PassNFC --target PassCheck \
	  --enable-experimental-combined-documentation \
	  --transform-for-static-hosting --warnings-as-errors --output-path build/api

site:
	@scripts/setup.sh test
	@scripts/site.sh

# Each has a build folder of its own, so that neither throws away what the other has compiled.
sanitize:
	@scripts/setup.sh test
	# Leaks are valgrind's to find: the test library's own would drown ours here.
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize address --scratch-path .build/address $(swift_jobs) --disable-xctest $(few_at_once)
	$(SWIFT) test --sanitize thread --scratch-path .build/thread $(swift_jobs) --disable-xctest $(few_at_once)

leaks: $(commit_header)
	@scripts/setup.sh test
	@scripts/archives.sh $(archives)
	PKG_CONFIG_PATH="$$PWD/$(archives):$$PKG_CONFIG_PATH" $(SWIFT) build $(release) --product leak-probe
	soak/leaks.sh .build/release/leak-probe templates/gym-membership.pass certs-example/nfc

SECONDS ?= 60
TARGET ?=

fuzz:
	@scripts/setup.sh test
	@fuzz/run.sh $(SECONDS) $(TARGET)

# The tests make the odd and broken bundles that mutation starts from.
mutate: $(PASSC)
	@scripts/setup.sh test
	$(SWIFT) build --build-tests $(strict)
	@soak/mutate.sh $(PASSC) $(or $(COUNT),1000000) $(SWIFT)

interop: $(PASSC)
	@scripts/setup.sh test
	@scripts/interop.sh $(PASSC)
	@scripts/interop.sh $(PASSC) --break

bench: preview service
	@scripts/setup.sh test
	$(SWIFT) build $(release) --product bundle-forge
	$(SWIFT) build $(release) --product library-probe
	$(SWIFT) build $(release) --product PassServer
	$(SWIFT) build $(release) --product ready-server
	$(SWIFT) build $(release) --product push-probe
	@bench/cold-build.sh $(PASSC)
	@bench/issue.sh $(PASSC)
	@echo
	@bench/nfc.sh $(PASSC)
	@echo
	@bench/check.sh $(PASSC) .build/release/bundle-forge
	@bench/library.sh $(PASSC) .build/release/library-probe
	@bench/hostile.sh $(PASSC)
	@python3 bench/languages.py $(PASSC)
	@echo
	@bench/preview.sh $(PASSC)
	@bench/server.sh .build/release
	@bench/service.sh .build/release
	@bench/push.sh

soak:
	$(MAKE) issue-soak
	$(MAKE) issue-verify
	$(MAKE) issue-long
	$(MAKE) test-spark
	$(MAKE) test-spark-faults
	$(MAKE) demo-app
	$(MAKE) demo-scale
	$(MAKE) deb
	$(MAKE) container

issue-long: $(PASSC)
	@scripts/setup.sh test
	rm -rf build/issue-long
	python3 soak/issue_long.py pipe $(PASSC) $(or $(PIPED),10000000)
	python3 soak/issue_long.py prepare $(PASSC) build/issue-long $(or $(SERIALS),20000000)
	python3 soak/issue_long.py rerun $(PASSC) build/issue-long
	rm -rf build/issue-long
	python3 soak/issue_long.py verify $(PASSC) build/issue-long $(or $(FILES),1000000)
	rm -rf build/issue-long

issue-soak: $(PASSC)
	@scripts/setup.sh test
	python3 soak/issue_soak.py $(PASSC) certs-example/ordinary $(or $(KILLS),200)
	python3 soak/ledger_race.py $(PASSC)

issue-verify: $(PASSC)
	@scripts/setup.sh test
	python3 soak/issue_verify.py $(PASSC) certs-example/ordinary certs-example/root.pem $(or $(COUNT),10000)

soak-service: service
	@scripts/setup.sh test
	python3 soak/service_million.py .build/release $(or $(PASSES),1000000)
	$(SWIFT) build $(strict) --product passc
	$(SWIFT) build $(strict) --product passc-service
	python3 soak/service_soak.py .build/debug certs-example/ordinary $(or $(KILLS),100)
	$(SWIFT) build --build-tests $(strict)
	PASSC_INTERLEAVINGS=$(or $(SEEDS),1000) $(SWIFT) test --skip-build --disable-xctest --filter InterleavingTests

service-faults:
	@scripts/setup.sh test
	python3 soak/service_faults.py build/service-faults

service-races:
	@scripts/setup.sh test
	@scripts/service-races.sh $(SECONDS)

nfc-soak:
	@scripts/setup.sh test
	$(SWIFT) build --build-tests $(strict)
	PASSC_NFC_ROUNDS=$(or $(ROUNDS),1000000) $(SWIFT) test --skip-build --disable-xctest --filter everyMessageThatIsSentArrives

nfc-pcsc: $(PASSC)
	@scripts/nfc-pcsc.sh $(PASSC)

clean:
	rm -rf build .build

help:
	@sed -n '/^# passc/,/^[^#]*$$/s/^# \{0,1\}//p' Makefile
