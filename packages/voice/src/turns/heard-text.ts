/**
 * How much of a spoken text was heard: `share` is 0 to 1 of its sound. Splits before the first word that was not
 * complete.
 */
export function splitHeard(text: string, share: number): { heard: string; unsaid: string } {
  if (share >= 1) return { heard: text, unsaid: '' };
  const starts = [...segmenter.segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ index }) => index);
  const whole = Math.floor(starts.length * Math.max(0, share));
  const cut = whole === 0 ? 0 : (starts[whole] ?? text.length);
  return { heard: text.slice(0, cut), unsaid: text.slice(cut) };
}
const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
