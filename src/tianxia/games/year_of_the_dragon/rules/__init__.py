"""The rules of In the Year of the Dragon, compiled. They use numbers only, no names.

position      the year part by part, carrying out decisions, chance; reads like the rulebook
state         the fields of a position, and the key of what a seat knows
choices       the legal actions
court         the court of a seat: persons, palaces, goods, the person track; scoring of month and year
events        the six events: peace, tribute, drought, festival, Mongols, contagion
great_wall    an expansion
super_events  an expansion
journal_notes the numbers of sources and notes in the journal
tables        typed look-up tables, made from an edition
"""
