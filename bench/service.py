# SPDX-License-Identifier: Apache-2.0
"""The update service beside nginx on the same processors, under wrk, on loopback; called by service.sh.

    python3 bench/service.py FOLDER-WITH-PROGRAMS PREPARED prepare
    python3 bench/service.py FOLDER-WITH-PROGRAMS PREPARED sqlite|postgres|made|outbox [RUNS] [SECONDS]

Everything is asked in turns, medians of RUNS. `prepare` makes what the others ask for, in a folder that should
lie on a disk: what is acknowledged there is synced. Each of the others starts what it needs and ends it.
"""

import hashlib
import hmac
import http.client
import json
import os
import pathlib
import re
import shutil
import socket
import statistics
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import batch_card  # noqa: E402
from timing import rsa_per_second  # noqa: E402

TYPE = "pass.com.example.passc"
PASSES = 1_000
DEVICES = 1_000
PASSES_OF_A_DEVICE = 3
ROWS = 40_000
PUSHES = 20_000
CONNECTIONS = 64
ROOT = pathlib.Path(__file__).resolve().parent.parent
IDENTITY = str(ROOT / "certs-example/ordinary")
# The libraries that programs built with a sanitizer must load first.
PRELOADED = {"LD_PRELOAD": os.environ["PASSC_BENCH_PRELOAD"]} if os.environ.get("PASSC_BENCH_PRELOAD") else {}
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()

# Each line of the list is a request: method, path and headers as NAME=VALUE. Each thread starts at
# a different line.
ASK = """
local requests = {}
local at, thread_count = 0, 0
function setup(thread)
  thread:set("number", thread_count)
  thread_count = thread_count + 1
end
function init(args)
  for line in io.lines(args[1]) do
    local words = {}
    for word in string.gmatch(line, "[^\\t]+") do words[#words + 1] = word end
    local headers = {}
    for index = 3, #words do
      local name, value = string.match(words[index], "^([^=]*)=(.*)$")
      headers[name] = value
    end
    requests[#requests + 1] = wrk.format(words[1], words[2], headers)
  end
  at = math.floor(#requests * number / tonumber(args[2]))
end
function request()
  at = at % #requests + 1
  return requests[at]
end
"""

# Each request is for a different device. Each line of the list is a path after the device, and a
# token.
REGISTER = """
local paths, tokens = {}, {}
local count, thread_count = 0, 0
function setup(thread)
  thread:set("number", thread_count)
  thread_count = thread_count + 1
end
function init(args)
  for line in io.lines(args[1]) do
    local path, token = string.match(line, "^([^\\t]*)\\t(.*)$")
    paths[#paths + 1] = path
    tokens[#tokens + 1] = "ApplePass " .. token
  end
  run = args[3]
end
function request()
  count = count + 1
  local at = count % #paths + 1
  local device = string.format("%s%02x%024x", run, number, count)
  return wrk.format("POST", "/v1/devices/" .. device .. paths[at],
    { Authorization = tokens[at], ["Content-Type"] = "application/json" },
    '{"pushToken":"' .. device .. device .. '"}')
end
"""


class Service:
    """passc serve, from its first line to its end."""

    def __init__(self, programs, folder, *options, database=None):
        self.folder = folder
        socket_path = f"{folder}/operators.sock"
        self.log = open(f"{folder}/service.log", "a")
        self.process = subprocess.Popen(
            [f"{programs}/passc", "serve", "--listen", "127.0.0.1:0", "--operators", f"unix:{socket_path}",
             "--database", database or f"{folder}/passes.sqlite", *options],
            cwd=folder, stdout=subprocess.PIPE, stderr=self.log, text=True, env={**os.environ, **PRELOADED})
        line = self.process.stdout.readline()
        if not line.startswith("serving http://127.0.0.1:"):
            sys.exit(f"the service does not start: {line}" + open(f"{folder}/service.log").read())
        self.port = int(line.split(":")[2].split(",")[0])
        self.socket_path = socket_path

    def end(self):
        self.process.terminate()
        if self.process.wait() != 0:
            sys.exit("the service did not end well: " + open(f"{self.folder}/service.log").read())
        self.process.stdout.close()
        self.log.close()

    def ask_operators(self, method, path, body=None):
        connection = http.client.HTTPConnection("localhost", timeout=60)
        connection.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        connection.sock.connect(self.socket_path)
        connection.request(method, path, body=body, headers={"Host": "localhost"})
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        return answer.status, text

    def operators(self, method, path, body=None):
        status, text = self.ask_operators(method, path, body)
        if status != 200:
            sys.exit(f"{method} {path} was answered {status}: {text}")
        return text

    def metric(self, name):
        found = re.search(rf"^{re.escape(name)} (\S+)$", self.operators("GET", "/metrics"), re.M)
        return float(found.group(1)) if found else 0

    def memory(self):
        """The most memory so far, in MB."""
        status = open(f"/proc/{self.process.pid}/status").read()
        return int(re.search(r"VmHWM:\s+(\d+)", status).group(1)) / 1024


