# SPDX-License-Identifier: Apache-2.0
#
# Tests passc issue on many machines as docs/how-to/scale.md describes, its output on a terminal and
# in a log, and its behaviour at signals. The GNU parallel and Kubernetes examples come from the
# page itself.

. "$(dirname "$0")/lib.sh"

[ -x "$PASSC" ] || { echo "there is no $PASSC; build it first, or set PASSC" >&2; exit 1; }
mkdir -p "$scratch/bin" "$scratch/home/passes"
ln -s "$PASSC" "$scratch/bin/passc"
ln -s "$repository/certs-example/ordinary" "$scratch/home/passes/gym"
ln -s "$repository/certs-example/ordinary" "$scratch/my-identity"
PATH=$scratch/bin:$PATH
HOME=$scratch/home
export PATH HOME
cd "$scratch" || exit 1

passc init gym.pass --style generic >/dev/null 2>&1
cat >gym.pass/pass.json <<'JSON'
{
  "formatVersion": 1,
  "serialNumber": "{{ serial }}",
  "organizationName": "Example Gym",
  "description": "Card of the Example Gym",
  "generic": { "primaryFields": [{ "key": "name", "label": "Name", "value": "{{ name }}" }] }
}
JSON
printf '{ "columns": { "name": { "type": "string" } } }\n' >gym.pass/template.json
rm -rf gym.pass/*.lproj gym.pass/sample.*
rows() { echo serial,name; seq "$1" | sed 's/.*/A-&,Member &/'; }
rows 300 >members.csv

