"""reStructuredText, with Sphinx's directives and roles."""

from epigraph.text.markup.scan import SOFT_BREAK, URL, Rules, emphasis, escaped, part, scanner, vanish

# directives whose body is prose; every other one, and a comment, goes with its indented body
_PROSE = (
    "note|warning|tip|hint|important|caution|attention|danger|error|admonition|epigraph|highlights|pull-quote|"
    "compound|container|topic|sidebar|seealso|versionadded|versionchanged|deprecated|rubric|centered|glossary|todo"
)
_CODE_ROLES = (
    "math|code|literal|samp|kbd|file|command|program|class|func|meth|mod|attr|data|obj|exc|envvar|option|eq|"
    "numref|index|cite[a-z:]*|(?:py|c|cpp|js|rst|std):[a-z]+"
)
_BODY = r"(?:\n(?:[ \t]*(?=\n|\Z)|(?P=indent)[ \t]+\S.*+))*+"

_LINES: Rules = (
    (rf"[ \t]*\.\.[ \t]+(?:{_PROSE})::", part),
    (r"[ \t]*\.\.[ \t]+\[[^\[\]\n]++\](?=[ \t\n])", part),
    (rf"(?P<indent>[ \t]*)\.\.(?=[ \t\n]|\Z).*+{_BODY}", part),
    (r"[ \t]*__(?=[ \t]).*+", part),
    (r"[ \t]*:[^\s:`][^:`\n]*+:(?=[ \t]|$).*+", part),
    (r"[ \t]*>>>[ \t].*+(?:\n[ \t]*\S.*+)*+", part),
    (r"[ \t]*(?P<under>[!-/:-@\[-`{-~])(?P=under){2,}[ \t]*$", part),
    (r"[ \t]*(?:\+[-=+]++|=++(?:[ \t]+=++)++)[ \t]*$", part),
    (r"[ \t]*(?:[-*+•]|\(?(?:[0-9]{1,9}|#)[.)])(?=[ \t])", part),
)

_INLINE: Rules = (
    # a literal block: "::", a blank line, then all that is indented like its first line
    (
        r"::[ \t]*\n(?:[ \t]*\n)++(?P<literal>[ \t]+)\S.*+(?:\n(?:[ \t]*(?=\n|\Z)|(?P=literal).*+))*+",
        part,
    ),
    (r"\\[\[\]\s]", vanish),
    (r"\\.", escaped),
    (rf"``(?:[^`\n]|{SOFT_BREAK}|`(?!`))*+``", part),
    (rf":(?:{_CODE_ROLES}):`(?:[^`\n]|{SOFT_BREAK})*+`", part),
    (r":(?:[\w+.-]++:){1,3}(?=`)", vanish),
    (r"<[^<>`\n]*+>`_{0,2}", vanish),
    (r"`_{0,2}", vanish),
    (r"\[[^\[\]\n]++\]_{1,2}(?!\w)", vanish),
    (r"\|(?=[^\s|])[^|\n]*+(?<=[^\s])\|_{0,2}", part),
    (r"\|", part),
    (r"\*++", vanish),
    (emphasis("_"), vanish),
    (URL, part),
)

restructuredtext = scanner(_LINES, _INLINE)
