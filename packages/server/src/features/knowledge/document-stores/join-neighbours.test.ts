import { describe, expect, it } from 'vitest';
import { joinNeighbours } from './join-neighbours.ts';

const chunk = (chunkNo: number, pageContent: string, score: number, rest: object = {}) => ({
  ...{ docId: 'l1', source: 'a.md', chunkNo, pageContent, score },
  metadata: { loc: { lines: { from: chunkNo * 10, to: chunkNo * 10 + 9 } } },
  ...rest,
});
const none = () => false;

describe('chunks that follow each other', () => {
  it('become one passage, in the order of the document, with the score and the place of the best', () => {
    const found = [
      chunk(3, 'Third.', 0.9),
      chunk(8, 'Eighth.', 0.8),
      chunk(2, 'Second.', 0.7),
      chunk(4, 'Fourth.', 0.5),
    ];
    const joined = joinNeighbours(found, none);
    expect(joined.map(({ pageContent, score }) => [pageContent, score])).toEqual([
      ['Second.\n\nThird.\n\nFourth.', 0.9],
      ['Eighth.', 0.8],
    ]);
    expect(joined[0]?.metadata).toEqual({ loc: { lines: { from: 20, to: 49 } } });
  });

  it('repeat nothing that both have', () => {
    const found = [
      chunk(1, 'The pump is dry. Fill it with two litres.', 0.9),
      chunk(2, 'Fill it with two litres. Then start it.', 0.8),
    ];
    expect(joinNeighbours(found, none)[0]?.pageContent).toBe(
      'The pump is dry. Fill it with two litres. Then start it.',
    );
  });

  it('stay apart in different documents, loaders, and where a parent was given', () => {
    const found = [
      chunk(1, 'One.', 0.9),
      chunk(2, 'Two.', 0.8, { source: 'b.md' }),
      chunk(2, 'Two.', 0.7, { docId: 'l2' }),
    ];
    expect(joinNeighbours(found, none)).toEqual(found);
    const near = [chunk(1, 'One.', 0.9), chunk(2, 'Two.', 0.8)];
    expect(joinNeighbours(near, ({ chunkNo }) => chunkNo === 2)).toEqual(near);
  });

  it('stay apart where one is much less like the question', () => {
    expect(joinNeighbours([chunk(1, 'One.', 0.9), chunk(2, 'Two.', 0.3)], none)).toHaveLength(2);
  });

  it('are not joined beyond what fits', () => {
    const long = 'x'.repeat(5000);
    expect(joinNeighbours([chunk(1, long, 0.9), chunk(2, long, 0.8)], none)).toHaveLength(2);
  });
});
