"""Make that of a quotation no use is known tell nothing of whether it is the right one, while a fusion learns.

Sayings that were held out of training are right about as often as others that texts use. But the quotations that no
text uses have contexts that were written for them: those held out would be the only ones without known uses, and a
fusion would learn that to have none is a sign of being right. So the same share of the quotations that no text uses
is taken to have none either.
"""

from collections.abc import Set as AbstractSet

import numpy as np

from epigraph.quotes.collection import Collection
from epigraph_training.corpus.pair import lot
from epigraph_training.evaluation.channels import Channels
from epigraph_training.evaluation.trial import saying_of

_OF_USES = ("memory", "written", "known", "usage", "beside")
_SEED = 1


def with_withheld(channels: Channels, collection: Collection, in_use: AbstractSet[str]) -> Channels:
    """Return the channels as they are without the known uses of some sayings that no text uses, drawn by their name."""
    if "known" not in channels:
        return channels
    known = {quote.saying for quote, has in zip(collection, channels["known"][0], strict=True) if has}
    used = {saying_of(collection, quote_id) for quote_id in in_use}
    silent = sorted(known - used, key=lambda saying: lot(_SEED, "withheld", saying))
    withheld = set(silent[: round(len(silent) * len(used - known) / max(1, len(used)))])
    rows = np.array([row for row, quote in enumerate(collection) if quote.saying in withheld], dtype=np.intp)
    changed = {name: scores.copy() if name in _OF_USES else scores for name, scores in channels.items()}
    for name in _OF_USES:
        if name in changed:
            changed[name][:, rows] = 0
    lone = 1 - changed["known"]
    return {**changed, "lone_semantic": channels["semantic"] * lone, "lone_lexical": channels["lexical"] * lone}
