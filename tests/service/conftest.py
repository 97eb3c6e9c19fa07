from collections.abc import Iterator

import pytest

from elderzoo.agents.service.core.service import Service

from .support import Client, settings


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
