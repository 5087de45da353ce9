import { expect, it } from 'vitest';
import { failuresOf } from './failures-of.ts';

const screen = (successful: number, failed: number) => `
  Successful call        |        0                  |      ${successful}
  Failed call            |        0                  |       ${failed}
`;
const refused = (status: string) =>
  `2026-11-25 12:00:00.1 Aborting call on unexpected message for Call-Id '1-2@127.0.0.1': while expecting '180' (index 2), received 'SIP/2.0 ${status}\r\nVia: SIP/2.0/UDP 127.0.0.1:7460\r\n'.\n`;

it('counts calls that failed by what they were answered', () => {
  const errors = [
    refused('503 Service Unavailable'),
    refused('503 Service Unavailable'),
    refused('486 Busy Here'),
    refused('200 OK'),
    `Aborting call on unexpected message: while pausing (index 6), received 'BYE sip:user1@127.0.0.1:7460 SIP/2.0\r\n'.\n`,
  ];
  expect(failuresOf(screen(10, 4) + screen(995, 5), errors.join(''))).toEqual({
    successful: 995,
    failed: 5,
    by: new Map([
      ['503 Service Unavailable', 2],
      ['486 Busy Here', 1],
      ['hung up by the server', 1],
      ['no answer', 1],
    ]),
  });
});

it('says that none has failed where none has', () => {
  expect(failuresOf(screen(1000, 0), '')).toEqual({ successful: 1000, failed: 0, by: new Map() });
});
