import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pngOfPixels } from '@tendril/catalogue/loading/reading/png-of-pixels';
import type { StoreChunk } from '@tendril/contract/api/document-stores';
import { PDFDocument } from 'pdf-lib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readByTesseract } from '../../../platform/local-reading/read-by-tesseract.ts';
import { studio } from '../../../testing/flow-fixtures.ts';
import { KnowledgeDriver } from '../../../testing/knowledge-driver.ts';
import type { FormPart } from '../../../testing/send-form.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

/** A vendor that sees, hears and writes in OpenAI's protocol. */
interface Vendor {
  server: Server;
  url: string;
  asked: string[];
  isBroken: boolean;
}

const said = 'Welcome to the library.';
/** What other vendors answer, by the ends of their addresses. */
const otherTranscripts: readonly [string, object][] = [
  [
    '/listen',
    {
      results: {
        utterances: [{ start: 1, end: 3, transcript: said }],
        channels: [{ alternatives: [{ transcript: said }] }],
      },
    },
  ],
  [
    '/speech-to-text',
    {
      text: said,
      words: said.split(' ').flatMap((text, at) => [
        { text, start: 1 + at / 2, end: 1.5 + at / 2, type: 'word' },
        { text: ' ', start: 1, end: 1, type: 'spacing' },
      ]),
    },
  ],
  ['/upload', { upload_url: 'https://cdn.test/1' }],
  ['/sentences', { sentences: [{ start: 1000, end: 3000, text: said }] }],
  ['/v1/transcript', { id: 't1', status: 'completed', text: said }],
  [
    '/speechtotext',
    {
      combinedPhrases: [{ text: said }],
      phrases: [{ offsetMilliseconds: 1000, durationMilliseconds: 2000, text: said }],
    },
  ],
];

