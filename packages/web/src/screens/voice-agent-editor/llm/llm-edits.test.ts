import type { VoiceLlm } from '@tendril/contract/voice/voice-agent';
import { expect, it } from 'vitest';
import { rebaseEdits, withoutSame } from './llm-edits.ts';

const base: VoiceLlm = {
  id: 'l1',
  revision: 3,
  model: 'gpt-4.1-mini',
  speechModel: null,
  fallbackModels: [],
  temperature: 0.2,
  credentialId: null,
  generalPrompt: 'You are Adrian.',
  beginMode: 'dynamic',
  beginMessage: '',
  functions: [],
  knowledgeBaseIds: [],
  knowledgeTopK: 4,
  defaultDynamicVariables: {},
};

it('keeps an edit of a field that nobody else touched', () => {
  const theirs = { ...base, revision: 4, temperature: 0.9 };
  expect(rebaseEdits(base, { generalPrompt: 'You are Ada.' }, theirs)).toEqual({
    edits: { generalPrompt: 'You are Ada.' },
    clashes: [],
  });
});

it('names a field that both sides changed differently, and keeps what was written here', () => {
  const theirs = { ...base, revision: 4, generalPrompt: 'You are Bob.' };
  expect(rebaseEdits(base, { generalPrompt: 'You are Ada.', temperature: 0.5 }, theirs)).toEqual({
    edits: { generalPrompt: 'You are Ada.', temperature: 0.5 },
    clashes: ['generalPrompt'],
  });
});

it('drops an edit that the other side made as well', () => {
  const theirs = { ...base, revision: 4, model: 'gpt-4o' as const };
  expect(rebaseEdits(base, { model: 'gpt-4o' }, theirs)).toEqual({ edits: {}, clashes: [] });
});

it('takes an empty text and a zero for edits', () => {
  expect(withoutSame({ generalPrompt: '', temperature: 0 }, base)).toEqual({
    generalPrompt: '',
    temperature: 0,
  });
});

it('takes the newest secret, which is null, for an edit', () => {
  expect(withoutSame({ credentialId: null }, { ...base, credentialId: 'demo' })).toEqual({
    credentialId: null,
  });
});
