"""Card files of another size and split than the reference ones, generated: a writer for each game."""

from collections.abc import Callable
from pathlib import Path

PROVENANCE = 'provenance = { name = "designed", values = "designed" }\n'


def toml(value) -> str:
    """A whole number, a string, or a list or dict of values, as TOML."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(x)}" for key, x in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def table(section: str, **keys) -> str:
    lines = [f"{key} = {toml(value)}" for key, value in keys.items()]
    return f"[[{section}]]\n" + "\n".join(lines) + f"\n{PROVENANCE}"


def kuhn() -> str:
    """Two cards instead of three."""
    return "".join(table("card", id=f"card_{k}", name=f"Card {k}", rank=rank) for k, rank in enumerate((12, 7)))


def leduc() -> str:
    """Four cards of two ranks instead of six of three."""
    return "".join(table("card", id=f"card_{k}", name=f"Card {k}", rank=rank) for k, rank in enumerate((12, 7, 7, 12)))


def age_of_madness() -> str:
    """Twelve kinds instead of seventeen, with fewer cultists, more signs, other amounts and other gods."""
    gods = ("dagon", "hastur", "shub", "tulu")
    powers = ("free_play", "take_cultists", "convert_group", "hand_size")
    out = [table("card", id=f"acolyte_of_{g}", name=g, type="cultist", copies=7, op="cultist", faction=g) for g in gods]
    rest = (
        ("elder_sign", "sign", "place_sign", 14, {}),
        ("cultist_power", "turncoat", "convert_group", 11, {}),
        ("cultist_power", "summons", "call_group", 9, {}),
        ("advantage", "ward", "barrier", 5, {}),
        ("advantage", "study", "draw", 6, {"amount": 3}),
        ("advantage", "plunder", "discard_random", 4, {"amount": 2}),
        ("advantage", "tome", "attach", 8, {}),
        ("eldritch_power", "ruin", "destroy_circle", 3, {}),
    )
    out += [table("card", id=i, name=i, type=t, copies=n, op=op, **more) for t, i, op, n, more in rest]
    amounts = (1, 2, 1, 2)
    out += [table("god", id=g, name=g, power=p, amount=n) for g, p, n in zip(gods, powers, amounts, strict=True)]
    return "".join(out)


def card(type_: str, id_: str, copies: int, *effects: str, **more) -> str:
    """A card of Creatures & Cultists; an effect is written as "op who", "op who amount" or "op who amount skill"."""
    keys = ("op", "who", "amount", "skill")
    rows = [dict(zip(keys, line.split(), strict=False)) for line in effects]
    if rows:
        more["effects"] = [row | {"amount": int(row.get("amount", 0))} for row in rows]
    return table("card", id=id_, name=id_, type=type_, copies=copies, **more)


def creatures_and_cultists() -> str:
    """Twenty-two kinds instead of fifty-seven, 96 cards instead of 118: fewer attacks and no Dodge, more cards with
    effects, which use every operation; cults whose first row is their best."""
    out = [
        card("mondo", "feast", 4, "gain all 2", "draw others 1"),
        card("mondo", "flood", 3, "strike others 2"),
        card("mondo", "fog", 4, "ward self -3 sorcery", "gate self", duration="round"),
        card("mondo", "fast", 3, "hand_limit self -1", duration="game"),
        card("event", "mutiny", 5, "sacrifice target 2", "ready self"),
        card("event", "lawsuit", 5, "steal others 3", "lose target 1", cost=2),
        card("event", "duel", 4, "kill target 1", "discard self 1", roll="player", skill="conjuring", spooge="double"),
        card("event", "raid", 2, "lose all 2", roll="player", skill="sorcery", boof="points", boof_amount=5),
        card("event", "vow", 4, "silence target 0 sorcery", roll="target", skill="thuggery", duration="turn"),
        card("sorcery", "hex", 6, "skill target -3 thuggery", duration="game", spooge="sure", boof="backfire"),
        card("sorcery", "luck", 4, "rolls self 4", duration="round", spooge="draw"),
        card("sorcery", "storm", 4, "strike all 1", modifier=-1, spooge="double", boof="cultist"),
        card("sorcery", "rite", 5, "cleanse all 2", "raise all 3", cost=1),
        card("sorcery", "tide", 4, "discard others 2", "draw self 2", spooge="double"),
        card("thuggery", "fist", 7, modifier=-1),
        card("thuggery", "bomb", 4, modifier=2, targets=4),
        card("thuggery", "sniper", 3, modifier=1, reaches=1),
        card("conjuring", "imp", 6, modifier=4, survival=14),
        card("conjuring", "swarm", 3, survival=11, targets=3),
        card("conjuring", "demon", 8, modifier=-3, survival=7),
        card("defense", "star", 5, answer="elder_sign"),
        card("defense", "sham", 3, answer="bluff"),
    ]
    for n in range(24):
        kind, strength, off = "conjurer" if n % 3 else "thug", 4 - n // 8, n % 3
        skills = {"thuggery": strength - 2 * off, "conjuring": strength - 4 + 2 * off}
        out.append(table("cultist", id=f"cultist_{n}", name=f"Cultist {n}", kind=kind, points=1 + n % 4, **skills))
    return "".join(out)


def fight(deck: str, id_: str, copies: int, base: int, effects: str = "", **more) -> str:
    """A battle card of Cthulhu's Vault; effects are written as "op" or "op amount", with commas between."""
    rows = [line.split() for line in effects.split(",") if line]
    if rows:
        more["effects"] = [{"op": op, "amount": int(*amount)} for op, *amount in rows]
    return table("battle", id=id_, name=id_, deck=deck, copies=copies, base=base, **more)


