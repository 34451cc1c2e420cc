"""The rules of The Emperor of China, compiled. They use numbers only, no names.

position      a turn: legal actions, placing, paying, drawing, chance; reads like the rulebook
state         the fields of a position, and the key of what a seat knows
scoring       houses, alliances, and who wins
roads         the best split of houses into rows along the roads
hidden_hands  determinization: drawing hidden hands afresh, uniformly over all deals that agree with what was seen
tables        typed look-up tables, made from an edition
"""
