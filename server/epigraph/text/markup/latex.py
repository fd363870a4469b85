"""LaTeX: the text of a document's body, with the braces' text of commands that only dress it."""

from epigraph.text.markup.scan import DASHES, SOFT_BREAK, Rules, becomes, escaped, part, scanner, vanish

_OPTION = r"\[[^\[\]\n]*+\]"
_ARGUMENTS = rf"(?:{_OPTION}|\{{[^{{}}]*+(?:\{{[^{{}}]*+(?:\{{[^{{}}]*+\}}[^{{}}]*+)*+\}}[^{{}}]*+)*+\}})*+"

# environments whose body is code, mathematics or drawing
_NO_PROSE = (
    "verbatim|Verbatim|lstlisting|minted|comment|filecontents|tikzpicture|pgfpicture|algorithm|algorithmic|"
    "equation|align|alignat|flalign|gather|multline|eqnarray|displaymath|math|thebibliography"
)
_NO_PROSE_BODY = (
    rf"\\begin\{{(?P<env>(?:{_NO_PROSE})\*?)\}}"
    r"[^\\]*+(?:\\(?!(?:begin|end)\{(?P=env)\})[^\\]*+)*+\\end\{(?P=env)\}"
)
# commands whose arguments are names, sizes or definitions
_NO_TEXT = (
    "[a-zA-Z]*cite[a-zA-Z]*|[a-zA-Z]*ref|label|index|glsadd|hypertarget|includegraphics|includepdf|input|include|"
    "url|path|usepackage|documentclass|bibliography|bibliographystyle|addbibresource|printbibliography|"
    "[hv]space|setlength|addtolength|setcounter|addtocounter|(?:re)?new(?:command|environment|length|counter)|"
    "providecommand|def|let|definecolor|color|pagestyle|thispagestyle|graphicspath|lstset|hyphenation|"
    "tikzset|tikz|ce|si|SI|num|qty|rule|fontsize|selectfont|lstinline|mintinline|ensuremath|bibitem|vskip|hskip"
)
# commands that dress a word, or part of one
_DRESS = (
    "emph|enquote|underline|uline|mbox|text(?:bf|it|tt|sc|sf|sl|rm|up|md|normal|quote)|uppercase|lowercase|"
    "MakeUppercase|MakeLowercase|(?:foreignlanguage|textcolor)\\{[^{}\n]*\\}|[cvuHkrdb](?=\\{)"
)

_LINES: Rules = ((r"\A[\s\S]*?\\begin\{document\}", part),)

_INLINE: Rules = (
    (r"%.*+", part),
    (r"\\end\{document\}[\s\S]*+", part),
    (_NO_PROSE_BODY, part),
    (
        rf"\\begin\{{(?:tabular[xy*]?|longtable|array|minipage|multicols|figure|table|wrapfigure)\*?\}}{_ARGUMENTS}",
        part,
    ),
    (rf"\\(?:begin|end)\{{[^{{}}\n]*+\}}(?:{_OPTION})?", part),
    (r"\\(?:verb|lstinline)\*?(?P<verb>[^\w\s{*\[])[^\n]{0,200}?(?P=verb)", part),
    (rf"\$\$(?:[^$\\\n]|{SOFT_BREAK}|\\.|\$(?!\$))*+\$\$", part),
    (rf"\$(?:[^$\\\n]|{SOFT_BREAK}|\\.)++\$", part),
    (rf"\\\((?:[^\\\n]|{SOFT_BREAK}|\\(?![()]))*+\\\)", part),
    (rf"\\\[(?:[^\\\n]|{SOFT_BREAK}|\\(?![\[\]]))*+\\\]", part),
    (rf"\\(?:{_NO_TEXT})(?![a-zA-Z])\*?{_ARGUMENTS}", part),
    (rf"\\(?:{_DRESS})(?![a-zA-Z])\*?(?:{_OPTION})?", vanish),
    (r"\\[ij](?![a-zA-Z])", escaped),
    (rf"\\[a-zA-Z@]++\*?(?:{_OPTION})*+", part),
    (rf"\\\\\*?(?:{_OPTION})?", part),
    (r"\\[&%$#_{}]", escaped),
    (r"\\[-/'\"`^~=.\[\]()]", vanish),
    (r"\\.", part),
    (r"``|''|[`']", becomes({"``": "“", "''": "”", "`": "‘", "'": "’"})),
    DASHES,
    (r"[{}]", vanish),
    (r"[~&]", part),
)

latex = scanner(_LINES, _INLINE)
