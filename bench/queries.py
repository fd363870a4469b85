"""What is asked: contexts written for training, and one of each language of usual length."""

import json
from importlib.resources import files

from epigraph.text.query import Language, Query

USUAL: dict[Language, Query] = {
    "en": Query(
        "en",
        "You wrote that the first business failed, that the second is failing, and that your brother has begun to call "
        "you stubborn. A bridge is not built on the day it opens, and nobody counts the piles that sank.",
        "So keep the workshop one more winter, and let the neighbours talk. What you lack is not talent but sleep.",
    ),
    "zh": Query(
        "zh",
        "上个月我数学考砸了，躲在房间里不肯出来。爷爷没有讲大道理，只给我看了他年轻时修水渠的照片：山是一锤一锤凿开的",
        "我忽然觉得那张卷子没有那么可怕了。中秋那天，在国外念书的姐姐没能回来。月亮很圆，爷爷端着茶站在院子里",
    ),
}


def written(number: int) -> list[Query]:
    """Return English contexts that were written for training, spread over all of them."""
    text = (files("epigraph_training") / "data" / "contexts" / "en" / "1.jsonl").read_text(encoding="utf-8")
    lines = text.splitlines()
    records = (json.loads(line) for line in lines[:: len(lines) // number])
    return [Query("en", record["left"], record["right"]) for record in records][:number]