class Nginx:
    """Ready files and an empty answer."""

    def __init__(self, folder, files):
        with socket.socket() as any:
            any.bind(("127.0.0.1", 0))
            self.port = any.getsockname()[1]
        pathlib.Path(f"{folder}/nginx.conf").write_text(
            f"""worker_processes {PROCESSORS}; daemon off; pid {folder}/nginx.pid; error_log {folder}/nginx.log;
{"user root;" if os.geteuid() == 0 else ""}
events {{ worker_connections 1024; }}
http {{
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;
  client_body_temp_path {folder}/nginx; proxy_temp_path {folder}/nginx; fastcgi_temp_path {folder}/nginx;
  uwsgi_temp_path {folder}/nginx; scgi_temp_path {folder}/nginx;
  server {{
    listen 127.0.0.1:{self.port};
    location /empty {{ return 204; }}
    location / {{ root {files}; default_type application/vnd.apple.pkpass; }}
  }}
}}
""")
        self.process = subprocess.Popen(["nginx", "-c", f"{folder}/nginx.conf", "-p", folder],
                                        stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        sys.exit("nginx does not answer: " + open(f"{folder}/nginx.log").read())

    def end(self):
        self.process.terminate()
        self.process.wait()


def ask_once(port, line, status, kept=None):
    """That a request of a list is answered as it should be, before many of them are counted."""
    method, path, *headers = line.split("\t")
    connection = kept or http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    connection.request(method, path, headers=dict(header.split("=", 1) for header in headers))
    answer = connection.getresponse()
    body = answer.read()
    if answer.status != status:
        sys.exit(f"{method} {path} was answered {answer.status}, not {status}")
    if not kept:
        connection.close()
    return answer, body


def wrk(port, script, seconds, *arguments, connections=CONNECTIONS):
    """Answers a second, the slowest of a hundred in milliseconds, and how many answers there were."""
    said = subprocess.run(
        ["wrk", "-t", str(PROCESSORS), "-c", str(connections), "-d", f"{seconds}s", "--timeout", "10s", "--latency",
         "-s", script, f"http://127.0.0.1:{port}", "--", *map(str, arguments)],
        check=True, capture_output=True, text=True).stdout
    if "Non-2xx" in said or "Socket errors" in said:
        sys.exit(said)
    late = re.search(r"99%\s+([\d.]+)(us|ms|s)", said)
    return (float(re.search(r"Requests/sec:\s+([\d.]+)", said).group(1)),
            float(late.group(1)) * {"us": 0.001, "ms": 1, "s": 1000}[late.group(2)],
            int(re.search(r"(\d+) requests in", said).group(1)))


def push_peer(folder):
    """nghttpd as a push service that takes everything, its certificate in push.pem, and its port."""
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                    "-keyout", f"{folder}/push.key", "-out", f"{folder}/push.pem"], check=True, capture_output=True)
    with socket.socket() as any:
        any.bind(("127.0.0.1", 0))
        port = any.getsockname()[1]
    # nghttpd writes the received data into files in /tmp. On a disk it would wait for the syncs of
    # the service. The keys may also be in /tmp, so they are opened before the new /tmp is mounted.
    keys = [os.path.abspath(f"{folder}/push.{name}") for name in ("key", "pem")]
    command = ["nghttpd", "--echo-upload", "-a", "127.0.0.1", str(port)]
    if os.geteuid() == 0:
        in_memory = 'exec 3<"$0" 4<"$1"; shift; mount -t tmpfs tmpfs /tmp && exec "$@" /dev/fd/3 /dev/fd/4'
        command = ["unshare", "--mount", "sh", "-c", in_memory, *keys, *command]
    else:
        command += keys
    peer = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for _ in range(100):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return peer, port
        except OSError:
            time.sleep(0.05)
    sys.exit("nghttpd does not answer")


