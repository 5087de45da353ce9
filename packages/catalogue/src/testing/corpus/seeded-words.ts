/** Numbers that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu ra re ri ro ru sa se si so su ta te ti to tu'.split(
    ' ',
  );

/** Words that mean nothing and hardly ever come twice. */
export function makeWord(random: () => number): string {
  const count = 2 + Math.floor(random() * 3);
  return Array.from({ length: count }, () => syllables[Math.floor(random() * syllables.length)]).join('');
}

/** A sentence of such words. */
export function makeSentence(random: () => number): string {
  const words = Array.from({ length: 6 + Math.floor(random() * 12) }, () => makeWord(random));
  const [first = '', ...others] = words;
  return `${first.charAt(0).toUpperCase()}${first.slice(1)} ${others.join(' ')}.`;
}
