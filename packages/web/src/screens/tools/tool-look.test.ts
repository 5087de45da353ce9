import { expect, it } from 'vitest';
import { toolColour } from './tool-look.ts';

it.each([
  ['#0B7A49', 'var(--chat-models)'],
  ['linear-gradient(rgb(204,143,58), rgb(9,18,71))', 'rgb(204,143,58)'],
  ['#abc', '#abc'],
  ['', 'var(--tools)'],
  ['url(https://evil.test/x.png)', 'var(--tools)'],
])('%s is drawn as %s', (stored, drawn) => {
  expect(toolColour(stored)).toBe(drawn);
});