class Bench:
    def __init__(self, programs, folder, runs, seconds):
        self.programs, self.folder, self.runs, self.seconds = programs, folder, runs, seconds
        self.key = open(f"{folder}/token.key").read() if os.path.exists(f"{folder}/token.key") else ""

    def token(self, serial):
        return hmac.new(bytes.fromhex(self.key), f"{TYPE}\0{serial}".encode(), hashlib.sha256).hexdigest()

    def serial(self, number):
        return f"B-{number + 1:010d}"

    def passc(self, *arguments):
        made = subprocess.run([f"{self.programs}/passc", *arguments], cwd=self.folder, capture_output=True, text=True,
                              env={**os.environ, **PRELOADED})
        if made.returncode != 0:
            sys.exit(f"passc {' '.join(arguments)}: {made.stderr[-2000:]}")

    # --- requests
    # ------------------------------------------------------------------------------------

    def prepare(self):
        folder = pathlib.Path(self.folder)
        folder.mkdir(parents=True, exist_ok=True)
        self.key = os.urandom(32).hex()
        (folder / "token.key").write_text(self.key)
        batch_card.write_template(folder / "card.pass", False)
        content = json.loads((folder / "card.pass/pass.json").read_text())
        content["webServiceURL"] = "https://passes.example.com/cards"
        (folder / "card.pass/pass.json").write_text(json.dumps(content, separators=(",", ":")))
        batch_card.write_rows(folder / "few.csv", PASSES)
        batch_card.write_rows(folder / "many.csv", ROWS)
        self.passc("issue", "card.pass", "--data", "few.csv", "--identity", IDENTITY, "--token-key", "token.key",
                   "-o", "out", "--ledger", "cards.ledger", "--progress", "none")
        (folder / "ask.lua").write_text(ASK)
        (folder / "register.lua").write_text(REGISTER)
        service = Service(self.programs, self.folder, "--ledger", "cards.ledger")
        self.register_some(service)
        service.end()
        # A second database with the passes of the table.
        service = Service(self.programs, self.folder, *self.table(), database=f"{self.folder}/table.sqlite")
        service.end()
        with open(f"{self.folder}/devices.jsonl", "w") as lines:
            for number in range(PUSHES):
                token = hashlib.sha256(b"device %d" % number).hexdigest()
                lines.write(json.dumps({"device": token[:32], "pushToken": token, "passType": TYPE,
                                        "serial": self.serial(number % PASSES)}) + "\n")
        shutil.copy(f"{self.folder}/passes.sqlite", f"{self.folder}/outbox.sqlite")
        self.passc("serve", "import", "devices.jsonl", "--database", "outbox.sqlite")

    def table(self):
        return ["--template", "card.pass", "--data", "many.csv", "--token-key", "token.key", "--identity", IDENTITY]

    def register_some(self, service):
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=30)
        for device in range(DEVICES):
            for place in range(PASSES_OF_A_DEVICE):
                serial = self.serial((device * 7 + place * 311) % PASSES)
                connection.request(
                    "POST", f"/v1/devices/{self.device(device)}/registrations/{TYPE}/{serial}",
                    body=json.dumps({"pushToken": self.device(device) * 2}),
                    headers={"Authorization": f"ApplePass {self.token(serial)}"})
                answer = connection.getresponse()
                answer.read()
                if answer.status not in (200, 201):
                    sys.exit(f"a registration was answered {answer.status}")
        connection.close()

    def device(self, number):
        return hashlib.sha256(f"phone {number}".encode()).hexdigest()[:32]

    def write(self, name, lines):
        path = f"{self.folder}/{name}"
        with open(path, "w") as out:
            out.write("\n".join(lines) + "\n")
        return path, lines[0]

    def lists(self, service):
        """The requests, each tried once: a list with nothing new, a list of all, a pass, a pass one has."""
        whole = [f"GET\t/v1/devices/{self.device(n)}/registrations/{TYPE}" for n in range(DEVICES)]
        _, body = ask_once(service.port, whole[0], 200)
        tag = json.loads(body)["lastUpdated"]
        gets = [f"GET\t/v1/passes/{TYPE}/{self.serial(n)}\tAuthorization=ApplePass {self.token(self.serial(n))}"
                for n in range(PASSES)]
        held = []
        connection = http.client.HTTPConnection("127.0.0.1", service.port, timeout=60)
        for line in gets:
            answer, body = ask_once(service.port, line, 200, connection)
            held.append(f"{line}\tIf-Modified-Since={answer.headers['Last-Modified']}")
        connection.close()
        asked = {
            "list, nothing new": (self.write("list", [f"{line}?passesUpdatedSince={tag}" for line in whole]), 204),
            "list, three passes": (self.write("whole", whole), 200),
            f"get, {len(body):,} bytes": (self.write("get", gets), 200),
            "get, 304": (self.write("held", held), 304),
        }
        for (_, line), status in asked.values():
            ask_once(service.port, line, status)
        return {name: path for name, ((path, _), _) in asked.items()}

    def nginx_lists(self, nginx):
        empty = self.write("empty", ["GET\t/empty"])
        files = self.write("files", [f"GET\t/{self.serial(n)}.pkpass" for n in range(PASSES)])
        ask_once(nginx.port, empty[1], 204)
        ask_once(nginx.port, files[1], 200)
        return {"nginx, empty 204": empty[0], "nginx, static file": files[0]}

    def register_list(self):
        return self.write("register", [
            f"/registrations/{TYPE}/{self.serial(n)}\t{self.token(self.serial(n))}" for n in range(PASSES)])[0]

    # --- runs
    # ----------------------------------------------------------------------------------------

    def ask(self, port, path):
        return wrk(port, f"{self.folder}/ask.lua", self.seconds, path, PROCESSORS)

    def register(self, port, path, run):
        return wrk(port, f"{self.folder}/register.lua", self.seconds, path, PROCESSORS, f"{run:06x}")

    def told(self, found, goals, unit="a second"):
        """Each kind with its median, and its share of what it is compared with."""
        medians = {name: statistics.median(rate for rate, _, _ in runs) for name, runs in found.items()}
        for name, runs in found.items():
            rates = [rate for rate, _, _ in runs]
            line = (f"  {name:24} {medians[name]:10,.0f} {unit} ({min(rates):,.0f} to {max(rates):,.0f}), "
                    f"99 of 100 within {statistics.median(late for _, late, _ in runs):.1f} ms")
            if name in goals:
                beside, goal = goals[name]
                share = medians[name] / medians[beside]
                line += f"; {share:.2f} of {beside} (goal {goal}{', missed' if share < goal else ''})"
            print(line, flush=True)
        return medians

    def serve(self, database, with_passes, title):
        service = Service(self.programs, self.folder, *(["--ledger", "cards.ledger"] if with_passes else []),
                          database=database)
        nginx = Nginx(self.folder, f"{self.folder}/out")
        try:
            if database:
                self.register_some(service)
            asked, beside = self.lists(service), self.nginx_lists(nginx)
            registering = self.register_list()
            found = {name: [] for name in [*beside, *asked, "register"]}
            if database:
                # Only the list has a goal there. The other results are printed for comparison.
                asked = {name: path for name, path in asked.items() if name != "list, three passes"}
                found.pop("list, three passes")
            for run in range(self.runs):
                for name, path in beside.items():
                    found[name].append(self.ask(nginx.port, path))
                for name, path in asked.items():
                    found[name].append(self.ask(service.port, path))
                found["register"].append(self.register(service.port, registering, int(time.time()) & 0xFFFFFF))
            kind = os.popen(f"stat -f -c %T {self.folder}").read().strip()
            print(f"{title}, {PROCESSORS} processors, {CONNECTIONS} connections, medians of {self.runs} "
                  f"turns of {self.seconds} s; on {kind}, {service.memory():.0f} MB at most")
            get = next(name for name in asked if name.startswith("get, ") and "bytes" in name)
            goals = {"list, nothing new": ("nginx, empty 204", 0.12 if database else 0.20)}
            if not database:
                goals |= {"list, three passes": ("nginx, empty 204", 0.20),
                          get: ("nginx, static file", 0.35), "get, 304": ("nginx, static file", 0.35)}
            medians = self.told(found, goals)
            if not database:
                late = statistics.median(late for _, late, _ in found["register"])
                fine = medians["register"] >= 5_000 and late < 100
                print(f"  registering: goal 5,000 a second, 99 of 100 within 100 ms: {'reached' if fine else 'missed'}")
        finally:
            nginx.end()
            service.end()

    def sqlite(self):
        self.serve(None, True, "SQLite")

    def postgres(self):
        with Postgres(self.folder) as address:
            self.serve(address, True, "PostgreSQL")

    def made(self):
        service = Service(self.programs, self.folder, *self.table(), database=f"{self.folder}/table.sqlite")
        try:
            gets = [f"GET\t/v1/passes/{TYPE}/{self.serial(n)}\tAuthorization=ApplePass {self.token(self.serial(n))}"
                    for n in range(ROWS)]
            # As many passes as the cache holds.
            few_path, line = self.write("cached", gets[:500])
            # None of the passes above, and more than one run makes. Each run starts at the first
            # one.
            many_path, _ = self.write("rows", gets[500:])
            ask_once(service.port, line, 200)
            name = 'passc_builds_total{outcome="made"}'
            rsa, made, cached, share_made = [], [], [], []
            for _ in range(self.runs):
                rsa.append(rsa_per_second(PROCESSORS, self.seconds))
                before = service.metric(name)
                made.append(self.ask(service.port, many_path))
                share_made.append((service.metric(name) - before) / made[-1][2])
                for line in gets[:500]:
                    ask_once(service.port, line, 200)
                cached.append(self.ask(service.port, few_path))
            limits = [1 / (1 / signed + 1 / rate) for signed, (rate, _, _) in zip(rsa, cached)]
            limit = 1 / (1 / statistics.median(rsa) + 1 / statistics.median(rate for rate, _, _ in cached))
            rate = statistics.median(rate for rate, _, _ in made)
            print(f"made when asked for, {PROCESSORS} processors, {CONNECTIONS} connections, medians of {self.runs} turns "
                  f"of {self.seconds} s; {service.memory():.0f} MB at most")
            print(f"  {rate:,.0f} a second, 99 of 100 within {statistics.median(late for _, late, _ in made):.1f} ms; "
                  f"{statistics.median(share_made):.2f} of the answers were made anew")
            print(f"  {statistics.median(rsa):,.0f} signatures a second, "
                  f"{statistics.median(r for r, _, _ in cached):,.0f} gets from memory; together {limit:,.0f}")
            shares = [r / l for (r, _, _), l in zip(made, limits)]
            print(f"  {rate / limit:.2f} of that, {min(shares):.2f} to {max(shares):.2f} in single turns (goal: 0.9)")
        finally:
            service.end()

    def outbox(self):
        """The whole way of a push: out of the outbox, over one connection to nghttpd, and out of the database."""
        folder = self.folder
        peer, port = push_peer(folder)
        service = Service(self.programs, folder, "--ledger", "cards.ledger", "--identity", IDENTITY, "--push",
                          f"127.0.0.1:{port}", "--push-trust", "push.pem", database=f"{folder}/outbox.sqlite")
        try:
            rates = []
            for _ in range(self.runs):
                before = service.metric('passc_pushes_total{outcome="delivered"}')
                wanted = json.loads(service.operators("POST", "/push", '{"all": true}'))["pushes"]
                begun = time.monotonic()
                while (count := service.metric('passc_pushes_total{outcome="delivered"}') - before) < wanted:
                    time.sleep(0.05)
                rates.append(count / (time.monotonic() - begun))
            print(f"pushes from the outbox to nghttpd, {PUSHES:,} at a time, medians of {self.runs}: "
                  f"{statistics.median(rates):,.0f} a second ({min(rates):,.0f} to {max(rates):,.0f}; goal 4,000)")
        finally:
            service.end()
            peer.terminate()
            peer.wait()


