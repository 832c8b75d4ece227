#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows every script in a workflow or action to shellcheck, as the shell GitHub starts sees it.

scripts/packages/workflow_scripts.py FILE...
"""

import subprocess
import sys

from ruamel.yaml import YAML

failed = seen = 0
for path in sys.argv[1:]:
    with open(path) as file:
        workflow = YAML(typ="safe").load(file)
    # A composite action has one list of steps.
    jobs = workflow["jobs"] if "jobs" in workflow else {"action": workflow["runs"]}
    for name, job in jobs.items():
        for step in job["steps"]:
            if "run" not in step:
                continue
            seen += 1
            if "${{" in step["run"]:
                print(f"{path}: {name}: values go into scripts through env alone", file=sys.stderr)
                failed += 1
            script = "#!/bin/bash -e\n" + step["run"]
            said = subprocess.run(
                ["shellcheck", "-"], input=script, text=True, capture_output=True)
            if said.returncode != 0:
                print(f"{path}: {name}: {step.get('name', step['run'])}\n{said.stdout}", file=sys.stderr)
                failed += 1
if not seen:
    sys.exit("no scripts found")
sys.exit(1 if failed else 0)
