"""Plays a game with the package that openapi-python-client makes: ``python generated_game.py URL GAME``. The package,
``elder_zoo_client``, is on the path."""

import json
import random
import sys

from elder_zoo_client import Client  # pyright: ignore[reportMissingImports]
from elder_zoo_client.api.default import (  # pyright: ignore[reportMissingImports]
    get_v1_games_game,
    post_v1_move,
    post_v1_sessions,
    post_v1_sessions_session_act,
    post_v1_sessions_session_poll,
    post_v1_sessions_session_record,
)
from elder_zoo_client.models import Act, Create, Error, Move, Poll, Record  # pyright: ignore[reportMissingImports]


def main(url: str, game: str) -> None:
    client, chance = Client(base_url=url, timeout=60), random.Random(1)
    catalogue = get_v1_games_game.sync(game, client=client)
    created = post_v1_sessions.sync(client=client, body=Create(game=game, seed=5))
    enter = {"session": created.session, "token": created.token}
    position = created.messages[0]
    move = Move(game=game, seat=created.seat, view=position.view, bot="random")
    refused = post_v1_move.sync(client=client, body=Move(game="chess", seat=0, view=position.view))
    assert isinstance(refused, Error), refused
    last, moves, acts = position, [], 0
    if last.legal:
        moves.append(post_v1_move.sync(client=client, body=move).action.name)
    while not last.over:
        if last.legal:
            body, ask = (
                Act(**enter, action=chance.choice(last.legal).name, wait_ms=20_000),
                post_v1_sessions_session_act,
            )
            acts += 1
        else:
            body, ask = Poll(**enter, after=last.seq, wait_ms=20_000), post_v1_sessions_session_poll
        told = ask.sync(created.session, client=client, body=body)
        assert not isinstance(told, Error), told
        last = told.messages[-1] if told.messages else last
    record = post_v1_sessions_session_record.sync(created.session, client=client, body=Record(**enter))
    print(
        json.dumps(
            {
                "actions": record.actions,
                "known": [a.to_dict()["name"] for a in catalogue.actions],
                "acts": acts,
                "seq": last.seq,
                "returns": last.returns,
                "moves": moves,
                "refused": refused.code,
            }
        )
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
