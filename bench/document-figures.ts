import { ParserThread } from '../packages/catalogue/src/loading/parser-thread.ts';
import { makeCorpusPdf } from '../packages/catalogue/src/testing/corpus/make-corpus-pdf.ts';
import { percentile } from './percentile.ts';
import { atMost, type Row } from './table.ts';

const pages = 80;
const rounds = 5;

async function* once(bytes: Uint8Array) {
  yield bytes;
}

/** How long a PDF takes to become blocks with boxes, in the thread that reads documents. */
export async function measureDocuments(): Promise<Row[]> {
  const { bytes } = await makeCorpusPdf(1, pages);
  const thread = new ParserThread();
  const signal = new AbortController().signal;
  const job = { format: 'blocks', name: 'made.pdf', kind: 'pdf' } as const;
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const began = performance.now();
    let blocks = 0;
    for await (const piece of thread.parse({ name: job.name, content: once(bytes), job }, signal))
      blocks += piece.blocks.length;
    if (blocks < pages) throw new Error(`Only ${blocks} blocks were read of ${pages} pages.`);
    times.push(performance.now() - began);
  }
  await thread.close();
  const middle = percentile(
    times.sort((one, other) => one - other),
    0.5,
  );
  return [atMost(`PDF of ${pages} pages to blocks with boxes`, middle, 'ms', 2000)];
}
