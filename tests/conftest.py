"""What all tests share: in CI property tests try the same examples every time, and tests in real time have a
second try, because a busy machine may make them late."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

HERE = Path(__file__).parent
REAL_TIME = (HERE / "hardware", HERE / "system")

# A busy machine is slow, and that is no fault of an example.
settings.register_profile("default", deadline=None)
settings.register_profile("ci", derandomize=True, print_blob=True, deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "default")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if os.environ.get("CI"):
        for item in items:
            if any(folder in item.path.parents for folder in REAL_TIME):
                item.add_marker(pytest.mark.flaky(reruns=2))
