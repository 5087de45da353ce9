import { expect, it } from 'vitest';
import { curlSample } from './curl-sample.ts';
import { javascriptSample } from './javascript-sample.ts';
import { pythonSample } from './python-sample.ts';
import { chosenFields, type SampleField } from './sample-fields.ts';
import { type SampleOptions, sampleRequest } from './sample-request.ts';

const languages = [
  ['JavaScript', javascriptSample],
  ['Python', pythonSample],
  ['cURL', curlSample],
] as const;
const base: SampleOptions = { origin: 'http://localhost:3000', flowId: 'flow-1' };
const fields = (names: readonly string[]): SampleField[] => names.map((name) => ({ name, type: 'string' }));
const six = fields(['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff']);

it.each(languages)('CHAT-08: of six parameters the %s sample shows four', (_name, write) => {
  const sample = write(sampleRequest({ ...base, fields: six }));
  expect(['aaa', 'bbb', 'ccc', 'ddd', 'eee', 'fff'].filter((name) => sample.includes(name))).toEqual([
    'aaa',
    'bbb',
    'ccc',
    'ddd',
  ]);
});

it('CHAT-09: the files parameter stands first, and is among the four', () => {
  expect(chosenFields(fields(['a', 'b', 'files'])).map(({ name }) => name)).toEqual(['files', 'a', 'b']);
  expect(chosenFields([...six, ...fields(['files'])]).map(({ name }) => name)).toEqual([
    'files',
    'aaa',
    'bbb',
    'ccc',
  ]);
});

it.each(languages)('CHAT-10: the %s sample asks how you are', (_name, write) => {
  expect(write(sampleRequest(base))).toContain('Hey, how are you?');
});

it.each(languages)(
  'CHAT-11: a stop node id stands in place of the question in the %s sample',
  (_name, write) => {
    for (const list of [[], fields(['files'])]) {
      const sample = write(sampleRequest({ ...base, stopNodeId: 'vs_0', fields: list }));
      expect(sample).toMatch(/stopNodeId["']?[:=,]\s?"?vs_0/);
      expect(sample).not.toContain('Hey, how are you?');
      expect(sample).not.toContain('"question"');
    }
  },
);

it('I-38: a form has the files, then the fields, then the question; JSON keeps the question out of the fields', () => {
  const form = sampleRequest({ ...base, fields: fields(['a', 'files', 'b', 'c', 'd', 'e']) });
  expect(form.kind === 'form' && form.parts.map(({ name }) => name)).toEqual([
    'files',
    'a',
    'b',
    'c',
    'question',
  ]);
  const json = sampleRequest({ ...base, fields: fields(['a']) });
  expect(json.kind === 'json' && json.body).toEqual({
    question: 'Hey, how are you?',
    overrideConfig: { a: 'example' },
  });
});

it('values are of their type, and may be meant for one node', () => {
  const list: SampleField[] = [
    { name: 'temperature', type: 'number', nodeId: 'chatOpenAI_0' },
    { name: 'streaming', type: 'boolean', nodeId: 'chatOpenAI_0' },
    { name: 'metadata', type: 'json' },
  ];
  const all = sampleRequest({ ...base, fields: list, variables: ['name'] });
  expect(all.kind === 'json' && all.body['overrideConfig']).toEqual({
    temperature: 1,
    streaming: true,
    metadata: { key: 'value' },
    vars: { name: 'value' },
  });
  const single = sampleRequest({ ...base, fields: list.slice(0, 1), isByNode: true });
  expect(single.kind === 'json' && single.body['overrideConfig']).toEqual({
    temperature: { chatOpenAI_0: 1 },
  });
});

it('a quote in a value does not end the text of a sample', () => {
  const options = { ...base, stopNodeId: `it's "vs"` };
  expect(curlSample(sampleRequest(options))).toContain(`it'\\''s \\"vs\\"`);
  expect(javascriptSample(sampleRequest(options))).toContain(`it's \\"vs\\"`);
  expect(pythonSample(sampleRequest(options))).toContain(`it's \\"vs\\"`);
});

it('a flow bound to a key sends it; others send none', () => {
  for (const [, write] of languages) {
    expect(write(sampleRequest({ ...base, apiKey: 'tk_1' }))).toContain('Bearer tk_1');
    expect(write(sampleRequest(base))).not.toContain('Authorization');
  }
});
