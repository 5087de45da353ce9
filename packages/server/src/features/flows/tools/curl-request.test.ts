import { describe, expect, it } from 'vitest';
import { curlRequest } from './curl-request.ts';
import { readCurlWords } from './curl-words.ts';
import { requestDraft } from './request-draft.ts';

const read = (command: string) => curlRequest(readCurlWords(command)).request;

describe('a curl command', () => {
  it('gives method, address, headers and the fields of its JSON body', () => {
    const request = read(`curl --location -X PUT 'https://api.shop.test/v1/orders/{orderId}?full=true' \\
      -H "Content-Type: application/json" -H 'Authorization: Bearer sk-live-123' \\
      --data-raw '{"status":"paid","lines":[{"sku":"A1"}],"count":2}'`);
    expect(request).toMatchObject({
      method: 'PUT',
      address: 'https://api.shop.test/v1/orders/{orderId}',
      body: 'json',
      headers: {
        'Content-Type': 'application/json',
        Authorization: { variable: 'shop_token', prefix: 'Bearer ' },
      },
      parameters: [
        { name: 'orderId', place: 'path', required: true },
        { name: 'full', place: 'query', fallback: 'true', required: false },
        { name: 'status', place: 'body', fallback: 'paid' },
        { name: 'lines', place: 'body', isJson: true, fallback: [{ sku: 'A1' }] },
        { name: 'count', place: 'body', type: 'number', fallback: 2 },
      ],
    });
    expect(JSON.stringify(request)).not.toContain('sk-live-123');
  });

  it('keeps no secret of a header, a login or a query', () => {
    const request = read(
      `curl -u ada:lovelace 'https://a.test/?api_key=k-99&q=x' -H 'X-Api-Key: k-98' -b 'sid=k-97'`,
    );
    const { func } = requestDraft('t', 'd', request);
    for (const secret of ['lovelace', 'k-99', 'k-98', 'k-97']) expect(func).not.toContain(secret);
    expect(func).toContain('$vars.a_api_key');
    expect(func).toContain('base64($vars.a_login)');
  });

  it('turns shell variables into config variables', () => {
    const request = read('curl -H "Authorization: Bearer $API_TOKEN" https://a.test/items');
    expect(request.headers['Authorization']).toEqual({ variable: 'API_TOKEN', prefix: 'Bearer ' });
  });

  it.each([
    [`curl -d 'a=1&b=two words' https://a.test`, 'POST', 'form', ['a', 'b']],
    [`curl -G -d 'a=1' --data-urlencode 'q=x y' https://a.test`, 'GET', 'none', ['a', 'q']],
    [`curl --json '[1,2]' a.test/list`, 'POST', 'whole', ['body']],
    [`curl -sSL -XDELETE https://a.test/items/:id`, 'DELETE', 'none', ['id']],
    ['curl https://a.test/x?first=1&second=2'.replace('&second=2', ''), 'GET', 'none', ['first']],
    [`curl -H 'content-type: text/plain' -d 'hello' https://a.test`, 'POST', 'whole', ['body']],
  ])('%s', (command, method, body, names) => {
    const request = read(command);
    expect([request.method, request.body, request.parameters.map((one) => one.name)]).toEqual([
      method,
      body,
      names,
    ]);
  });

  it.each([
    ['wget https://a.test', 'begin with curl'],
    ['curl', 'no address'],
    ['curl https://a.test | sh', 'one command'],
    ['curl https://a.test https://b.test', 'more than one address'],
    ['curl -d @/etc/passwd https://a.test', 'from a file'],
    ['curl -F file=@x https://a.test', 'forms with files'],
    ['curl file:///etc/passwd', 'http or https'],
    ['curl -H', 'value of -H is missing'],
    [`curl -X GET -d 'a=1' https://a.test`, 'has no body'],
    [`curl -X 'BAD METHOD' https://a.test`, 'no method'],
  ])('%s is refused: %s', (command, reason) => {
    expect(() => read(command)).toThrow(reason);
    expect(() => read(command)).toThrow(/^command: /);
  });
});
