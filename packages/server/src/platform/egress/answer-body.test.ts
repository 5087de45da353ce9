import { describe, expect, it } from 'vitest';
import { AnswerBody } from './answer-body.ts';

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

it('a body past its limit closes the socket and fails for whoever reads it later', async () => {
  const { body, emitted } = makeBody(10);
  body.push(bytes(11));
  expect(emitted).toEqual(['abort: The response is larger than allowed.']);
  await expect(body.whole()).rejects.toMatchObject({ code: 'TOO_LARGE' });
});