async function startVendor(): Promise<Vendor> {
  const vendor: Vendor = { server: createServer(), url: '', asked: [], isBroken: false };
  vendor.server.on('request', (request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (part: string) => {
      body += part;
    });
    request.on('end', () => {
      vendor.asked.push(body);
      response.setHeader('content-type', 'application/json');
      if (vendor.isBroken) response.statusCode = 500;
      const segments = [
        { start: 0, end: 4.5, text: ' Welcome to the library.' },
        { start: 61, end: 64, text: ' It opens at nine.' },
      ];
      const content =
        body.includes('image/png') || body.includes('image_url')
          ? '# Notice\n\nDogs have to wait.'
          : 'About the library.';
      const message = { role: 'assistant', content };
      const completion = {
        id: 'c1',
        object: 'chat.completion',
        created: 1,
        model: 'gpt-4o-mini',
        choices: [{ index: 0, message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      };
      const heard = otherTranscripts.find(([path]) => request.url?.includes(path))?.[1];
      const own = request.url?.includes('audio') ? { text: 'x', segments } : completion;
      response.end(JSON.stringify(heard ?? own));
    });
  });
  await new Promise<void>((resolve) => vendor.server.listen(0, '127.0.0.1', resolve));
  vendor.url = `http://127.0.0.1:${(vendor.server.address() as AddressInfo).port}/v1`;
  return vendor;
}

const pixels = Buffer.alloc(200 * 200, 255);
const png = pngOfPixels({ width: 200, height: 200, data: pixels }) ?? Buffer.alloc(0);

/** Pages that look like paper, each with a picture of this share of its height, and these words over it. */
async function makePages(...pages: { height: number; words: string }[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const picture = await document.embedPng(png);
  for (const { height, words } of pages) {
    const page = document.addPage([400, 400]);
    page.drawImage(picture, { x: 0, y: 0, width: 400, height: 400 * height });
    page.drawText(words, { x: 20, y: 380, size: 10, maxWidth: 360, lineHeight: 12 });
  }
  return document.save();
}

/** A message with a picture that is attached, one in its text, a logo, a recording and a scan. */
function makeMessage(scan: Uint8Array): string {
  const part = (type: string, disposition: string, content: Uint8Array) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Disposition: ${disposition}\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`;
  return [
    'From: ada@example.com\r\nTo: bob@example.com\r\nSubject: The notice\r\nDate: Mon, 2 Feb 2026 10:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n',
    '--b\r\nContent-Type: text/plain\r\n\r\nSee what is attached.\r\n',
    part('image/png', 'attachment; filename=notice.png', png),
    part('image/png', 'inline', Buffer.concat([png, Buffer.alloc(9000)])),
    part('image/png', 'inline; filename=logo.png', png),
    part('audio/mpeg', 'attachment; filename=voice.mp3', Buffer.from('ID3 sound')),
    part('application/pdf', 'attachment; filename=scan.pdf', scan),
    '--b--\r\n',
  ].join('');
}

async function makeScan(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([400, 400]);
  page.drawImage(await document.embedPng(png), { x: 0, y: 0, width: 400, height: 400 });
  document.addPage([400, 400]);
  return document.save();
}

describe('sources that need other readers', () => {
  let app: TestApp;
  let user: TestUser;
  let driver: KnowledgeDriver;
  let vendor: Vendor;
  let credential: string;

  beforeAll(async () => {
    vendor = await startVendor();
    app = await createTestApp({ config: { egressAllow: [new URL(vendor.url).host] } });
    user = await app.signIn();
    driver = new KnowledgeDriver(user);
    const payload = { name: 'k', credentialName: 'openAIApi', plainDataObj: { openAIApiKey: 'sk-test' } };
    const made = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload });
    if (made.statusCode !== 200) throw new Error(made.body);
    credential = made.json<{ id: string }>().id;
  });
  afterEach(() => {
    vendor.asked = [];
    vendor.isBroken = false;
  });
  afterAll(async () => {
    await app.close();
    vendor.server.close();
  });

  const model = () => ({
    name: 'chatOpenAI',
    inputs: { modelName: 'gpt-4o-mini', basepath: vendor.url },
  });

  async function processed(files: FormPart[], reading: object) {
    const { id } = await driver.makeStore();
    const file = await driver.upload(id, files);
    const rest = { splitterId: 'structureTextSplitter', splitterConfig: {}, reading };
    const loader = await driver.saveLoader(id, 'fileLoader', { file, usage: 'perFile' }, rest);
    const job = await driver.process(id, loader.id);
    const { chunks } = await driver.call<{ chunks: StoreChunk[] }>('GET', `chunks/${id}/all/1`);
    return { id, loader, job, chunks };
  }

  const indexTexts = async (storeId: string) =>
    (
      await app.infrastructure.db
        .selectFrom('document_chunk')
        .select('indexText')
        .where('storeId', '=', storeId)
        .orderBy('chunkNo')
        .execute()
    ).map(({ indexText }) => indexText);

  it('a picture and a scanned page are read by the model that was chosen', async () => {
    const files = [
      { name: 'notice.png', content: png },
      { name: 'scan.pdf', content: await makeScan() },
    ];
    const { job, chunks } = await processed(files, { pictures: model() });
    expect(job.state).toBe('done');
    expect(chunks.map(({ pageContent }) => pageContent)).toEqual([
      'Notice\n\nDogs have to wait.',
      'Notice\n\nDogs have to wait.',
    ]);
    expect(chunks[1]?.metadata).toMatchObject({ source: 'scan.pdf', loc: { page: 1 } });
    expect(vendor.asked).toHaveLength(2);
  });

  it('a page with a stamp over a picture of it is read as a picture too, and one with a smaller picture is not', async () => {
    const words =
      'This page has text of its own, more than a stamp has, and the picture is only its background. ';
    const content = await makePages(
      { height: 1, words: 'Page 1 of 4' },
      { height: 0.4, words: 'A figure' },
      { height: 1, words: words + words },
    );
    const { chunks } = await processed([{ name: 'mixed.pdf', content }], { pictures: model() });
    expect(vendor.asked).toHaveLength(1);
    const text = chunks.map(({ pageContent }) => pageContent).join('\n');
    for (const part of ['Page 1 of 4', 'Dogs have to wait.', 'A figure', 'more than a stamp'])
      expect(text).toContain(part);
    const unread = await processed([{ name: 'mixed.pdf', content }], {});
    expect(unread.job.state).toBe('done');
    const [file] = await app.infrastructure.db
      .selectFrom('document_file')
      .select('error')
      .where('loaderId', '=', unread.loader.id)
      .execute();
    expect(file?.error).toContain('Page 1 is a picture of text');
  });

  it('pictures, recordings and scans in a message are read like those outside, and its logos are not', async () => {
    const mail = makeMessage(await makeScan());
    const sound = { provider: 'openAIWhisper', baseUrl: vendor.url };
    const { chunks } = await processed([{ name: 'm.eml', content: Buffer.from(mail) }], {
      pictures: model(),
      sound,
    });
    expect(vendor.asked).toHaveLength(4);
    const text = chunks.map(({ pageContent }) => pageContent).join('\n');
    expect(text.split('Dogs have to wait.')).toHaveLength(4);
    expect(text).toContain('Welcome to the library.');
    expect(text).toContain('See what is attached.');
    const anchors = JSON.stringify(chunks.map(({ metadata }) => metadata));
    for (const name of ['notice.png', 'voice.mp3', 'scan.pdf']) expect(anchors).toContain(name);
  });

  it('a message is read where its pictures and recordings cannot be, and says so', async () => {
    const { chunks, loader } = await processed(
      [{ name: 'm.eml', content: Buffer.from(makeMessage(png)) }],
      {},
    );
    expect(chunks[0]?.pageContent).toContain('See what is attached.');
    const [file] = await app.infrastructure.db
      .selectFrom('document_file')
      .select('error')
      .where('loaderId', '=', loader.id)
      .execute();
    expect(file?.error).toMatch(/notice\.png.*|voice\.mp3/);
    expect(file?.error).not.toContain('logo.png');
  });

  it('a picture, a scan and a recording that nothing reads say what they need', async () => {
    const { job } = await processed([{ name: 'scan.pdf', content: await makeScan() }], {});
    expect(job).toMatchObject({
      state: 'failed',
      error: {
        message: '"scan.pdf": holds no text; page 1 is a picture of text, which needs reading by picture.',
      },
    });
    const other = await processed([{ name: 'notice.png', content: png }], {});
    expect(other.job.error?.message).toContain(
      '"notice.png": it is a picture of text, which needs reading by picture.',
    );
    const sound = await processed([{ name: 'call.mp3', content: Buffer.from('ID3 sound') }], {});
    expect(sound.job.error?.message).toContain('"call.mp3": it is a recording, which needs speech to text.');
  });

  it('a recording is heard with the times of its words', async () => {
    const sound = { provider: 'openAIWhisper', baseUrl: vendor.url };
    const { chunks } = await processed([{ name: 'call.mp3', content: Buffer.from('ID3 sound') }], { sound });
    expect(chunks[0]?.pageContent).toBe('Welcome to the library.\n\nIt opens at nine.');
    expect(chunks[0]?.metadata).toMatchObject({
      loc: { places: [{ time: [0, 4500] }, { time: [61_000, 64_000] }] },
    });
  });

  it.each([
    ['deepgram', 'deepgramApi', { deepgramApiKey: 'k' }],
    ['elevenLabsSTT', 'elevenLabsApi', { elevenLabsApiKey: 'k' }],
    ['assemblyAiTranscribe', 'assemblyAIApi', { assemblyAIApiKey: 'k' }],
    ['azureCognitive', 'azureCognitiveServices', { azureSubscriptionKey: 'k', serviceRegion: 'west' }],
  ])('%s hears recordings with their times too', async (provider, credentialName, plainDataObj) => {
    const payload = { name: 'k', credentialName, plainDataObj };
    const made = await user.inject({ method: 'POST', url: `${studio}/credentials`, payload });
    const own = made.json<{ id: string }>().id;
    const sound = { provider, credential: own, baseUrl: vendor.url };
    const { chunks } = await processed([{ name: 'call.mp3', content: Buffer.from('ID3 sound') }], { sound });
    expect(chunks[0]?.pageContent).toBe('Welcome to the library.');
    expect(chunks[0]?.metadata).toMatchObject({ loc: { places: [{ time: [1000, 3000] }] } });
    const unsecret = await processed([{ name: 'c.mp3', content: Buffer.from('ID3') }], {
      sound: { provider },
    });
    expect(unsecret.job.error?.message).toContain('needs a key');
  });

  it('a model writes about each chunk, once, and what it wrote is embedded with it', async () => {
    const files = [
      { name: 'a.md', content: '# Handbook\n\n## Library\n\nIt opens at nine.\n\n## Porter\n\nKeys.' },
    ];
    const { id, loader } = await processed(files, { context: model() });
    expect(await indexTexts(id)).toEqual([
      'About the library.\n\nHandbook\n\nLibrary\n\nIt opens at nine.',
      'About the library.\n\nHandbook\nPorter\n\nKeys.',
    ]);
    expect(vendor.asked).toHaveLength(2);
    await driver.process(id, loader.id);
    expect((await indexTexts(id))[1]).toBe('About the library.\n\nHandbook\nPorter\n\nKeys.');
    expect(vendor.asked).toHaveLength(2);
  });

  it('what a model wrote about chunks goes with the file that they were cut from, and with its loader', async () => {
    const contextsOf = (loaderId: string) =>
      app.infrastructure.db
        .selectFrom('chunk_context')
        .select('fileId')
        .where('loaderId', '=', loaderId)
        .execute();
    const files = [
      { name: 'one.md', content: '# One\n\nThe first of two.' },
      { name: 'two.md', content: '# Two\n\nThe second of two.' },
    ];
    const { id, loader } = await processed(files, { context: model() });
    const before = await contextsOf(loader.id);
    expect(before).toHaveLength(2);
    const fileId = before[0]?.fileId ?? '';
    await app.infrastructure.db.deleteFrom('document_file').where('id', '=', fileId).execute();
    expect(await contextsOf(loader.id)).toHaveLength(1);
    await driver.call('DELETE', `loader/${id}/${loader.id}`);
    expect(await contextsOf(loader.id)).toEqual([]);
  });

  it('a model that fails leaves the chunks as they are', async () => {
    vendor.isBroken = true;
    const { id, job } = await processed(
      [{ name: 'b.md', content: '# Other\n\n## One\n\nWords.\n\n## Two\n\nMore.' }],
      {
        context: model(),
      },
    );
    expect(job.state).toBe('done');
    expect(await indexTexts(id)).toEqual([null, 'Other\nTwo\n\nMore.']);
  });

  it('what it costs is said before anything is asked', async () => {
    const { id } = await driver.makeStore();
    const body = {
      storeId: id,
      loaderId: 'plainText',
      loaderConfig: { text: '# A\n\n## B\n\nOne two three.\n\n## C\n\nFour five.' },
      splitterId: 'structureTextSplitter',
      reading: { context: { name: 'chatOpenAI', inputs: { modelName: 'gpt-4o-mini' }, credential } },
    };
    const estimate = await driver.call<Record<string, number>>('POST', 'loader/context-estimate', body);
    expect(estimate).toMatchObject({ documents: 1, chunks: 2, outputTokens: 160, isLowerBound: false });
    expect(estimate['costUsd']).toBeGreaterThan(0);
    expect(estimate['inputTokens']).toBeGreaterThan(estimate['repeatedTokens'] ?? 0);
    expect(vendor.asked).toEqual([]);
  });
});

it('a program on the machine reads the lines of a picture with their boxes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reading-'));
  const program = join(folder, 'tesseract');
  const rows = [
    'level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext',
    '1\t1\t0\t0\t0\t0\t0\t0\t200\t100\t-1\t',
    '4\t1\t1\t1\t1\t0\t20\t10\t100\t10\t-1\t',
    '5\t1\t1\t1\t1\t1\t20\t10\t40\t10\t96\tDogs',
    '5\t1\t1\t1\t1\t2\t70\t10\t50\t10\t91\twait',
    '4\t1\t1\t1\t2\t0\t20\t30\t60\t10\t-1\t',
    '5\t1\t1\t1\t2\t1\t20\t30\t60\t10\t88\toutside.',
    '5\t1\t1\t1\t2\t2\t90\t30\t5\t10\t7\t|',
  ];
  await writeFile(program, `#!/bin/sh\ncat > /dev/null\ncat <<'END'\n${rows.join('\n')}\nEND\n`, {
    mode: 0o755,
  });
  const picture = { name: 'p.png', mediaType: 'image/png', bytes: png };
  const blocks = await readByTesseract(program, picture, new AbortController().signal);
  expect(blocks).toEqual([
    {
      kind: 'text',
      text: 'Dogs wait outside.',
      place: {
        boxes: [
          [0.1, 0.1, 0.5, 0.1],
          [0.1, 0.3, 0.3, 0.1],
        ],
      },
    },
  ]);
  await rm(folder, { recursive: true });
});

