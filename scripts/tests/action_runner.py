#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the steps of a composite action as a runner of GitHub does.

    scripts/tests/action_runner.py ACTION.yml RUNNER_FOLDER [--repository OWNER/NAME] [--ref REF]
        [INPUT=VALUE...]

RUNNER_FOLDER has the runner's temp, its tools and its cache, which stay for the next run. Steps see
the variables that a runner sets, and outputs, paths and conditions work. `actions/cache` is the only
action it knows. Exits with the code of the first step that fails.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys

import yaml


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("action", type=pathlib.Path)
    parser.add_argument("runner", type=pathlib.Path)
    parser.add_argument("--repository", default="")
    parser.add_argument("--ref", default="")
    parser.add_argument("inputs", nargs="*")
    options = parser.parse_intermixed_args()
    sys.exit(Run(options).code())


class Run:
    def __init__(self, options):
        self.action = yaml.safe_load(options.action.read_text())
        self.runner = options.runner.resolve()
        shutil.rmtree(self.runner / "temp", ignore_errors=True)
        for folder in "temp", "tools", "cache":
            (self.runner / folder).mkdir(parents=True, exist_ok=True)
        self.values = {
            "github.action_path": str(options.action.resolve().parent),
            "github.action_repository": options.repository,
            "github.action_ref": options.ref,
        }
        for name, declared in self.action["inputs"].items():
            self.values[f"inputs.{name}"] = declared.get("default", "")
        for given in options.inputs:
            name, _, value = given.partition("=")
            if f"inputs.{name}" not in self.values:
                sys.exit(f"the action has no input {name}")
            self.values[f"inputs.{name}"] = value
        self.environment = dict(os.environ)
        self.environment.update(
            CI="true", GITHUB_ACTIONS="true", GITHUB_REPOSITORY="user/passes", RUNNER_OS="Linux",
            RUNNER_ARCH={"x86_64": "X64", "aarch64": "ARM64"}[os.uname().machine],
            RUNNER_TEMP=str(self.runner / "temp"), RUNNER_TOOL_CACHE=str(self.runner / "tools"))

    def code(self):
        after = []
        for step in self.action["runs"]["steps"]:
            if "if" in step and not self.holds(step["if"]):
                continue
            code = self.script(step) if "run" in step else self.cache(step, after)
            if code:
                return code
        for save in after:
            save()
        return 0

    def holds(self, condition):
        name, operator, text = re.fullmatch(r"(\S+) (==|!=) '(.*)'", condition).groups()
        return (self.value(name) == text) == (operator == "==")

    def value(self, name):
        # An output that a step did not write is empty. Anything else must exist.
        return self.values.get(name, "") if name.startswith("steps.") else self.values[name]

    def filled(self, text):
        return re.sub(r"\$\{\{ *(\S+) *\}\}", lambda match: self.value(match.group(1)), str(text))

    def script(self, step):
        assert step["shell"] == "bash" and "${{" not in step["run"], step
        file = self.runner / "temp/step.sh"
        output, path = self.runner / "temp/output", self.runner / "temp/path"
        file.write_text(step["run"])
        output.write_text("")
        path.write_text("")
        environment = self.environment | {
            name: self.filled(value) for name, value in step.get("env", {}).items()}
        environment.update(GITHUB_OUTPUT=str(output), GITHUB_PATH=str(path))
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", file], env=environment,
            stdin=subprocess.DEVNULL)
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            self.values[f"steps.{step['id']}.outputs.{name}"] = value
        for line in path.read_text().splitlines():
            self.environment["PATH"] = f"{line}:{self.environment['PATH']}"
        return done.returncode

    def cache(self, step, after):
        assert step["uses"].startswith("actions/cache@"), step
        folder = pathlib.Path(self.filled(step["with"]["path"]))
        kept = self.runner / "cache" / self.filled(step["with"]["key"])
        # A hosted runner is new, so only the cache keeps what a job has downloaded.
        shutil.rmtree(folder, ignore_errors=True)
        if kept.is_dir():
            shutil.copytree(kept, folder)
        else:
            after.append(lambda: shutil.copytree(folder, kept))
        return 0


main()
