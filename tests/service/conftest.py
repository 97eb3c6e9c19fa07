from collections.abc import Iterator

import pytest

from elderzoo import envs
from elderzoo.agents.service.core.service import Service
from elderzoo.benchmarks.yardsticks.kuhn import SPEC as KUHN

from .support import Client, settings


@pytest.fixture(scope="session", autouse=True)
def kuhn() -> None:
    """Most tests are about the smallest game. Other folders look at what is registered while tests are collected."""
    envs.register(KUHN)


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    """A service for Kuhn poker that keeps nothing."""
    made = Service(settings())
    made.warm()
    yield made
    made.stop()


@pytest.fixture
def client(service: Service) -> Client:
    return Client(service)
