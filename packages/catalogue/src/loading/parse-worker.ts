import { parentPort, workerData } from 'node:worker_threads';
import type { ParsedPiece, ParseJob } from './parse-message.ts';

type Piece = Extract<ParsedPiece, { kind: 'piece' }>;

async function* readPdf(bytes: Uint8Array): AsyncGenerator<Piece> {
  const { getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(bytes, { verbosity: 0, useSystemFonts: false });
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    let text = '';
    for (const item of items) if ('str' in item) text += item.str + (item.hasEOL ? '\n' : '');
    page.cleanup();
    yield { kind: 'piece', text: text.trim(), number, total: document.numPages };
  }
}

async function* readDocx(bytes: Uint8Array): AsyncGenerator<Piece> {
  const [{ checkArchive }, { default: mammoth }] = await Promise.all([
    import('./check-archive.ts'),
    import('mammoth'),
  ]);
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  checkArchive(buffer);
  const { value } = await mammoth.extractRawText({ buffer });
  yield { kind: 'piece', text: value.trim(), number: 1, total: 1 };
}

function whyOf(error: unknown): string {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  if (name === 'PasswordException') return 'it is protected by a password';
  return message.replace(/\s+/g, ' ').slice(0, 300) || 'it cannot be read';
}

const { format, bytes } = workerData as ParseJob;
const pieces = format === 'pdf' ? readPdf(bytes) : readDocx(bytes);

// A piece is made only when it is asked for: a long document never lies in memory as text.
parentPort?.on('message', async () => {
  const send = (piece: ParsedPiece) => parentPort?.postMessage(piece);
  try {
    const { done, value } = await pieces.next();
    send(done ? { kind: 'end' } : value);
  } catch (error) {
    send({ kind: 'failed', why: whyOf(error) });
  }
});
