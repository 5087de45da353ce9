/** All pieces of a sound as one. */
export async function wholeSound(pieces: AsyncIterable<Int16Array>): Promise<Int16Array> {
  const made: Int16Array[] = [];
  for await (const piece of pieces) made.push(piece);
  const samples = new Int16Array(made.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of made) {
    samples.set(piece, at);
    at += piece.length;
  }
  return samples;
}
