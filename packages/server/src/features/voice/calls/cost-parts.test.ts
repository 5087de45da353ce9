import type { LoggedCallEvent } from '@tendril/contract/call-event';
import { expect, it } from 'vitest';
import { costParts } from './cost-parts.ts';

const modelUsd = 0.032;
const row = {
  ...({
    channel: 'audio',
    kind: 'web',
    durationMs: 120_000,
    isDemo: 0,
    isPrivate: 0,
  } as const),
  carrier: null,
} as const;
const snapshot = {
  agent: { language: 'en-US', sttMode: 'fast' },
  settings: { brain: { type: 'prompt' } },
  llm: { model: 'gpt-4.1-mini' },
} as never;
const start = (recognizer: string, synthesizer: string, isStandIn = false) =>
  ({
    type: 'call-start',
    recognizer: { label: recognizer, isStandIn },
    synthesizer: { label: synthesizer, isStandIn },
  }) as LoggedCallEvent;
const said = (text: string) => ({ type: 'agent-turn', text, times: {} }) as LoggedCallEvent;
const partsOf = (asked: Omit<Parameters<typeof costParts>[0], 'modelUsd'>) =>
  Object.fromEntries(
    costParts({ modelUsd, ...asked }).parts.map(({ part, usd, basis }) => [part, [usd, basis]]),
  );

it('a call costs what its vendors list, by minutes heard and characters spoken', () => {
  const cost = costParts({
    row,
    modelUsd,
    snapshot,
    events: [start('Deepgram', 'Deepgram'), said('x'.repeat(1000))],
  });
  expect(cost.parts.map(({ part, by, basis }) => [part, by, basis])).toEqual([
    ['recognizer', 'Deepgram', 'list'],
    ['model', 'GPT 4.1 mini', 'list'],
    ['synthesizer', 'Deepgram', 'list'],
    ['line', '', 'none'],
  ]);
  expect(cost.knownUsd).toBeCloseTo(0.0096 + 0.032 + 0.03, 6);
  expect(cost.hasUnknown).toBe(false);
});

it('hearing costs what the model of its language and mode is listed at, and is unknown where none is', () => {
  const hearing = (vendor: string, agent: object | undefined) => {
    const given = agent === undefined ? undefined : ({ ...(snapshot as object), agent } as never);
    return partsOf({ row, snapshot: given, events: [start(vendor, 'Local')] })['recognizer'];
  };
  const [english, many, german] = ['en-GB', 'multi', 'de-DE'].map((language) => ({
    language,
    sttMode: 'fast',
  }));
  expect(hearing('Deepgram', english)).toEqual([expect.closeTo(0.0096), 'list']);
  expect(hearing('Deepgram', many)).toEqual([expect.closeTo(0.0116), 'list']);
  expect(hearing('Deepgram', german)).toEqual([null, 'unknown']);
  expect(hearing('OpenAI', german)).toEqual([expect.closeTo(0.034), 'list']);
  expect(hearing('OpenAI', { ...german, sttMode: 'accurate' })).toEqual([expect.closeTo(0.012), 'list']);
  expect(hearing('AssemblyAI', undefined)).toEqual([expect.closeTo(0.005), 'list']);
  expect(hearing('OpenAI', undefined)).toEqual([null, 'unknown']);
  expect(hearing('Groq', english)).toEqual([null, 'unknown']);
});

it('a price that depends on a plan or a carrier is unknown and not nothing', () => {
  const phone = { ...row, kind: 'phone', carrier: 'twilio' } as const;
  const events = [start('Deepgram', 'ElevenLabs'), said('Hello')];
  const cost = costParts({ row: phone, modelUsd, snapshot, events });
  expect(partsOf({ row: phone, snapshot, events })).toMatchObject({
    synthesizer: [null, 'unknown'],
    line: [null, 'unknown'],
  });
  expect(cost.hasUnknown).toBe(true);
});

it('what runs on the server costs nothing, and a private call does not say how much was spoken', () => {
  expect(partsOf({ row, snapshot, events: [start('Local', 'Local', true)] })).toMatchObject({
    recognizer: [0, 'local'],
    synthesizer: [0, 'local'],
  });
  const events = [start('Deepgram', 'Deepgram'), said('')];
  expect(partsOf({ row: { ...row, isPrivate: 1 }, snapshot, events })).toMatchObject({
    synthesizer: [null, 'unknown'],
  });
});
