import { describe, expect, it } from 'vitest';
import { AnswerBody } from './answer-body.ts';
import { paceOf, StreamPace } from './stream-pace.ts';

function makeBody(maxBytes = 1_000_000) {
  const emitted: string[] = [];
  const source = {
    pause: () => void emitted.push('pause'),
    resume: () => void emitted.push('resume'),
    abort: (reason: Error) => void emitted.push(`abort: ${reason.message}`),
  };
  return { body: new AnswerBody(source, maxBytes), emitted };
}

const bytes = (length: number) => new Uint8Array(length);

describe('a body nobody reads', () => {
  it.each(['whole', 'stream'] as const)(
    'stops its source at 64 KB and lets it go on when read: %s',
    async (way) => {
      const { body, emitted } = makeBody();
      body.push(bytes(40_000));
      expect(emitted).toEqual([]);
      body.push(bytes(40_000));
      expect(emitted).toEqual(['pause']);
      const reading = way === 'whole' ? body.whole() : body.stream().getReader().read();
      await Promise.resolve();
      expect(emitted).toEqual(['pause', 'resume']);
      body.end();
      const read = await reading;
      expect(('value' in read ? read.value : (read as Uint8Array))?.length).toBe(80_000);
    },
  );

  it('that is discarded lets a short rest pass and closes the socket on a long one', () => {
    const { body, emitted } = makeBody();
    body.discard();
    body.push(bytes(16 * 1024));
    expect(emitted).toEqual([]);
    body.push(bytes(1));
    expect(emitted).toEqual(['abort: The reader has left.']);
  });
});

describe('a body that is streamed', () => {
  it('passes on each chunk at once to a waiting reader', async () => {
    const { body } = makeBody();
    const reader = body.stream().getReader();
    for (const length of [3, 5]) {
      const reading = reader.read();
      await Promise.resolve();
      body.push(bytes(length));
      expect((await reading).value?.length).toBe(length);
    }
    body.end();
    expect(await reader.read()).toEqual({ done: true, value: undefined });
  });

  it('closes the socket when its reader leaves, and takes nothing more', async () => {
    const { body, emitted } = makeBody();
    await body.stream().cancel();
    expect(emitted).toEqual(['abort: The reader has left.']);
    body.push(bytes(1));
    body.end();
    body.fail(new Error('late'));
    expect(emitted).toHaveLength(1);
  });
});

it('a body past its limit closes the socket and fails for readers that come later', async () => {
  const { body, emitted } = makeBody(10);
  body.push(bytes(11));
  expect(emitted).toEqual(['abort: The response is larger than allowed.']);
  await expect(body.whole()).rejects.toMatchObject({ code: 'TOO_LARGE' });
});

describe('a body that is paced', () => {
  async function read(stream: ReadableStream<Uint8Array>) {
    const pieces: Uint8Array[] = [];
    for await (const piece of stream) pieces.push(piece);
    return pieces;
  }

  it('comes whole and in order, in small pieces once it is long, with a turn for others between them', async () => {
    const { body, emitted } = makeBody();
    const sent = Uint8Array.from({ length: 200_000 }, (_, index) => index % 251);
    const reading = read(body.stream(new StreamPace()));
    let turns = 0;
    const beat = setInterval(() => {
      turns += 1;
    }, 1);
    for (let at = 0; at < sent.length; at += 50_000) {
      body.push(sent.slice(at, at + 50_000));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    body.end();
    const pieces = await reading;
    clearInterval(beat);
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
    expect(pieces.slice(2).every(({ length }) => length <= 4096)).toBe(true);
    expect(turns).toBeGreaterThan(3);
    expect(emitted.filter((one) => one === 'pause').length).toBe(
      emitted.filter((one) => one === 'resume').length,
    );
  });

  it('ends at once when its reader leaves, or when it fails, while it rests', async () => {
    const long = bytes(100_000);
    const left = makeBody();
    const leaving = left.body.stream(new StreamPace()).getReader();
    left.body.push(long);
    await leaving.read();
    const next = leaving.read();
    await leaving.cancel();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(left.emitted.at(-1)).toBe('abort: The reader has left.');

    const failed = makeBody();
    const reader = failed.body.stream(new StreamPace()).getReader();
    failed.body.push(long);
    await reader.read();
    const failing = reader.read();
    failed.body.fail(new Error('gone'));
    await expect(failing).rejects.toThrow('gone');
  });

  it('is one of events, not of a file', () => {
    for (const type of [
      'text/event-stream; charset=utf-8',
      'application/x-ndjson',
      'application/stream+json',
    ])
      expect(paceOf(type), type).toBeDefined();
    for (const type of [undefined, 'application/json', 'application/pdf', 'text/plain'])
      expect(paceOf(type), type).toBeUndefined();
  });
});
