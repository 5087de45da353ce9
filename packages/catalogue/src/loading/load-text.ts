import type { NodeServices } from '@tendril/contract/node/run-context';
import type { LoadedPart } from '@tendril/contract/provider/loaded-part';
import { openFlowFiles } from '../retrieval/flow-file.ts';
import { textSegments } from './text-segments.ts';

async function* encoded(text: string): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const step = 1024 * 1024;
  for (let start = 0; start < text.length; ) {
    let end = Math.min(start + step, text.length);
    const code = text.charCodeAt(end - 1);
    if (end < text.length && code >= 0xd800 && code <= 0xdbff) end += 1;
    yield encoder.encode(text.slice(start, end));
    start = end;
  }
}

/** An existing text, part by part. */
export async function* loadText(text: string): AsyncGenerator<LoadedPart> {
  const total = Buffer.byteLength(text);
  for await (const { text: pageContent, linesBefore, bytes } of textSegments(encoded(text)))
    yield {
      documents: [{ pageContent, metadata: {} }],
      linesBefore,
      progress: { done: bytes, total, unit: 'bytes' },
    };
}

/** Text files, part by part. */
export async function* loadTextFiles(value: string, services: NodeServices): AsyncGenerator<LoadedPart> {
  let before = 0;
  for await (const { name, size, content } of openFlowFiles(value, services)) {
    for await (const { text, linesBefore, bytes } of textSegments(content))
      yield {
        documents: [{ pageContent: text, metadata: { source: name } }],
        linesBefore,
        progress: { done: before + bytes, total: before + size, unit: 'bytes' },
      };
    before += size;
  }
}
