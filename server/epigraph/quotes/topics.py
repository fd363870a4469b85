"""The topics of the shipped collections, and the words by which a hint or filter may name them."""

import re

# slug: other words for it, English then Chinese
TOPICS: dict[str, tuple[str, ...]] = {
    "ambition": ("aspiration", "抱负", "志向", "理想", "雄心"),
    "anger": ("rage", "wrath", "愤怒", "生气", "怒"),
    "art": ("poetry", "music", "painting", "literature", "writing", "艺术", "诗歌", "文学", "写作", "音乐", "绘画"),
    "beauty": ("beautiful", "美", "美丽"),
    "caution": ("danger", "risk", "warning", "谨慎", "小心", "危险", "警惕"),
    "change": ("novelty", "transformation", "变化", "改变", "变革"),
    "character": ("personality", "品格", "性格", "人格", "品质"),
    "courage": ("bravery", "heroism", "boldness", "勇气", "勇敢", "英雄", "胆量"),
    "custom": ("tradition", "manners", "习俗", "传统", "风俗"),
    "death": ("dying", "mortality", "死亡", "死", "生死"),
    "deception": ("lies", "cunning", "appearance", "欺骗", "谎言", "虚伪", "表象"),
    "education": ("teaching", "learning", "study", "school", "教育", "学习", "读书", "教学", "求学"),
    "effort": ("diligence", "perseverance", "persistence", "努力", "勤奋", "奋斗", "坚持", "毅力"),
    "equality": ("equal", "rights", "平等"),
    "faith": ("religion", "god", "belief", "信仰", "宗教", "信念"),
    "fame": ("glory", "renown", "名声", "声名", "荣耀"),
    "family": ("parents", "children", "mother", "father", "家庭", "亲情", "父母", "孝", "母爱", "父爱"),
    "fate": ("destiny", "fortune", "luck", "命运", "天命", "运气"),
    "folly": ("foolishness", "stupidity", "愚蠢", "愚昧"),
    "forgiveness": ("mercy", "pardon", "宽恕", "原谅", "宽容"),
    "freedom": ("liberty", "自由"),
    "friendship": ("friends", "friend", "友情", "友谊", "朋友"),
    "government": ("politics", "state", "democracy", "政治", "治国", "政府", "国家"),
    "gratitude": ("thankfulness", "thanks", "感恩", "感激", "感谢"),
    "greed": ("avarice", "贪婪", "贪心"),
    "grief": ("mourning", "loss", "悲痛", "哀悼"),
    "habit": ("habits", "习惯"),
    "happiness": ("joy", "pleasure", "contentment", "幸福", "快乐", "喜悦"),
    "history": ("past", "历史", "兴亡"),
    "home": ("homeland", "homesickness", "house", "家", "故乡", "思乡", "家园"),
    "honesty": ("sincerity", "integrity", "诚实", "诚信", "真诚", "正直"),
    "hope": ("optimism", "希望", "乐观"),
    "humility": ("modesty", "谦虚", "谦逊"),
    "humour": ("humor", "wit", "laughter", "幽默", "风趣", "讽刺"),
    "justice": ("fairness", "正义", "公正", "公平"),
    "kindness": ("compassion", "charity", "generosity", "善良", "仁慈", "慈悲", "仁爱"),
    "knowledge": ("understanding", "reading", "books", "知识", "学问", "书籍"),
    "language": ("words", "style", "语言", "文字"),
    "law": ("laws", "法律", "法治"),
    "leadership": ("leaders", "leader", "command", "领导", "用人", "领袖"),
    "leisure": ("rest", "idleness", "闲适", "休息", "闲暇"),
    "loneliness": ("lonely", "孤独", "寂寞"),
    "love": ("romance", "passion", "爱情", "爱", "恋爱", "相思"),
    "loyalty": ("fidelity", "devotion", "忠诚", "忠心", "忠贞"),
    "marriage": ("husband", "wife", "wedding", "婚姻", "夫妻", "结婚"),
    "memory": ("remembrance", "nostalgia", "forgetting", "记忆", "回忆", "怀念", "怀旧"),
    "money": ("wealth", "riches", "poverty", "economy", "thrift", "金钱", "财富", "贫穷", "贫富", "节俭"),
    "morality": ("ethics", "good", "evil", "conscience", "道德", "善恶", "良心"),
    "nature": ("landscape", "seasons", "spring", "autumn", "animals", "自然", "山水", "风景", "春天", "秋天"),
    "opportunity": ("chance", "occasion", "机会", "时机", "机遇"),
    "patience": ("waiting", "耐心", "忍耐", "等待"),
    "patriotism": ("country", "nation", "爱国", "报国", "祖国"),
    "peace": ("tranquillity", "calm", "和平", "宁静", "平静"),
    "power": ("authority", "tyranny", "权力", "强权"),
    "prudence": ("foresight", "planning", "thrift", "审慎", "深谋远虑", "远见", "未雨绸缪"),
    "reputation": ("honour", "honor", "name", "名誉", "荣誉"),
    "science": ("discovery", "科学", "发现"),
    "self-knowledge": ("self", "introspection", "identity", "自知", "自省", "反省", "自我"),
    "silence": ("quiet", "沉默"),
    "solitude": ("alone", "独处", "隐居"),
    "sorrow": ("sadness", "melancholy", "忧愁", "悲伤", "哀愁", "愁"),
    "speech": ("talk", "eloquence", "conversation", "言语", "说话", "言辞", "口才"),
    "success": ("victory", "achievement", "failure", "成功", "胜利", "成就", "失败"),
    "suffering": ("pain", "adversity", "hardship", "苦难", "痛苦", "逆境", "磨难", "挫折"),
    "time": ("years", "days", "future", "时间", "光阴", "岁月", "惜时"),
    "travel": ("journey", "parting", "farewell", "旅行", "离别", "送别", "旅途"),
    "truth": ("reality", "真理", "真实", "真相"),
    "unity": ("cooperation", "together", "团结", "合作", "齐心"),
    "vanity": ("pride", "conceit", "虚荣", "骄傲", "自大"),
    "virtue": ("goodness", "美德", "德行"),
    "war": ("battle", "conflict", "army", "战争", "军事", "战斗"),
    "wisdom": ("prudent", "sage", "智慧", "明智"),
    "work": ("labour", "labor", "trade", "工作", "劳动", "职业", "敬业"),
    "youth-and-age": ("youth", "age", "old", "young", "aging", "青春", "少年", "年轻", "老年", "衰老"),
}

# a slug wins over an alias, an earlier topic over a later one
_BY_NAME = {name: slug for slug, names in reversed(TOPICS.items()) for name in names} | {s: s for s in TOPICS}


def split_topics(text: str) -> list[str]:
    """Return the topics of a list as people write it: "love; war", "爱、战争"."""
    return re.split(r"[;,、，；|]", text)


def topic_named(name: str) -> str:
    """Return the slug that a person means by a word ("友情" is friendship), or the word in lower case."""
    wanted = name.strip().casefold()
    return _BY_NAME.get(wanted, wanted)
