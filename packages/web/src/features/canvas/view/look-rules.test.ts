import { describe, expect, it } from 'vitest';
import { type ValueWords, valueText } from '../inspect/value-text.ts';
import { durationText } from '../run/duration-text.ts';
import { givenName, handleShape, inputColour, shortPortName } from './handle-look.ts';

const words: ValueWords = {
  empty: '–',
  on: 'on',
  off: 'off',
  set: 'set',
  rows: (count) => `${count} rows`,
  lines: (count) => `${count} lines`,
};

const text = (type: string, value: unknown, more = {}) =>
  valueText({ name: 'p', label: 'P', type, ...more }, value, words);

describe('values on a node card', () => {
  it('every type has a text of one line', () => {
    const options = [{ name: 'a', label: 'First' }];
    expect(text('string', 'two\n lines')).toBe('two lines');
    expect(text('string', '')).toBe('–');
    expect(text('number', 0)).toBe('0');
    expect(text('boolean', 'true')).toBe('on');
    expect(text('boolean', '')).toBe('off');
    expect(text('password', 'secret')).toBe('set');
    expect(text('options', 'a', { options })).toBe('First');
    expect(text('multiOptions', '["a","b"]', { options })).toBe('First, b');
    expect(text('datagrid', '[{"a":1}]')).toBe('1 rows');
    expect(text('datagrid', '{bad')).toBe('0 rows');
    expect(text('code', 'a\nb')).toBe('2 lines');
    expect(text('json', { a: 1 })).toBe('{"a":1}');
    expect(text('file', 'data:text/plain;base64,YQ==,filename:a.txt')).toBe('a.txt');
    expect(text('file', 'FILE-STORAGE::["a.txt","b.txt"]')).toBe('a.txt, b.txt');
  });

  it('durations are short', () => {
    expect([durationText(18.4), durationText(1206), durationText(12_340)]).toEqual([
      '18 ms',
      '1.21 s',
      '12.3 s',
    ]);
  });
});

describe('handles', () => {
  it('the shape distinguishes data, control and tools', () => {
    expect(handleShape('BaseChatModel')).toBe('circle');
    expect(handleShape('Start | Agent')).toBe('square');
    expect(handleShape('Calculator | Tool')).toBe('diamond');
  });

  it('an input has the colour of what it takes, and that of a field where it takes anything', () => {
    expect(inputColour('BaseChatModel')).toBe('var(--chat-models)');
    expect(inputColour('Tool')).toBe('var(--tools)');
    expect(inputColour('json')).toBe('var(--field-border)');
  });

  it('an output named like its class is called after what it gives', () => {
    expect(givenName('ChatOpenAI', 'ChatOpenAI | BaseChatModel')).toBe('giveModel');
    expect(givenName('Memory Retriever', 'MemoryVectorStore | BaseRetriever')).toBeUndefined();
    expect(givenName('Agent', 'Agent')).toBe('giveNext');
  });

  it('a long label of a place is short on the card, and any other stays', () => {
    expect(['Vector Store Retriever', 'Memory Retriever', 'Document'].map(shortPortName)).toEqual([
      'Retriever',
      'Retriever',
      'Document',
    ]);
  });
});
