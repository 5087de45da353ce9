import { parentPort } from 'node:worker_threads';
import type {
  FromParser,
  ParsedPieces,
  ParseFormat,
  ParseJob,
  TextPiece,
  ToParser,
} from './parse-message.ts';

type Piece = ParsedPieces[ParseFormat];

const send = (message: FromParser) => parentPort?.postMessage(message);

let takeBytes: ((bytes: Uint8Array | undefined) => void) | undefined;

/** The document, requested part by part: a long one is never in memory whole unless its format requires that. */
async function* input(): AsyncGenerator<Uint8Array> {
  for (;;) {
    const bytes = await new Promise<Uint8Array | undefined>((resolve) => {
      takeBytes = resolve;
      send({ kind: 'more' });
    });
    if (!bytes) return;
    yield bytes;
  }
}

async function whole(): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of input()) parts.push(part);
  return Buffer.concat(parts);
}

const wholeText = async () => new TextDecoder().decode(await whole());

async function* readPdf(): AsyncGenerator<TextPiece> {
  const [{ getDocumentProxy }, { pdfLines }, { reflowLines }] = await Promise.all([
    import('unpdf'),
    import('./pdf-lines.ts'),
    import('./reflow-lines.ts'),
  ]);
  const document = await getDocumentProxy(new Uint8Array(await whole()), {
    verbosity: 0,
    useSystemFonts: false,
  });
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const text = reflowLines(pdfLines(items.filter((item) => 'str' in item)));
    page.cleanup();
    yield { text: text.trim(), number, total: document.numPages };
  }
}

async function* readDocx(): AsyncGenerator<TextPiece> {
  const [{ checkArchive }, { default: mammoth }] = await Promise.all([
    import('./check-archive.ts'),
    import('mammoth'),
  ]);
  const buffer = await whole();
  checkArchive(buffer);
  const { value } = await mammoth.extractRawText({ buffer });
  yield { text: value.trim(), number: 1, total: 1 };
}

async function* read(job: ParseJob): AsyncGenerator<Piece> {
  switch (job.format) {
    case 'pdf':
      return yield* readPdf();
    case 'docx':
      return yield* readDocx();
    case 'xlsx':
      return yield* (await import('./read-workbook.ts')).readWorkbook(await whole());
    case 'pptx':
      return yield* (await import('./read-slides.ts')).readSlides(await whole());
    case 'epub':
      return yield* (await import('./read-book.ts')).readBook(await whole());
    case 'csv':
      return yield* (await import('./read-csv.ts')).readCsv(input(), job.columnName);
    case 'json':
      return yield* (await import('./read-json.ts')).readJson(await whole(), job.isLines, job.pointers);
    case 'blocks': {
      const { readBlocks } = await import('./reading/read-blocks.ts');
      const { name, kind, wantsPictures = false, wantsSound = false } = job;
      return yield* readBlocks({ name, format: kind, content: input(), wantsPictures, wantsSound });
    }
    case 'html':
      return yield (await import('./read-page.ts')).readPage(await wholeText(), job);
    case 'sitemap':
      return yield (await import('./read-page.ts')).readSitemap(await wholeText());
    case 'feed':
      return yield (await import('./read-feed.ts')).readFeed(await wholeText());
  }
}

function failure(error: unknown): FromParser {
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const isRefusal = name === 'ParseRefusal';
  if (name === 'PasswordException')
    return { kind: 'failed', why: 'it is protected by a password', isRefusal };
  if (error instanceof RangeError && /call stack/.test(message))
    return { kind: 'failed', why: 'it is nested too deeply', isRefusal };
  if (error instanceof RangeError && /offset|out of range|bounds|length/i.test(message))
    return { kind: 'failed', why: 'it is damaged or was cut short', isRefusal };
  const why = message.replace(/\s+/g, ' ').slice(0, 300) || 'it cannot be read';
  return { kind: 'failed', why, isRefusal };
}

let pieces: AsyncGenerator<Piece> | undefined;

// A piece is parsed only on request.
async function next(): Promise<void> {
  try {
    const result = await pieces?.next();
    send(!result || result.done ? { kind: 'end' } : { kind: 'piece', piece: result.value });
  } catch (error) {
    send(failure(error));
  }
}

parentPort?.on('message', (message: ToParser) => {
  if (message.kind === 'bytes') takeBytes?.(message.bytes);
  else if (message.kind === 'begin') pieces = read(message.job);
  else void next();
});
