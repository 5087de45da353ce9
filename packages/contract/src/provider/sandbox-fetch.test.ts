import { expect, it } from 'vitest';
import { toSandboxFetch } from './sandbox-fetch.ts';

const init = {
  method: 'POST',
  headers: [['x-one', '1']] as [string, string][],
  redirect: 'follow' as const,
  body: 'é',
  signal: new AbortController().signal,
};

it('hands the request on and answers with status, headers and bytes', async () => {
  const fetchInside = toSandboxFetch(async (url, given) => {
    const request = new Request(url, given);
    const seen = [request.method, request.url, request.headers.get('x-one'), await request.text()];
    const headers = new Headers({ 'X-Two': '2' });
    for (const cookie of ['a=1', 'b=2']) headers.append('set-cookie', cookie);
    return Response.json(seen, { status: 201, statusText: 'Made', headers });
  });
  const { body, headers, ...rest } = await fetchInside('https://a.test/', init);
  expect(rest).toEqual({ status: 201, statusText: 'Made', url: 'https://a.test/', redirected: false });
  expect(headers).toEqual(
    expect.arrayContaining([
      ['x-two', '2'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]),
  );
  expect(JSON.parse(new TextDecoder().decode(body))).toEqual(['POST', 'https://a.test/', '1', 'é']);
});

it('answers with no bytes when there is no body, and joins pieces', async () => {
  const empty = toSandboxFetch(async () => new Response(null, { status: 204 }));
  expect((await empty('https://a.test/', init)).body).toHaveLength(0);
  const pieces = new ReadableStream({
    start(controller) {
      for (const byte of [1, 2, 3]) controller.enqueue(new Uint8Array([byte]));
      controller.close();
    },
  });
  const inPieces = toSandboxFetch(async () => new Response(pieces));
  expect([...(await inPieces('https://a.test/', init)).body]).toEqual([1, 2, 3]);
});

it('stops reading an answer after 8 MB', async () => {
  let pulls = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulls += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const fetchInside = toSandboxFetch(async () => new Response(endless));
  await expect(fetchInside('https://a.test/', init)).rejects.toMatchObject({ code: 'TOOL_FAILED' });
  expect(pulls).toBeLessThan(14);
});
