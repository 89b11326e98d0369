# From native/ops/*/op.json by tools/gen.ts. Do not edit.
from __future__ import annotations

import builtins
from typing import Any, List, Mapping, Optional, Sequence, Union

from ....data_node import DataNode
from ....video_input import video as video
