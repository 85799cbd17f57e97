"""Where a request comes from: what it says of that itself counts from named proxies alone."""

from __future__ import annotations

import httpx
import pytest

from tablee.cli import main
from tablee.web.settings import Rate, Rates, Settings

from .devices import API, Device, server, tablee_serve

TRYING = Rates(trying=Rate(3, 0.001))
SECRET = {"secret": "deviné"}


def tries(http: httpx.Client, hops: list[str]) -> list[int]:
    """What is answered to guesses, each said to come by way of these."""
    headers = [{"X-Tablee": "1", "X-Forwarded-For": each} for each in hops]
    return [http.post(f"{API}/invitation", json=SECRET, headers=each).status_code for each in headers]


@pytest.mark.parametrize("proxies", [(), ("10.0.0.1", "192.168.0.0/16")])
def test_nobody_gets_more_tries_by_saying_that_he_is_others(proxies: tuple[str, ...]) -> None:
    with server(Settings(rates=TRYING, proxies=proxies)) as url, httpx.Client(base_url=url) as http:
        assert tries(http, [f"198.51.100.{n}" for n in range(5)]) == [404, 404, 404, 429, 429]


def test_behind_a_named_proxy_everybody_has_tries_of_his_own() -> None:
    with server(Settings(rates=TRYING, proxies=("127.0.0.0/8",))) as url, httpx.Client(base_url=url) as http:
        assert tries(http, [f"198.51.100.{n}" for n in range(5)]) == [404] * 5
        assert tries(http, [f"{made_up}, 198.51.100.9" for made_up in "abcde"]) == [404, 404, 404, 429, 429]


@pytest.mark.parametrize(("options", "secure"), [((), False), (("--proxy", "127.0.0.1", "--proxy", "::1"), True)])
def test_the_cookie_is_for_https_alone_where_the_proxy_says_so(
    options: tuple[str, ...], secure: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = tmp_path_factory.mktemp("data")
    with tablee_serve("--data", str(data), *options) as url, httpx.Client(base_url=url) as http:
        made = Device(http).ask(
            "POST", "/campaigns", {"game": "fluid", "name": "Marie"}, {"X-Forwarded-Proto": "https"}
        )
        assert made.status_code == 201
        assert ("secure" in made.headers["set-cookie"].lower()) is secure


@pytest.mark.parametrize("proxy", ["*", "", "caddy.local", "127.0.0.1:80", "10.0.0.1/8"])
def test_a_proxy_is_named_by_its_address(proxy: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--proxy", proxy]) == 2
    assert "127.0.0.1" in capsys.readouterr().err
