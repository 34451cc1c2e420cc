"""The rules of The Emperor of China, compiled. They know numbers only.

position      a turn: legal actions, placing, paying, drawing, chance; reads like the rulebook
state         the fields of a position, and the key of what a seat knows
scoring       houses, alliances, and who wins
roads         the best split of houses into rows along the roads
hidden_hands  drawing hidden hands anew, evenly over all deals that agree with what was seen (determinization)
tables        typed look-up tables, made from an edition
"""
