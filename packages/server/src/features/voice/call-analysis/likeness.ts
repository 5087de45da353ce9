const stopWords = new Set(
  'a an and any are as at be by call caller did do does for from get give given has have how if in into is it its me my not of on or our please she he said say so that the their them then they this to told user want wants was we were what when whether which who why will with would yes no you your'.split(
    ' ',
  ),
);

/** Lower-case words without accents and punctuation; splits `camelCase` and `snake_case`. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

// Good enough to match "booking", "booked" and "bookings".
function stem(word: string): string {
  return word.length > 4 ? word.replace(/(?:ings?|ed|es|s|e|ly)$/u, '') : word;
}

/** The topic of a text: its words without stop words. */
export function topicOf(text: string): Set<string> {
  return new Set(
    wordsOf(text)
      .filter((word) => word.length > 1 && !stopWords.has(word))
      .map(stem),
  );
}

/** How many words of a topic occur in a text. */
export function topicHits(topic: ReadonlySet<string>, text: string): number {
  const words = topicOf(text);
  let hits = 0;
  for (const word of topic) if (words.has(word)) hits += 1;
  return hits;
}

function pairsOf(text: string): string[] {
  const joined = wordsOf(text).join(' ');
  return joined.length < 2
    ? [joined]
    : Array.from({ length: joined.length - 1 }, (_, at) => joined.slice(at, at + 2));
}

/** From 0 to 1: the share of letter bigrams that two texts have in common. */
export function likeness(one: string, other: string): number {
  const [left, right] = [pairsOf(one), pairsOf(other)];
  const rest = [...right];
  let shared = 0;
  for (const pair of left) {
    const at = rest.indexOf(pair);
    if (at < 0) continue;
    rest.splice(at, 1);
    shared += 1;
  }
  return (2 * shared) / (left.length + right.length);
}

const closeEnough = 0.75;

/** The choice that a word stands for; undefined when none is close enough. */
export function closestChoice(said: string, choices: readonly string[]): string | undefined {
  const plain = wordsOf(said).join(' ');
  const exact = choices.find((choice) => wordsOf(choice).join(' ') === plain);
  if (exact !== undefined) return exact;
  let best: { choice: string; score: number } | undefined;
  for (const choice of choices) {
    const score = likeness(said, choice);
    if (score >= closeEnough && score > (best?.score ?? 0)) best = { choice, score };
  }
  return best?.choice;
}