# block LANGUAGE HEADING prints the first fenced block below this heading of docs/how-to/scale.md.
block() {
  awk -v language="\`\`\`$1" -v heading="## $2" '
    $0 == heading { below = 1 } below && $0 == language { on = 1; next } /^```/ { if (on) exit } on' \
    "$repository/docs/how-to/scale.md"
}

export SOURCE_DATE_EPOCH=1767225600
passc issue gym.pass --data members.csv --identity ~/passes/gym -o whole --progress none >out 2>err
equal "the run without shards" "$(cat out)" "issued 300, reissued 0, unchanged 0, rejected 0"

# --- GNU parallel -------------------------------------------------------------------------------

if command -v parallel >/dev/null 2>&1 && parallel --version 2>/dev/null | grep -q GNU; then
  mkdir -p .parallel && touch .parallel/will-cite
  # A fixed signing time makes the run comparable with one without shards.
  block sh "GNU parallel" | sed "s/\$(date +%s)/$SOURCE_DATE_EPOCH/" >parallel.sh
  check "the document has the command" contains parallel.sh "parallel --line-buffer passc issue"
  sh parallel.sh >out 2>err
  equal "four shards by GNU parallel end well" "$?" 0
  equal "each says what it made" "$(grep -c '^issued ' out)" 4
  check "all shards together are the run without them, byte for byte" diff -r passes whole
  passc ledger verify --ledger gym.ledger >out 2>&1
  equal "their ledger knows every file" "$?" 0
  equal "and each pass" "$(passc ledger export --ledger gym.ledger 2>/dev/null | tail -n +2 | wc -l | tr -d ' ')" 300
else
  check "GNU parallel is there in CI" test -z "${CI:-}"
  skip "GNU parallel, it is not installed: run scripts/setup.sh test"
fi

# --- Kubernetes ---------------------------------------------------------------------------------

judge=$repository/.build/judges/bin/python
if "$judge" -c 'import yaml' 2>/dev/null; then
  block yaml Kubernetes >job.yml
  "$judge" - job.yml >job.sh <<'PYTHON'
import sys, yaml
job = yaml.safe_load(open(sys.argv[1]))
assert (job["apiVersion"], job["kind"]) == ("batch/v1", "Job"), job
spec = job["spec"]
assert spec["completionMode"] == "Indexed" and spec["completions"] == spec["parallelism"] == 8, spec
pod = spec["template"]["spec"]
assert pod["restartPolicy"] in ("OnFailure", "Never"), pod
(container,) = pod["containers"]
assert container["command"] == ["sh", "-c"] and len(container["args"]) == 1, container
(variable,) = container["env"]
assert variable["name"] == "SOURCE_DATE_EPOCH" and isinstance(variable["value"], str), variable
print(container["args"][0])
PYTHON
  equal "the Job is YAML of the form it should have" "$?" 0
  # The folders of the container are in this folder.
  mkdir -p in secrets out_k8s && cp -R gym.pass members.csv in && ln -sf "$repository/certs-example/ordinary" secrets/my-identity
  sed "s:/in/:$scratch/in/:g; s:/out/:$scratch/out_k8s/:g; s:/secrets/:$scratch/secrets/:g" job.sh >pod.sh
  failed=0
  for index in 0 1 2 3 4 5 6 7; do
    JOB_COMPLETION_INDEX=$index sh -c "$(cat pod.sh)" >>out 2>>err || failed=$((failed + 1))
  done
  equal "every index from 0 to 7 ends well" "$failed" 0
  check "the pods together make what one run makes" diff -r out_k8s/passes whole
  JOB_COMPLETION_INDEX=3 sh -c "$(cat pod.sh)" >out 2>err
  check "a pod that is started again has nothing left to do" contains out "issued 0, reissued 0, unchanged"
else
  skip "the Kubernetes example, there is no YAML reader: run scripts/judges.sh"
fi

# --- A terminal, a log, signals -----------------------------------------------------------------

unset SOURCE_DATE_EPOCH
rows 15000 >many.csv
cat >watch.py <<'PYTHON'
"""Runs passc issue beside a terminal, at a slow pipe, and ends it by signals."""
import os, pathlib, pty, re, signal, subprocess, sys, time

# Started in the background of a script it would be ignored here, and in every program under test.
signal.signal(signal.SIGINT, signal.default_int_handler)

failures = []

def expect(what, holds, seen=""):
    if not holds:
        failures.append(what)
        print(f"FAILED {what}\n{seen[-2000:]}", file=sys.stderr)

def command(*options):
    return ["passc", "issue", "gym.pass", "--identity", os.path.expanduser("~/passes/gym"), *options]

# Standard error is a terminal of 60 columns.
master, slave = pty.openpty()
subprocess.run(["stty", "cols", "60"], stdin=slave, check=True)
child = subprocess.Popen(command("--data", "many.csv", "-o", "tty", "--first", "1000"), stdout=subprocess.PIPE, stderr=slave)
os.close(slave)
seen = b""
while True:
    try:
        more = os.read(master, 65536)
    except OSError:
        break
    if not more:
        break
    seen += more
out = child.communicate()[0].decode()
text = seen.decode()
lines = re.findall(r"\r\x1b\[K([^\r]*)", text)
shown = [line for line in lines if "rows" in line]
expect("a line on the terminal is written over", len(shown) >= 2, text)
expect("it has rows, rate, share and the time left",
       any(re.fullmatch(r"[\d,]+ rows, [\d,]+/s, \d+ %, .* left", line) for line in shown), text)
shares = [int(found[1]) for line in shown if (found := re.search(r" (\d+) %", line))]
expect("the share grows with the rows", shares == sorted(shares) and shares[0] < 70, str(shares))
expect("it keeps to the terminal's width", all(len(line) < 60 for line in shown), text)
expect("it is taken away at the end", lines and lines[-1].split("\n")[0] == "" or lines[-1].startswith("passc:"), text)
expect("the result goes to standard output", out == "issued 1000, reissued 0, unchanged 0, rejected 0\n", out)

# A log: a line every five seconds, no control characters; --progress none: nothing.
def slowly(progress):
    child = subprocess.Popen(
        command("--data", "-", "--data-format", "csv", "-o", f"slow-{progress}", "--progress", progress),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    child.stdin.write(b"serial,name\n" + b"".join(b"B-%d,M\n" % n for n in range(64 * 3)))
    child.stdin.flush()
    return child

children = {progress: slowly(progress) for progress in ("auto", "plain", "none")}
time.sleep(6.5)
for progress, child in children.items():
    errors = child.communicate(b"".join(b"C-%d,M\n" % n for n in range(64 * 3)))[1].decode()
    found = re.findall(r"^passc: [\d,]+ rows, [\d,]+/s$", errors, re.M)
    expect(f"--progress {progress} in a log", (len(found) >= 1) == (progress != "none"), errors)
    expect(f"--progress {progress} has no control characters", "\x1b" not in errors and "\r" not in errors, errors)

# Signals: what is begun is finished, the ledger closed, the way on said.
def stopped(name, number, *options):
    child = subprocess.Popen(
        command("--data", "many.csv", "-o", name, "--progress", "none", *options),
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    folder = pathlib.Path(name)
    while child.poll() is None and (not folder.exists() or len(os.listdir(folder)) < 100):
        time.sleep(0.01)
    child.send_signal(number)
    out, errors = child.communicate(timeout=120)
    return child.returncode, out, errors

for name, number in (("int", signal.SIGINT), ("term", signal.SIGTERM)):
    ledger = f"{name}.ledger"
    code, out, errors = stopped(name, number, "--ledger", ledger)
    made = len(list(pathlib.Path(name).glob("*.pkpass")))
    others = [p for p in os.listdir(name) if not p.endswith(".pkpass")]
    expect(f"{name}: exit code 3", code == 3, f"{code}\n{errors}")
    expect(f"{name}: it was half-way", 0 < made < 15_000, str(made))
    expect(f"{name}: says what it did", out == f"issued {made}, reissued 0, unchanged 0, rejected 0\n", out + str(made))
    expect(f"{name}: says how to go on",
           "stopped by a signal" in errors and "give the same command again to go on" in errors, errors)
    expect(f"{name}: leaves nothing half done", others == [], str(others))
    verified = subprocess.run(["passc", "ledger", "verify", "--ledger", ledger], capture_output=True, text=True)
    expect(f"{name}: the ledger agrees with the files", verified.returncode == 0, verified.stdout + verified.stderr)
    again = subprocess.run(
        command("--data", "many.csv", "-o", name, "--progress", "none", "--ledger", ledger),
        capture_output=True, text=True)
    expect(f"{name}: the run goes on", again.returncode == 0 and "of the ledger continues" in again.stderr
           and again.stdout == f"issued {15_000 - made}, reissued 0, unchanged {made}, rejected 0\n", again.stderr + again.stdout)
    expect(f"{name}: all is there", len(list(pathlib.Path(name).glob("*.pkpass"))) == 15_000)

# An archive is not finished, and says so.
child = subprocess.Popen(command("--data", "-", "--data-format", "csv", "-o", "part.tar", "--progress", "none"),
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
# More than a pipe holds: once this is written the run has begun.
child.stdin.write("serial,name\n" + "".join(f"D-{n},M\n" for n in range(30_000)))
child.stdin.flush()
child.send_signal(signal.SIGTERM)
# The input stays open: it waits for rows that do not come.
child.wait(timeout=60)
out, errors = child.communicate()
expect("an archive that is broken off", child.returncode == 3 and "the archive was not finished" in errors, errors)
expect("has no name", not os.path.exists("part.tar"))
sys.exit(1 if failures else 0)
PYTHON
if python3 -c 'import os; os.openpty()' 2>/dev/null; then
  check "terminal, log and signals" python3 watch.py
else
  skip "terminal, log and signals, there is no Python or no terminal to be had"
fi

finish
