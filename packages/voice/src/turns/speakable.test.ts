import { expect, it } from 'vitest';
import { speakable } from './speakable.ts';

it.each([
  ['**Bold** and `code`', 'Bold and code'],
  ['# Title\n- one\n- two', 'Title one two'],
  ['See [our page](https://example.com/a?b=c).', 'See our page.'],
  ['Wait <break time="999s"/> here', 'Wait here'],
  ['<speak>Hi</speak>', 'Hi'],
  ['a < b', 'a b'],
  ['bell\u0007 and\u0000 null', 'bell and null'],
  ['Ça va ? 你好', 'Ça va ? 你好'],
])('ATK-160: %j is read as %j', (text, read) => {
  expect(speakable(text)).toBe(read);
});
