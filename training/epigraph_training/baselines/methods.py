"""All systems of the paper's tables, in their order, with the four rankers that one of them joins."""

from epigraph_training.baselines.bert_cls import BERT_CLS
from epigraph_training.baselines.bert_sim import BERT_SIM
from epigraph_training.baselines.cnn import CNN
from epigraph_training.baselines.crm import CRM
from epigraph_training.baselines.forest import FOREST
from epigraph_training.baselines.granularity import GRANULARITY
from epigraph_training.baselines.lstm import LSTM
from epigraph_training.baselines.method import Method
from epigraph_training.baselines.nnqr import NNQR
from epigraph_training.baselines.nqrm import NQRM
from epigraph_training.baselines.ours import NO_RETRAIN, NO_SEMEME, NO_SIMTRAIN, OURS
from epigraph_training.baselines.rank_multiplication import RANK_MULTIPLICATION
from epigraph_training.baselines.transform import TRANSFORM

METHODS: dict[str, Method] = {
    "crm": CRM,
    "lstm": LSTM,
    "mga": GRANULARITY,
    "forest": FOREST,
    "cnn": CNN,
    "top-k-rm": RANK_MULTIPLICATION,
    "nnqr": NNQR,
    "n-qrm": NQRM,
    "transform": TRANSFORM,
    "bert-sim": BERT_SIM,
    "bert-cls": BERT_CLS,
    "ours": OURS,
    "ours-no-sememe": NO_SEMEME,
    "ours-no-retrain": NO_RETRAIN,
    "ours-no-simtrain": NO_SIMTRAIN,
}