def cthulhus_vault() -> str:
    """Forty-eight story kinds instead of sixty, some of them twice, of uneven types; twenty battle kinds instead of
    thirty-four, which use every operation; seven Ancient Ones, seven investigators, fewer tokens, another guide."""
    types = (*["person"] * 14, *["place"] * 12, *["item"] * 10, *["cult"] * 5, *["event"] * 7)
    wants = ("event", "cult", "item", "place", "person")
    pools = ("mystery", "investigator", "cultist", "mystery", "cultist")
    ops = (("mystery", 2), ("cultist", 2), ("investigator", 1), ("steal", 2), ("swap", 1), ("peek", 4), ("look", 4))
    out = []
    for n, type_ in enumerate(types):
        two = [ops[n % 7], ops[(3 * n + 2) % 7]][: 1 if n % 7 == 6 else 2]
        bonus = [{"op": op, "amount": amount} for op, amount in two]
        icons = {"first": pools[n % 5], "second": pools[n % 4]}
        copies = {"copies": 2} if n % 6 == 0 else {}
        out.append(
            table(
                "story",
                id=f"tale_{n}",
                name=f"Tale {n}",
                type=type_,
                wants=wants[n % 5],
                bonus=bonus,
                **icons,
                **copies,
            )
        )
    own = {
        "dagon": "devour",
        "hydra": "drain 4",
        "yig": "torment 5",
        "abhoth": "corrupt 9, expose 6",
        "atlach": "venom 5, scatter 4, damage 1",
        "rlim": "haste 2, delay 2",
        "zoth": "gamble 9, guard 5",
    }
    for n, (one, effects) in enumerate(own.items()):
        out.append(table("ancient_one", id=one, name=one.title()))
        out.append(fight("ancient_one", f"wrath_of_{one}", 1 + n % 3, 1 + n % 3, effects, ancient_one=one, cost=n % 5))
    out += [
        fight("ancient_one", "flood", 4, 1, "damage_all 3, stun 2"),
        fight("ancient_one", "howl", 3, 2, "damage_others 2, rend 9", cost=3),
        fight("ancient_one", "slumber", 2, 1, "heal 4, recover 6"),
        fight("ancient_one", "stare", 5, 3),
        fight("investigator", "club", 7, 1),
        fight("investigator", "pistol", 5, 2, "damage 4", cost=2, cost_side="investigator"),
        fight("investigator", "snare", 4, 0, "guard 5, stun 1", cost=1, cost_side="investigator"),
        fight("investigator", "decoy", 3, 1, "delay 2, haste 1", cost=3),
        fight("investigator", "cross", 4, 1, "rend 5, torment 1", incantation=1),
        fight("investigator", "prayer", 5, 0, "aid 4, heal 2", cost=2, incantation=1),
        fight("investigator", "torch", 3, 3, "expose 6, scatter 2, gamble 4", cost=4, cost_side="investigator"),
        fight("investigator", "rest", 2, 0, "recover 3"),
        fight("investigator", "mob", 10, 5),
    ]
    abilities = (
        ("none", 0),
        ("thrift", 2),
        ("incantations", 0),
        ("versatile", 0),
        ("armed", 2),
        ("vengeful", 4),
        ("swift", 1),
    )
    for n, (ability, amount) in enumerate(abilities):
        health, hand = (12, 1, 9, 5, 3, 8, 4)[n], (2, 8, 3, 6, 1, 4, 5)[n]
        out.append(
            table(
                "investigator",
                id=f"soul_{n}",
                name=f"Soul {n}",
                health=health,
                hand=hand,
                ability=ability,
                amount=amount,
            )
        )
    tokens = {"investigator": 30, "investigator_2": 14, "cultist": 26, "cultist_2": 15}
    out += [table("token", id=kind, name=kind, copies=copies) for kind, copies in tokens.items()]
    out += [table("order", id=f"many_{n}", name=f"Many {n}", side="investigator") for n in range(5)]
    out += [
        table("order", id=f"one_{n}", name=f"One {n}", side="ancient_one", investigators=k)
        for n, k in enumerate((1, 1, 2, 4, 5, 5))
    ]
    guide = ((3, 3, 9, 12), (4, 5, 11, 16), (6, 6, 6, 25))
    out += [
        table("guide", id=f"from_{a}", name=f"From {a}", least=a, most=b, awaken=k, tokens=n) for a, b, k, n in guide
    ]
    return "".join(out)


