import type { FlowSettings } from '@tendril/contract/flow/flow-settings';
import { expect, it } from 'vitest';
import { isChanged, sectionPatch, withSlices } from './section-slices.ts';
import { readSettingsJson, writeSettingsJson } from './settings-json.ts';

const saved: FlowSettings = {
  isPublic: false,
  apikeyid: null,
  category: '',
  chatbotConfig: { title: 'Help', welcomeMessage: 'Hello', kept: 1 },
  apiConfig: {},
  analytic: {},
  speechToText: {},
  textToSpeech: {},
  followUpPrompts: {},
  mcpServerConfig: {},
};
const titles = [{ column: 'chatbotConfig', keys: ['title'] }] as const;
const greetings = [{ column: 'chatbotConfig', keys: ['welcomeMessage'] }] as const;

it('a section is changed by its own keys only, in whatever order they stand', () => {
  const draft = { ...saved, chatbotConfig: { kept: 1, welcomeMessage: 'Good day', title: 'Help' } };
  expect(isChanged(saved, draft, titles)).toBe(false);
  expect(isChanged(saved, draft, greetings)).toBe(true);
});

it('saving a section sends its column with what the server holds of the other keys', () => {
  const stored = { ...saved, chatbotConfig: { title: 'Theirs', welcomeMessage: 'Hello', kept: 2 } };
  const draft = { ...saved, chatbotConfig: { title: 'Mine', welcomeMessage: 'Good day' } };
  expect(sectionPatch(stored, draft, greetings)).toEqual({
    chatbotConfig: { title: 'Theirs', welcomeMessage: 'Good day', kept: 2 },
  });
});

it('a key that was emptied is gone from what is sent', () => {
  const draft = { ...saved, chatbotConfig: { kept: 1 } };
  expect(withSlices(saved, draft, titles).chatbotConfig).toEqual({ welcomeMessage: 'Hello', kept: 1 });
});

it('settings survive the way through their JSON, and a mistake names its field', () => {
  expect(readSettingsJson(writeSettingsJson(saved))).toEqual({
    patch: expect.objectContaining({ chatbotConfig: saved.chatbotConfig }),
  });
  expect(readSettingsJson('{"chatbotConfig": {"title": 5}}')).toEqual({
    problem: expect.stringMatching(/^chatbotConfig\.title: /),
  });
  expect(readSettingsJson('{"starters": {}}')).toEqual({ problem: expect.stringContaining('starters') });
  expect(readSettingsJson('{"mcpServerConfig": {"toolName": "a b"}}')).toEqual({
    problem: 'mcpServerConfig.toolName: may hold letters, digits, "_" and "-"',
  });
  expect(readSettingsJson('{')).toEqual({ problem: expect.stringContaining('Invalid JSON') });
  expect(readSettingsJson('[]')).toEqual({ problem: 'The settings must be an object.' });
});