class Postgres:
    """A server of its own at a socket, with everything synced as it comes."""

    def __init__(self, folder):
        self.folder = f"/tmp/passc-bench-postgres-{os.getpid()}"
        programs = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
        if not programs:
            sys.exit("PostgreSQL is missing (apt-get install postgresql)")
        self.programs = programs[0]
        # PostgreSQL does not run as root.
        self.as_user = (["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
                        if os.geteuid() == 0 else [])

    def run(self, program, *arguments):
        made = subprocess.run([*self.as_user, str(self.programs / program), *arguments], cwd="/", capture_output=True,
                              text=True)
        if made.returncode != 0:
            sys.exit(f"{program}: {made.stderr}")

    def __enter__(self):
        os.mkdir(self.folder, 0o700)
        if self.as_user:
            shutil.chown(self.folder, "postgres", "postgres")
        self.run("initdb", "-D", f"{self.folder}/data", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--locale=C")
        self.process = subprocess.Popen(
            [*self.as_user, str(self.programs / "postgres"), "-D", f"{self.folder}/data", "-c", "listen_addresses=",
             "-c", f"unix_socket_directories={self.folder}", "-c", "logging_collector=off"],
            cwd="/", stdout=subprocess.DEVNULL, stderr=open("/dev/null", "w"))
        for _ in range(200):
            ready = subprocess.run([str(self.programs / "pg_isready"), "-q", "-h", self.folder])
            if ready.returncode == 0:
                break
            time.sleep(0.05)
        self.run("createdb", "-h", self.folder, "-U", "postgres", "passes")
        return f"postgres://postgres@/passes?host={self.folder}"

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder)


def main():
    programs, folder, part = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), sys.argv[3]
    bench = Bench(programs, folder, int(sys.argv[4]) if len(sys.argv) > 4 else 5,
                  int(sys.argv[5]) if len(sys.argv) > 5 else 3)
    {"prepare": bench.prepare, "sqlite": bench.sqlite, "postgres": bench.postgres, "made": bench.made,
     "outbox": bench.outbox}[part]()


if __name__ == "__main__":
    main()