def effects(*lines: str) -> list[dict]:
    """Effects of the Deck Building game, written as "op", "op amount", "op amount who", with "each" where the amount is
    taken for each investigator; the Minion of "spawn" comes last."""
    out = []
    for line in lines:
        op, *rest = line.split()
        row: dict = {"op": op}
        if "each" in rest:
            row["each"] = 1
            rest.remove("each")
        if rest:
            row["amount"] = int(rest[0])
        if len(rest) > 1:
            row["minion" if op == "spawn" else "who"] = rest[1]
        out.append(row)
    return out


def library(type_: str, id_: str, copies: int, cost: int, *lines: str, **more) -> str:
    """A Library card or Starter of the Deck Building game."""
    if cost:
        more["cost"] = cost
    return table("card", id=id_, name=id_, type=type_, copies=copies, effects=effects(*lines), **more)


def deck_building() -> str:
    """Twenty-six kinds of cards instead of 71, mostly equipment, which use every operation; Staggers that do something
    else, 18 Mythos cards, four Minions, four gods that are all there in Cthulhu Mode, eight investigators."""
    out = [
        library("stagger", "trip", 33, 0, "scare 1 self"),
        library("sleuth", "snoop", 45, 0, "base 2"),
        library("equipment", "club", 9, 1, "base 1", "grit 1"),
        library("equipment", "coat", 8, 2, "armor 3 self"),
        library("equipment", "rifle", 8, 5, "base 4", "strike 3"),
        library("equipment", "net", 7, 3, "bind 3"),
        library("equipment", "mortar", 6, 6, "sweep 3", "minus 2"),
        library("equipment", "amulet", 8, 3, "nerve 3 all", "calm 1 self"),
        library("equipment", "purse", 5, 4, "cheap 3", "plus 1"),
        library("equipment", "catalogue", 4, 7, "gain 7"),
        library("equipment", "bandage", 6, 3, "heal 3 any", "draw 1 any"),
        library("action", "sprint", 6, 3, "draw 3 self"),
        library("action", "brawl", 5, 4, "crowd 1", "base 1", "hurt 2 self"),
        library("action", "streak", 5, 4, "combo 2"),
        library("action", "bonfire", 4, 2, "destroy 3"),
        library("action", "detour", 4, 4, "retrieve 2", "plus 2"),
        library("action", "stakeout", 5, 1, "look", "base 1"),
        library("spell", "oracle", 4, 4, "bury", "draw 1 self"),
        library("spell", "frenzy", 3, 8, "times 3", "scare 2 self"),
        library("spell", "exorcism", 4, 3, "dispel 2", "hurt 1 self"),
        library("spell", "sunbeam", 3, 9, "smite 9", "scare 3 self"),
        library("spell", "choir", 4, 5, "calm 2 all", "heal 1 all"),
        library("location", "clinic", 2, 4, "heal 1 self", when="each_planning"),
        library("location", "market_hall", 2, 6, "cheap 1", "base 1", when="each_planning"),
        library("location", "belfry", 3, 7, "smite 1", when="each_combat"),
        library("location", "arsenal", 1, 8, "base 2", "strike 1", when="each_combat"),
    ]
    comes = (
        ("hurt 2 all",),
        ("scare 1 all", "hurt 1 first"),
        ("hurt 2 each sturdiest",),
        ("scare 3 chosen",),
        ("hurt 1 random", "curse 2 random"),
        ("scare 2 weakest", "drop 2 sturdiest"),
        ("spawn 2 each rat",),
        ("spawn 1 ogre", "mend 2 each"),
        ("spawn 3 spider", "sweep_market 2"),
        ("spawn 1 wisp", "raze 1"),
        ("fewer 2 all",),
        ("dear 3", "silence"),
        ("more 1", "drop 1 all"),
        ("devour 4",),
    )
    stays = (("hurt 1 chosen",), ("mend 1 each",), ("drop 1 random", "dear 1"), ("spawn 1 rat",))
    for n, lines in enumerate(comes):
        out.append(table("mythos", id=f"woe_{n}", name=f"Woe {n}", copies=1 + n % 4, effects=effects(*lines)))
    for n, lines in enumerate(stays):
        out.append(table("mythos", id=f"doom_{n}", name=f"Doom {n}", copies=2, permanent=1, effects=effects(*lines)))
    foes = (
        ("ogre", 4, 11, ("hurt 2 weakest",)),
        ("rat", 30, 2, ("hurt 1 random",)),
        ("spider", 12, 1, ("scare 1 chosen", "breed 2")),
        ("wisp", 6, 4, ("scare 1 all", "fewer 1 first")),
    )
    for id_, copies, health, lines in foes:
        out.append(table("minion", id=id_, name=id_, copies=copies, health=health, effects=effects(*lines)))
    gods = (
        ("yig", 4, 9, ("spawn 1 spider", "hurt 1 chosen")),
        ("dagon", 20, 5, ("devour 3", "scare 1 sturdiest")),
        ("hastur", 0, 12, ("more 1", "sweep_market 1")),
        ("tulu", 30, 6, ("mend 2", "curse 1 weakest", "dear 1")),
    )
    for id_, health, each, lines in gods:
        out.append(table("god", id=id_, name=id_.title(), health=health, each=each, effects=effects(*lines)))
    souls = (
        (10, 10, "planning", ("plus 2", "hurt 1 self"), ("heal 2 other",)),
        (6, 9, "planning", ("calm 1 any",), ("calm 1 all",)),
        (9, 6, "combat", ("strike 3",), ("strike 2",)),
        (8, 8, "combat", ("base 1", "draw 1 self"), ("smite 2",)),
        (7, 8, "each_planning", ("draw 1 self",), ("draw 1 other",)),
        (8, 7, "each_planning", ("nerve 1 self", "cheap 1"), ("nerve 2 all",)),
        (9, 9, "each_combat", ("crowd 1",), ("bind 2",)),
        (5, 10, "each_combat", ("plus 1",), ("bury", "armor 1 other")),
    )
    for n, (health, sanity, when, ability, after) in enumerate(souls):
        both = {"ability": effects(*ability), "after": effects(*after)}
        out.append(
            table("investigator", id=f"soul_{n}", name=f"Soul {n}", health=health, sanity=sanity, when=when, **both)
        )
    return "".join(out)


