import { describe, expect, it } from 'vitest';
import { completeVariable, fittingVariables, openBrace } from './variable-completion.ts';

const choices = [
  { name: 'question', about: 'The user’s question' },
  { name: '$vars.city', about: 'Config variable' },
  { name: 'llmChain_0.data.instance', about: 'Output of Answer' },
];

describe('variable completion', () => {
  it.each([
    ['Say {', { start: 4, query: '' }],
    ['Say {{', { start: 4, query: '' }],
    ['Say {{$va', { start: 4, query: '$va' }],
    ['{que', { start: 0, query: 'que' }],
  ])('asks for a variable behind %s', (text, brace) => {
    expect(openBrace(text, text.length)).toEqual(brace);
  });

  it.each(['plain', '{"a": ', 'done {{question}}', '{{{', '{ spaced', '{a:'])('stays quiet at %s', (text) => {
    expect(openBrace(text, text.length)).toBeUndefined();
  });

  it('offers what begins with the typed word first, and finds by words too', () => {
    expect(fittingVariables(choices, 'ci').map(({ name }) => name)).toEqual(['$vars.city']);
    expect(fittingVariables(choices, 'answer').map(({ name }) => name)).toEqual(['llmChain_0.data.instance']);
    expect(fittingVariables(choices, '')).toHaveLength(3);
  });

  it('writes double braces whatever was typed, and takes up braces that were closed by themselves', () => {
    expect(completeVariable('Say {que} now', 8, { start: 4, query: 'que' }, 'question')).toEqual({
      text: 'Say {{question}} now',
      cursor: 16,
    });
    expect(completeVariable('{{}}', 2, { start: 0, query: '' }, '$vars.city').text).toBe('{{$vars.city}}');
  });
});
