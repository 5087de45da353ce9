import { defineTexts } from '../texts.ts';

export const errorTexts = defineTexts('errors', {
  timeout: 'The server did not answer within {{seconds}} seconds.',
  network: 'No connection to the server.',
  noMessage: 'The server returned status {{status}} with no message.',
  unreadable: 'The server’s response could not be read.',
  csrf: 'This page is out of date and reloading did not help. Close it and open it again.',
  brokenStream: 'The connection was lost before the answer was complete.',
});
