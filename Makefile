# `make run` does the main job, `make test` passes the tests; each sets up all it needs.
PYTHON ?= python3.11
VENV   ?= .venv
# Pinned for a reason: a looser request takes the newest build, with gigabytes for GPUs.
TORCH  ?= torch==2.13.0
BIN    := $(VENV)/bin
# Others that E3 is for. Torch is left out there: its builds for them are those with the gigabytes.
PYTHONS ?= python3.12 python3.13
# Two processes, and who has done all takes over what the other has not begun.
TWO    := -n 2 --dist worksteal
INSTALL := pip install --quiet --disable-pip-version-check

.PHONY: run test lint format docs lowest pythons ray lock clean

run: $(VENV)/.run
	@$(BIN)/e3 serve

test: $(VENV)/.dev lint
	@# The pages are tried in a real browser where there is one; elsewhere these tests are skipped.
	@command -v chromium chromedriver >/dev/null \
	  || apt-get install -qq -y chromium chromium-driver >/dev/null 2>&1 || true
	$(BIN)/pytest $(TWO)

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

format: $(VENV)/.dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/.dev
	$(BIN)/python docs/make_reference.py
	$(BIN)/python docs/make_figures.py
	$(BIN)/python docs/make_house.py
	$(BIN)/python docs/make_results.py
	$(BIN)/python tools/make_samples.py

# Old packages warn of each other, which is not for us to mend.
lowest:
	$(PYTHON) -m venv --clear $(VENV)-lowest
	$(VENV)-lowest/bin/$(INSTALL) '$(TORCH)'
	$(PYTHON) tools/lowest_versions.py | sed 's/^torch==.*/$(TORCH)/' >$(VENV)-lowest/constraints.txt
	$(VENV)-lowest/bin/$(INSTALL) -c $(VENV)-lowest/constraints.txt -e '.[dev]'
	$(VENV)-lowest/bin/pytest $(TWO) -W ignore::DeprecationWarning

pythons:
	@tried=; for python in $(PYTHONS); do \
	  $$python --version || continue; \
	  venv=$(VENV)-$$(basename $$python); tried=yes; \
	  $$python -m venv --clear $$venv && $$venv/bin/$(INSTALL) -e '.[test]' \
	    && $$venv/bin/pytest $(TWO) || exit 1; \
	done; test -n "$$tried" || { echo 'None of $(PYTHONS) is here: name others by PYTHONS=.'; exit 1; }

# No torch: the reader that ships needs none.
ray:
	$(PYTHON) -m venv $(VENV)-ray
	$(VENV)-ray/bin/$(INSTALL) -e '.[ray,test]'
	$(VENV)-ray/bin/pytest tests/test_cluster.py

# A build of torch for CPUs says so in its version, and can't be had everywhere.
lock:
	$(PYTHON) -m venv --clear $(VENV)-lock
	$(VENV)-lock/bin/$(INSTALL) '$(TORCH)'
	$(VENV)-lock/bin/$(INSTALL) -e '.[dev]'
	echo '# Written by `make lock`.' >requirements-dev.lock
	$(VENV)-lock/bin/pip freeze --exclude-editable | sed 's/+cpu$$//' >>requirements-dev.lock

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run: $(BIN)/python pyproject.toml requirements-dev.lock
	$(BIN)/$(INSTALL) -c requirements-dev.lock -e '.[serve]'
	@touch $@

$(VENV)/.dev: $(BIN)/python pyproject.toml requirements-dev.lock
	$(BIN)/$(INSTALL) '$(TORCH)'
	$(BIN)/$(INSTALL) -c requirements-dev.lock -e '.[dev]'
	@touch $@ $(VENV)/.run

clean:
	rm -rf $(VENV) $(VENV)-* build dist .mypy_cache .pytest_cache .ruff_cache
