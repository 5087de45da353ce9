import { describe, expect, it } from 'vitest';
import { readChoices, writeChoices } from './choice-list-value.ts';
import { hasFileType, readFiles, toFileEntry, writeFiles } from './file-value.ts';
import { readRows, writeRows } from './grid-value.ts';
import { insertVariable } from './insert-variable.ts';
import { toNumberValue } from './number-value.ts';
import { promptKeys, readPromptValues, withPromptValue } from './prompt-values.ts';
import { chosenTab, tabKey } from './tab-choice.ts';

describe('values of parameters', () => {
  it('a number is kept as a number, an empty field as not set, and 0 is a number', () => {
    expect(toNumberValue('0.7')).toBe(0.7);
    expect(toNumberValue('0')).toBe(0);
    expect(toNumberValue(' ')).toBe('');
    expect(toNumberValue('{{x}}')).toBe('{{x}}');
  });

  it('several options are kept as JSON text', () => {
    expect(readChoices(writeChoices(['a', 'b']))).toEqual(['a', 'b']);
    expect(writeChoices([])).toBe('');
    expect(readChoices(['a'])).toEqual(['a']);
    expect(readChoices('{bad')).toEqual([]);
  });

  it('CANVAS-11: rows are kept as JSON text, and malformed text is an empty grid', () => {
    expect(readRows(writeRows([{ key: 'a' }]))).toEqual([{ key: 'a' }]);
    expect(readRows('{bad')).toEqual([]);
    expect(readRows('{"a":1}')).toEqual([]);
    expect(readRows('[1,{"a":1}]')).toEqual([{ a: 1 }]);
  });

  it('a file is kept as a data URI that ends with its name', async () => {
    const entry = await toFileEntry(new File(['hello'], 'notes, old.txt', { type: 'text/plain' }));
    expect(entry).toEqual({
      name: 'notes_ old.txt',
      text: 'data:text/plain;base64,aGVsbG8=,filename:notes_ old.txt',
    });
    expect(readFiles(writeFiles([entry]))).toEqual([entry]);
    expect(readFiles(writeFiles([entry, entry]))).toEqual([entry, entry]);
    expect(writeFiles([])).toBe('');
  });

  it('a stored file is known by its name', () => {
    const files = readFiles('FILE-STORAGE::["a.txt","b.txt"]');
    expect(files.map((file) => file.name)).toEqual(['a.txt', 'b.txt']);
    expect(writeFiles(files.slice(0, 1))).toBe('FILE-STORAGE::["a.txt"]');
    expect(readFiles('FILE-STORAGE::c.txt').map((file) => file.name)).toEqual(['c.txt']);
  });

  it('files are checked by their ending', () => {
    expect(hasFileType('a.TXT', '.txt, .md')).toBe(true);
    expect(hasFileType('a.pdf', '.txt, .md')).toBe(false);
    expect(hasFileType('a.pdf', undefined)).toBe(true);
  });

  it('the chosen tab is kept under the identifier with the node id', () => {
    const tabs = [
      { name: 'table', label: 'Table', type: 'datagrid' },
      { name: 'code', label: 'Code', type: 'code' },
    ];
    const input = {
      name: 'memory',
      label: 'Memory',
      type: 'tabs',
      tabIdentifier: 'selectedTab',
      default: 'code',
      tabs,
    };
    expect(tabKey(input, 'seqState_0')).toBe('selectedTab_seqState_0');
    expect(chosenTab(input, {}, 'seqState_0')).toBe('code');
    expect(chosenTab(input, { selectedTab_seqState_0: 'table' }, 'seqState_0')).toBe('table');
    expect(
      chosenTab({ ...input, default: undefined }, { selectedTab_seqState_0: 'gone' }, 'seqState_0'),
    ).toBe('table');
  });

  it('CANVAS-09, CANVAS-10: the prompt-values field lists the places of the texts beside it', () => {
    const values = {
      template: 'Hi {name}, {a: b}',
      other: '{day}',
      promptValues: '{"x":"{y}"}',
      model: '{{m.data.instance}}',
    };
    expect(promptKeys(values, 'promptValues')).toEqual(['name', 'day']);
    expect(JSON.parse(withPromptValue({}, 'name', '{{question}}'))).toEqual({ name: '{{question}}' });
    expect(withPromptValue({ name: 'x' }, 'name', '')).toBe('');
    expect(readPromptValues('{"name":"x"}')).toEqual({ name: 'x' });
    expect(readPromptValues('{bad')).toBeUndefined();
  });
});

describe('variables in texts', () => {
  it('takes up two typed braces when a variable is put in', () => {
    expect(insertVariable('Hi {{!', 5, 'question')).toEqual({ text: 'Hi {{question}}!', cursor: 15 });
    expect(insertVariable('Hi !', 3, 'question')).toEqual({ text: 'Hi {{question}}!', cursor: 15 });
  });
});
