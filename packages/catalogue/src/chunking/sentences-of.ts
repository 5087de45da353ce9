const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });
/** What ends with one of these is not over: "e.g. this". */
const shortened =
  /(?:\b(?:e\.g|i\.e|etc|approx|fig|no|nr|vs|dr|mr|mrs|ms|prof|st|ca|bzw|z\.B|d\.h|u\.a)\.|\b\p{Lu}\.)\s*$/iu;

/** The sentences of a text, each with the space after it: together they are the text. */
export function sentencesOf(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const last = sentences.at(-1);
    if (last !== undefined && (shortened.test(last) || segment.trim() === ''))
      sentences[sentences.length - 1] = last + segment;
    else sentences.push(segment);
  }
  return sentences;
}
