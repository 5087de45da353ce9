import { expect, it } from 'vitest';
import { toSandboxFetch } from './sandbox-fetch.ts';

const init = { method: 'POST', headers: { 'x-one': '1' }, body: 'é', signal: new AbortController().signal };

it('hands the request on and answers with status, headers and text', async () => {
  const fetchInside = toSandboxFetch(async (url, given) => {
    const request = new Request(url, given);
    const seen = [request.method, request.url, request.headers.get('x-one'), await request.text()];
    return Response.json(seen, { status: 201, headers: { 'X-Two': '2' } });
  });
  const { status, headers, text } = await fetchInside('https://a.test/', init);
  expect([status, headers['x-two'], JSON.parse(text)]).toEqual([
    201,
    '2',
    ['POST', 'https://a.test/', '1', 'é'],
  ]);
});

it('answers with no text when there is no body', async () => {
  const fetchInside = toSandboxFetch(async () => new Response(null, { status: 204 }));
  expect(await fetchInside('https://a.test/', init)).toEqual({ status: 204, headers: {}, text: '' });
});

it('stops reading an answer after 4 MB', async () => {
  let pulls = 0;
  const endless = new ReadableStream({
    pull(controller) {
      pulls += 1;
      controller.enqueue(new Uint8Array(1024 * 1024));
    },
  });
  const fetchInside = toSandboxFetch(async () => new Response(endless));
  await expect(fetchInside('https://a.test/', init)).rejects.toMatchObject({ code: 'TOOL_FAILED' });
  expect(pulls).toBeLessThan(10);
});
