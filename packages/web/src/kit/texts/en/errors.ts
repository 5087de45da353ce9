import { defineTexts } from '../texts.ts';

export const errorTexts = defineTexts('errors', {
  timeout: 'The server did not answer within {{seconds}} seconds.',
  network: 'No connection to the server.',
  noMessage: 'The server answered {{status}} without a message.',
  unreadable: 'The answer of the server could not be read.',
  csrf: 'This page is out of date and reloading did not help. Close it and open it again.',
  brokenStream: 'The connection ended before the answer was complete.',
});
