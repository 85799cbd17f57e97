"""The schema: as committed, as documented, and as the server behaves under whatever is sent to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tablee.table.commands import COMMANDS, tag
from tablee.web.messages import Message
from tablee.web.schema import schema

from .devices import API, Device

DOCS = Path(__file__).parents[2] / "docs"
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
)
ELSEWHERE = ("delete_campaign", "sign_out")  # they would end the game for all the others


def test_the_committed_schema_is_the_one_that_is_served(http: httpx.Client) -> None:
    """After a change on purpose: `make openapi`."""
    committed = (DOCS / "openapi.json").read_text("utf-8")
    assert json.loads(committed) == http.get(f"{API}/openapi.json").json()
    assert committed == schema()


def test_every_route_command_and_message_is_in_the_manual() -> None:
    manual, paths = (DOCS / "api.md").read_text("utf-8"), json.loads(schema())["paths"]
    for path, operations in paths.items():
        for method in operations:
            assert f"`{method.upper()} {path.removeprefix(API)}`" in manual, (method, path)
    for command in COMMANDS:
        assert f"`{tag(command)}`" in manual, command
    for message in Message.__args__:
        assert f"`{message.__struct_config__.tag}`" in manual, message


@pytest.fixture(scope="session")
def player(url: str) -> Device:
    """A game master with a game under way."""
    gm = Device(httpx.Client(base_url=url, timeout=60)).create("fluid")
    gm.do("new_draft")
    gm.do("start_encounter", ready="demo")
    return gm


SCHEMA = schemathesis.openapi.from_dict(json.loads(schema()))
OPERATIONS = {found.ok().label: found.ok() for found in SCHEMA.get_all_operations()}


@pytest.mark.parametrize("mode", list(GenerationMode))
@pytest.mark.parametrize("label", OPERATIONS)
def test_no_request_meets_a_fault_or_an_answer_that_is_not_documented(label: str, mode: Any, player: Device) -> None:
    operation = OPERATIONS[label]
    ours = operation.definition.raw["operationId"] not in ELSEWHERE
    headers = {"X-Tablee": "1", **(player.cookie if ours else {})}

    @settings(max_examples=80 if "/commands" in label else 12, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        if ours and "campaign" in (case.path_parameters or {}):
            case.path_parameters["campaign"] = player.campaign
        case.validate_response(case.call(str(player.http.base_url), headers=headers), checks=CHECKS)

    try:
        send()
    except Unsatisfiable:  # nothing can be wrong in a request without parameters
        assert mode is GenerationMode.NEGATIVE
