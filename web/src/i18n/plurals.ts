/** Words that go with a number, by the plural rules of CLDR, which browsers know (src/tianxia/words/plural_rules.py has the
 * same ones for the command line, and tells how the words are written). */

const rules = new Map<string, Intl.PluralRules>();

/** The word for a number, out of `coin|coins` (for the category `one`, and for all others), or out of words named by their
 * category: `one=moneta|few=monety|many=monet|other=monety`. */
export function pluralForm(language: string, number: number, forms: string): string {
  const words = pluralWords(forms);
  return words[categoryOf(language, number)] ?? words.other;
}

/** The CLDR category of a number; its sign does not matter to it. */
function categoryOf(language: string, number: number): Intl.LDMLPluralRule {
  let known = rules.get(language);
  if (!known) rules.set(language, (known = new Intl.PluralRules(language)));
  return known.select(number);
}

type PluralWords = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

function pluralWords(forms: string): PluralWords {
  const parts = forms.split("|");
  if (!forms.includes("=")) return { one: parts[0] ?? "", other: parts[1] ?? "" };
  const words = parts.map((part) => part.split("=", 2));
  return { other: "", ...(Object.fromEntries(words) as Partial<PluralWords>) };
}
