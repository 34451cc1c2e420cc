"""Networks that were trained by self-play, run in integers: no dependency, the same moves in every build.

wide.py         many numbers in one Python integer: what makes the interpreted build quick
layers.py       layers, ReLU and RMS norm in fixed-point arithmetic                               compiled
networks.py     both kinds of networks, from what a seat sees to scores and an outlook            compiled
evaluation.py   a network in the tree search                                                      compiled
file.py         networks as files
shipped.py      the networks that come with Tianxia
player.py       the programs that play with a network: alone, or in the tree search
"""
