"""How well systems rank quotations: the paper's task and metrics, result files, learned fusion, tables and figures."""
