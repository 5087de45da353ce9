import type { RunContext } from '@tendril/contract/node/run-context';
import { ParserThread } from '../loading/parser-thread.ts';

const parseMs = 20_000;

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** The text of a page that is here already, or of its parts that match a CSS selector; parsed in a thread of its own. */
export async function readHtmlText(
  html: string,
  { url, selector }: { url: string; selector?: string },
  { signal }: Pick<RunContext, 'signal'>,
): Promise<string> {
  const parser = new ParserThread({ pieceMs: parseMs, documentMs: parseMs });
  const job = { format: 'html', url, selector, wantsLinks: false } as const;
  try {
    let text = '';
    for await (const piece of parser.parse({ name: url, content: bytesOf(html), job }, signal))
      text = piece.text;
    return text;
  } finally {
    await parser.close();
  }
}
