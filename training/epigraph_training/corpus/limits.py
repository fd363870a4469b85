"""How many contexts a quotation has: enough to learn from, and not so many that it drowns the others."""

import heapq
from collections import defaultdict
from collections.abc import Iterable

from epigraph_training.corpus.pair import Pair


def sampled(pairs: Iterable[Pair], most: int, seed: int) -> list[Pair]:
    """Return at most so many pairs of each quotation, drawn by lot, holding no more than that in memory."""
    heaps: dict[str, list[tuple[int, Pair]]] = defaultdict(list)
    for pair in pairs:
        heap = heaps[pair.quote_id]
        item = (-int.from_bytes(pair.lot(seed)), pair)  # the greatest lot is on top
        if len(heap) < most:
            heapq.heappush(heap, item)
        else:
            heapq.heappushpop(heap, item)
    return sorted(pair for heap in heaps.values() for _, pair in heap)


def with_at_least(pairs: Iterable[Pair], least: int) -> list[Pair]:
    """Return the pairs of the quotations that have so many."""
    by_quote: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_quote[pair.quote_id].append(pair)
    return sorted(pair for group in by_quote.values() if len(group) >= least for pair in group)
