"""Training of the networks that ship with Tianxia: self-play on one machine, the games on its cores, one GPU to learn.

    make train GAME=emperor-of-china MINUTES=20

Not part of the wheel. It needs PyTorch and NumPy (`pip install 'tianxia[train]'`) and the compiled engine.

    settings.py      which player counts and options the games are played with, and how often
    recipes.py       the settings of training by game, from recipes.toml
    league.py        who sits at the table: the learner, earlier selves, the greedy program
    rollouts.py      worker processes that play many games at once into shared memory
    networks.py      the networks in PyTorch
    returns.py       advantages and value targets (GAE)
    ppo.py           one update by proximal policy optimization
    train.py         the command
    expert.py        expert iteration: the network learns from a search that uses it
    searches.py      the worker processes that search
    imitate.py       a warm start from the choices of a strong program
    program.py       one run on a training machine, contests included
    checkpoints.py   networks as files, to go on from
    quantized.py     networks as small files, which the repository keeps
    curves.py        how training went, as pictures
    contest.py       a network against programs, with 95 % confidence intervals
"""