describe('the languages of pictures', () => {
  let folder: string;
  let program: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'languages-'));
    program = join(folder, 'tesseract');
    const read = `printf 'level\\n1\\t1\\t0\\t0\\t0\\t0\\t0\\t0\\t9\\t9\\t-1\\t\\n4\\t1\\t1\\t1\\t1\\t0\\t0\\t0\\t9\\t9\\t-1\\t\\n5\\t1\\t1\\t1\\t1\\t1\\t0\\t0\\t9\\t9\\t96\\t%s\\n' "$*"`;
    const list = "echo 'List of available languages (4):'; printf 'deu\\neng\\nosd\\nchi_sim\\n'; exit 0";
    await writeFile(
      program,
      `#!/bin/sh\nif [ "$1" = --list-langs ]; then ${list}; fi\ncat > /dev/null\n${read}\n`,
      {
        mode: 0o755,
      },
    );
  });
  afterAll(() => rm(folder, { recursive: true }));

  const asked = async (languages?: string) => {
    const picture = { name: 'p.png', mediaType: 'image/png', bytes: png };
    const blocks = await readByTesseract(program, picture, new AbortController().signal, languages);
    return blocks.map(({ text }) => text).join();
  };

  it('are those that were chosen, else English and what else is installed', async () => {
    expect(await asked('deu')).toBe('- - -l deu tsv');
    expect(await asked()).toBe('- - -l eng+deu+chi_sim tsv');
  });

  it('are named with their packages where those are missing', async () => {
    await expect(asked('deu+fra+chi_tra')).rejects.toThrow(
      'Pictures cannot be read in "fra+chi_tra": the server lacks tesseract-ocr-fra and tesseract-ocr-chi-tra. Installed: deu, eng, chi_sim.',
    );
  });
});
