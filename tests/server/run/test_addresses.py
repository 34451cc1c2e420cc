"""Where a server is found."""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from support.patience import PATIENCE
from tianxia.server.run.addresses import address_of, is_open, neighbour_addresses


def test_a_server_for_this_machine_has_no_neighbours() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert address_of(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}/"
        assert not is_open(listening)
        assert neighbour_addresses(listening) == []


def test_others_find_a_server_that_listens_everywhere_at_an_address_of_this_machine() -> None:
    with socket.create_server(("0.0.0.0", 0)) as listening:
        assert address_of(listening) == f"http://127.0.0.1:{listening.getsockname()[1]}/"
        assert is_open(listening)
        for address in neighbour_addresses(listening):
            host = str(urlsplit(address).hostname)
            assert not ip_address(host).is_loopback
            socket.create_connection((host, listening.getsockname()[1]), timeout=PATIENCE).close()
