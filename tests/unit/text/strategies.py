"""Texts for property tests: any Unicode, and texts full of what the formats take for markup."""

from hypothesis import strategies as st

FRAGMENTS = (
    "word", "Two words", "中文", "，", "。", "“", "”", "'", '"', "[Quote]", "[引用：希望]", "[", "]", "(", ")",
    "](x)", "{", "}", "$", "$$", "`", "``", "```", "~~~", "*", "**", "_", "__", "#", "##", "#f(", "#emph[",
    "\\", "\\[", "\\]", "\\emph{", "\\begin{equation}", "\\end{equation}", "\\begin{document}", "%",
    "<!--", "-->", "<b>", "</b>", "<pre>", "&amp;", "&", ".. note::", "::", ":ref:", "|", "----", "====",
    "....", "+++", "---", "#+begin_src", "#+end_src", ":END:", ":a:", "//", "/*", "*/", "@a", "<<", ">>",
    "> ", "- ", "1. ", "= ", "\n", "\n\n", "\r\n", "\r", "\t", " ", "\u2028", "\x00", "\ud800", "\u2060",
    "😀", "é", "\ufeff",
)  # fmt: skip

any_text = st.text(st.characters(), max_size=80)  # st.characters() has lone surrogates too
markup_text = st.lists(st.sampled_from(FRAGMENTS), max_size=30).map("".join)
texts = st.one_of(any_text, markup_text)
