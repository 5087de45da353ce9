import type { Embedder } from '@tendril/contract/provider/embedder';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '../../testing/run-context.ts';
import { runNode } from '../../testing/run-node.ts';
import {
  sendJson,
  startVendorServer,
  type VendorRequest,
  type VendorServer,
} from '../../testing/vendor-server.ts';

const packed = (vector: number[]) => Buffer.from(new Float32Array(vector).buffer).toString('base64');
const asked = ({ body }: VendorRequest) => body['encoding_format'];
const answerOf = ({ body }: VendorRequest, write: (vector: number[]) => unknown) => ({
  data: (body['input'] as string[]).map((text, index) => ({ index, embedding: write([text.length, 0.5]) })),
});

/** How servers take the wish for base64, by the model that they are asked for. */
const servers: Record<string, (request: VendorRequest) => { status: number; answer: unknown }> = {
  packs: (request) => ({ status: 200, answer: answerOf(request, packed) }),
  ignores: (request) => ({ status: 200, answer: answerOf(request, (vector) => vector) }),
  refuses: (request) =>
    asked(request) === undefined
      ? { status: 200, answer: answerOf(request, (vector) => vector) }
      : { status: 422, answer: { detail: 'Extra inputs are not permitted: encoding_format' } },
  // Numbers of two bytes each cannot be told from others, unless they are odd in number.
  halves: (request) => ({
    status: 200,
    answer: answerOf(request, asked(request) ? () => Buffer.from('123456').toString('base64') : (one) => one),
  }),
};

let server: VendorServer;
beforeEach(async () => {
  server = await startVendorServer((request, _scenario, response) => {
    const { status, answer } =
      servers[String(request.body['model'])]?.(request) ?? expect.fail('no such model');
    sendJson(response, answer, status);
  });
});
afterEach(() => server.close());

describe('vectors as base64', () => {
  it.each([
    ['packs', ['base64', 'base64']],
    ['ignores', ['base64', 'base64']],
    ['refuses', ['base64', undefined, undefined]],
    ['halves', ['base64', undefined, undefined]],
  ])('are asked for, and are numbers where a server %s them', async (modelName, formats) => {
    const run = testContext();
    const embedder = await runNode<Embedder>(
      'openAIEmbeddings',
      { basepath: `${server.url}/v1`, modelName },
      run,
    );
    for (const text of ['one', 'three'])
      expect(await embedder.embed([text], run)).toEqual([[text.length, 0.5]]);
    expect(server.requests.map(asked)).toEqual(formats);
  });

  it('are not asked for by a node that wants numbers', async () => {
    const run = testContext();
    const values = { basepath: `${server.url}/v1`, modelName: 'ignores', encodingFormat: 'float' };
    const embedder = await runNode<Embedder>('openAIEmbeddingsCustom', values, run);
    await embedder.embed(['one'], run);
    expect(server.requests.map(asked)).toEqual(['float']);
  });
});
