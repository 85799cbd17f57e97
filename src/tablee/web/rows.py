"""What is sent as a row in the schema of the API: `["n", "jorg", "Jorg"]`, not an object with three keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

if TYPE_CHECKING:
    from litestar._openapi.schema_generation import SchemaCreator


class Rows(OpenAPISchemaPlugin):
    """Describes structs that are `array_like` as msgspec writes them: the tag, then the fields in their order."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        kind = field_definition.type_
        return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__struct_config__.array_like

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        kind: type[msgspec.Struct] = field_definition.type_
        hints: dict[str, Any] = field_definition.get_type_hints(include_extras=True)
        tag = kind.__struct_config__.tag
        row = [*([] if tag is None else [Literal[tag]]), *(hints[field] for field in kind.__struct_fields__)]
        fields = map(FieldDefinition.from_annotation, row)
        return Schema(type=OpenAPIType.ARRAY, prefix_items=[schema_creator.for_field_definition(f) for f in fields])
