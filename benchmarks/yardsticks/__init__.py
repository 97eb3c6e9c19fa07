"""Two small games of poker on the same engine, whose exact exploitability OpenSpiel computes: what the learner is
measured by against published figures. They belong to no collection."""
