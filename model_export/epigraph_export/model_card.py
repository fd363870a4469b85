"""The model card that lies beside a bundle, for its readers."""

from epigraph.model.bundle import Bundle

MODEL_CARD = "MODEL_CARD.md"
_UNIT = {"en": "words", "zh": "characters"}


def model_card(bundle: Bundle) -> str:
    """Return MODEL_CARD.md: base, licence, data, metrics, limits."""
    manifest, memory = bundle.manifest, bundle.memory
    metrics = "\n".join(f"| {name} | {value:g} |" for name, value in manifest.metrics.items())
    context, quote, unit = manifest.context, manifest.quote, _UNIT[manifest.language]
    return f"""# {manifest.name} {manifest.version}

Ranks quotations for the words around a gap. Part of Epigraph; runs offline in ONNX Runtime.

- Base model: {manifest.base_model}
- Licence: {manifest.licence}
- Language: {manifest.language}
- Data: {manifest.data}
- Context: {context.window} {unit} a side, at most {context.max_tokens} tokens, pooling {context.pooling}
- Quotation: {" + ".join(quote.fields)}, at most {quote.max_tokens} tokens, pooling {quote.pooling}
- Vectors: {manifest.dimension} dimensions; {len(bundle.rows)} quotations ship with theirs
- Known uses: {len(memory.rows)} contexts of {len(set(memory.rows.tolist()))} quotations that were found, and
  {len(memory.written)} of {len(set(memory.written.tolist()))} that were written; as vectors and terms, no text
- Precision: {manifest.precision}

| metric | value |
|---|---|
{metrics}

`cosine_export` is the worst cosine between the exported graph and the PyTorch module, `cosine_int8` the mean cosine
between the graph in int8 and before, both over quotations of the collection and contexts.

## Limits

A score is a probability only as far as the weights of the channels were learned; else it says no more than which
quotation fits better than another. The model knows nothing of facts or of authorship: texts and attributions come
from the collection alone. It inherits the biases of its base model and of the books that the quotations come from.
"""