def rite(*lines: str) -> list[dict]:
    """Effects of Cultistorm, written as "op", "op amount", with names of symbols, whom it is about, or "optional"."""
    names, whom = ("star", "shield", "tentacle", "eye", "planet", "any"), ("self", "all", "sanest", "maddest")
    out = []
    for line in lines:
        op, *rest = line.split()
        row: dict = {"op": op}
        symbols = [word for word in rest if word in names]
        if symbols:
            row["symbols"] = " ".join(symbols)
        for word in rest:
            if word.isdigit():
                row["amount"] = int(word)
            elif word == "optional":
                row["optional"] = 1
            elif word in (*whom, "random", "chosen"):
                row["who"] = word
        out.append(row)
    return out


def relic(section: str, id_: str, *lines: str, **more) -> str:
    """A card, Item, Location, Great Old One, Terror card or Final Act of Cultistorm."""
    return table(section, id=id_, name=id_.title(), effects=rite(*lines), **more)


def cultistorm() -> str:
    """Twenty card kinds instead of 44, mostly not for fights, 13 Items with more events, seven Locations of uneven
    symbols, fewer Cultists that do more, two gods of the second wave that do something, Terror cards of one gem, seven
    investigators with decks of 8 to 32; all operations are used."""
    names = ("star", "shield", "tentacle", "eye", "planet")
    out = []
    for n, name in enumerate(names):
        out.append(relic("card", f"gift_{n}", f"symbol {1 + n % 3} {names[n - 1]} {names[n - 2]}", symbol=name))
    helps = (
        ("heal 4", "go optional"),
        ("cure", "shelter optional"),
        ("sharpen",),
        ("draw 3",),
        ("recall 2", "draw 1 optional"),
        ("die 2", "roll optional"),
        ("turn", "pool 2"),
        ("find 4",),
        ("restock",),
        ("trophy 2 star eye planet",),
        ("ward", "blank optional"),
        ("banish 2 optional", "heal 1"),
        ("shove 2",),
        ("ease 3", "look optional"),
        ("terror 1", "trophy 1 any"),
    )
    for n, lines in enumerate(helps):
        icons = {"unique": n % 2, "search": n % 3, "no_draw": int(n % 4 == 0)}
        out.append(relic("card", f"help_{n}", *lines, symbol=names[n % 5], **icons))
    items = (("discard", "symbol 2 any"), ("remove", "symbol 3 star eye"), ("stays", "symbol 1 tentacle planet"))
    items += (("discard", "heal 1"), ("discard", "banish 1"), ("remove", "trophy 1 any"), ("stays", "die 1"))
    for n, (lasts, line) in enumerate(items):
        out.append(relic("item", f"tool_{n}", line, copies=1 + n % 3, lasts=lasts))
    events = ("gather 2 self", "rob 1 chosen", "summon 1", "come 2", "strip 1 all", "heal 1 all")
    for n, line in enumerate(events):
        out.append(relic("item", f"trap_{n}", line, copies=1 + n % 2, lasts="event"))
    places = ("symbol 1 any", "go", "look", "shelter", "find 2", "trophy 1 any", "recall 1")
    for n, line in enumerate(places):
        free = n == 0 or n % 2 == 0
        out.append(relic("location", f"town_{n}", line, symbol=names[n % 5], once=int(free), price=int(not free)))
    come = ((), ("scare 1 maddest",), ("drop 2 random",), ("thin 2",), ("fewer_cards 1 chosen",))
    fall = (("terror 1",), (), ("strip 1 self",), ("heal 1 self",), ("darken 1", "stir"))
    for n in range(15):
        symbols = f"{names[n % 5]} {names[(n + 1 + n // 5) % 5]} {names[(n * 3) % 5]}"
        players = {"players": "345"} if n % 5 == 4 else {}
        more = {"effects": rite(*come[n % 5]), "revenge": rite(*fall[(n + n // 5) % 5]), "copies": 3}
        god = {"god": f"first_{n % 5}", "symbol": names[n % 5]}
        out.append(table("cultist", id=f"mob_{n}", name=f"Mob {n}", symbols=symbols, **god, **players, **more))
    for n in range(5):
        odd = {"set": "special", "god": "hidden", "copies": 2, "symbol": "none"}
        odd["symbols"] = f"{names[n]} {names[n]} {names[n - 1]}"
        out.append(table("cultist", id=f"sect_{n}", name=f"Sect {n}", effects=rite("rob 1 sanest"), **odd))
    beast = {"set": "creatures", "god": "first_0", "symbol": "none", "symbols": "eye eye star", "copies": 3}
    out.append(table("cultist", id="beast", name="Beast", revenge=rite("madden self"), **beast))
    waves = (*["first"] * 5, "second", "second", "special")
    for n, wave in enumerate(waves):
        id_ = "hidden" if wave == "special" else f"{wave}_{n}"
        lines = ((), ("fewer_dice 1",), ("scare 1 chosen",), ("terror 1",))[n % 4]
        out.append(relic("god", id_, *lines, wave=wave, symbols=" ".join(names[: 3 + n % 3])))
    terrors = ("march 2", "come 1", "gather 1 all", "summon 1", "darken 1", "madden random", "drop 1 all")
    for n, line in enumerate(terrors):
        out.append(relic("terror", f"dread_{n}", line, copies=1 + n % 2, gems=1 + n % 4))
    acts = (("strong", "summon_second 1"), ("dice", "come 3"), ("cards", "march 3"), ("terror", "summon 1"))
    for n, (lasting, line) in enumerate(acts):
        out.append(relic("act", f"finale_{n}", line, "fewer_dice 2", gems=3 + n, lasting=lasting))
    cards = [f"gift_{n}" for n in range(5)] + [f"help_{n}" for n in range(15)]
    for n in range(7):
        deck = [{"card": c, "copies": 1 + n // 4} for c in cards[n : n + 8 + 2 * n]]
        own = (rite("symbol 1 any"), rite(("heal 2", "die 1", "draw 1")[n % 3]), rite("trophy 1 any", "sharpen"))
        abilities = dict(zip(("first", "second", "third"), own[n % 3 :] + own[: n % 3], strict=True))
        style = "ranged" if n % 3 else "melee"
        out.append(table("investigator", id=f"soul_{n}", name=f"Soul {n}", style=style, deck=deck, **abilities))
    return "".join(out)


WRITERS: dict[str, Callable[[], str]] = {
    "kuhn-v0": kuhn,
    "leduc-v0": leduc,
    "age_of_madness-v0": age_of_madness,
    "creatures_and_cultists-v0": creatures_and_cultists,
    "cthulhus_vault-v0": cthulhus_vault,
    "deck_building-v0": deck_building,
    "cultistorm-v0": cultistorm,
}


def write(game: str, folder: Path) -> Path:
    """The generated card file of ``game`` in ``folder``."""
    path = folder / "generated.toml"
    path.write_text('title = "Generated"\n' + WRITERS[game](), encoding="utf-8")
    return path
