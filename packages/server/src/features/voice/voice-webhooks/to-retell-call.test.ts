import type { Call } from '@tendril/contract/api/calls';
import { expect, it } from 'vitest';
import { endedCallRow } from '../../../testing/stored-calls.ts';
import { toCall } from '../calls/call-answer.ts';
import { toRetellCall } from './to-retell-call.ts';

const spoken: Call['transcript'] = [
  { role: 'user', content: 'Two tickets please', offsetMs: 4000, startMs: 1000, endMs: 2600 },
  {
    role: 'tool',
    content: 'book: {"ok":true}',
    offsetMs: 5000,
    tool: { id: 'call_7', name: 'book', arguments: '{"seats":2}', result: '{"ok":true}', isOk: true },
  },
  { role: 'agent', content: 'Done.', offsetMs: 7000, startMs: 6000, endMs: 6500 },
  { role: 'user', content: 'Thanks', offsetMs: 8000 },
];

const call = (rest: object = {}) =>
  toCall(
    { ...endedCallRow({ workspaceId: 'w' }, spoken), hasRecording: 1, ...rest },
    ({ id }) => `/recordings/${id}.wav?exp=1&signature=s`,
  );

it('every word has a beginning and an end, within its sentence and in order', () => {
  const emitted = toRetellCall(call());
  const [first, , last] = emitted['transcript_object'] as { words: { start: number; end: number }[] }[];
  expect(first?.words).toEqual([
    { word: 'Two', start: 1, end: 1.3 },
    { word: 'tickets', start: 1.3, end: 2 },
    { word: 'please', start: 2, end: 2.6 },
  ]);
  expect(last?.words).toEqual([{ word: 'Thanks', start: 8, end: 8 }]);
});

it('words have the times that were stated for them, and only where there are none an even share', () => {
  const [heard, said] = spoken.filter(({ role }) => role !== 'tool');
  const timed: Call['transcript'] = [
    {
      ...(heard as Call['transcript'][number]),
      words: [
        { text: 'two', startMs: 1040, endMs: 1200 },
        { text: 'tickets', startMs: 1900, endMs: 2300 },
        { text: 'please', startMs: 2310, endMs: 2600 },
      ],
    },
    said as Call['transcript'][number],
  ];
  const emitted = toRetellCall(toCall(endedCallRow({ workspaceId: 'w' }, timed), () => ''));
  const lines = emitted['transcript_object'] as { words: object[] }[];
  expect(lines.map(({ words }) => words)).toEqual([
    [
      { word: 'Two', start: 1.04, end: 1.2 },
      { word: 'tickets', start: 1.9, end: 2.3 },
      { word: 'please', start: 2.31, end: 2.6 },
    ],
    [{ word: 'Done.', start: 6, end: 6.5 }],
  ]);
});

it('a function becomes a call and a result, under the id that it had', () => {
  const emitted = toRetellCall(call());
  expect(emitted['transcript_with_tool_calls']).toMatchObject([
    { role: 'user' },
    { role: 'tool_call_invocation', tool_call_id: 'call_7', name: 'book', arguments: '{"seats":2}' },
    { role: 'tool_call_result', tool_call_id: 'call_7', content: '{"ok":true}', successful: true },
    { role: 'agent' },
    { role: 'user' },
  ]);
});

it('what each part cost is listed in cents, and what nobody knows is left out', () => {
  const parts = [
    { part: 'recognizer', usd: 0.0048, by: 'Deepgram', basis: 'list' },
    { part: 'model', usd: 0.02, by: 'GPT-4o mini', basis: 'measured' },
    { part: 'synthesizer', usd: null, by: 'ElevenLabs', basis: 'unknown' },
    { part: 'line', usd: 0, by: '', basis: 'none' },
  ];
  const cost = toRetellCall(call({ costParts: JSON.stringify(parts), durationMs: 10_000 }))['call_cost'];
  expect((cost as { product_costs: object[] }).product_costs).toEqual([
    { product: 'deepgram_stt', cost: expect.closeTo(0.48), unit_price: expect.closeTo(0.048) },
    { product: 'gpt_4o_mini_llm', cost: expect.closeTo(2), unit_price: expect.closeTo(0.2) },
  ]);
});

it('tokens, the target of a transfer, keys and the ways of a flow stand in the fields that Retell has for them', () => {
  const hello = { id: 'n1', name: 'Hello' };
  const order = { id: 'n2', name: 'Order' };
  const facts = {
    transferDestination: '+15550100',
    modelTokens: [100, 300],
    transitions: [{ offsetMs: 4500, from: hello, to: order }],
  };
  const keyed: Call['transcript'] = [
    { role: 'user', content: '[DTMF] 42#', offsetMs: 4000 },
    { role: 'agent', content: 'Done.', offsetMs: 7000, startMs: 6000, endMs: 6500 },
  ];
  const rest = { facts: JSON.stringify(facts), disconnectionReason: 'call_transfer' };
  const row = { ...endedCallRow({ workspaceId: 'w' }, keyed), ...rest };
  const emitted = toRetellCall(toCall(row, () => ''));
  expect(emitted).toMatchObject({
    transfer_destination: '+15550100',
    llm_token_usage: { values: [100, 300], average: 200, num_requests: 2 },
  });
  expect(emitted['transcript_with_tool_calls']).toEqual([
    { role: 'dtmf', digit: '4' },
    { role: 'dtmf', digit: '2' },
    { role: 'dtmf', digit: '#' },
    {
      role: 'node_transition',
      former_node_id: 'n1',
      former_node_name: 'Hello',
      new_node_id: 'n2',
      new_node_name: 'Order',
      transition_type: 'normal',
    },
    expect.objectContaining({ role: 'agent' }),
  ]);
  expect(
    toRetellCall(
      toCall(row, () => ''),
      { isPrivate: true },
    ),
  ).not.toHaveProperty('transfer_destination');
  expect(toRetellCall(toCall({ ...row, disconnectionReason: 'user_hangup' }, () => ''))).not.toHaveProperty(
    'transfer_destination',
  );
});

it('the address of a recording is whole', () => {
  const emitted = toRetellCall(call({ id: 'c1' }), { publicUrl: 'https://tendril.example' });
  expect([emitted['recording_url'], emitted['recording_multi_channel_url']]).toEqual([
    'https://tendril.example/recordings/c1.wav?exp=1&signature=s',
    'https://tendril.example/recordings/c1.wav?exp=1&signature=s',
  ]);
});

it.each([
  ['twilio', 'twilio_call_sid'],
  ['telnyx', 'telnyx_call_control_id'],
  ['sip', 'sip_call_id'],
])('a call over %s names it by %s', (carrier, name) => {
  const phone = call({ kind: 'phone', carrier, carrierCallId: 'its-id' });
  expect(toRetellCall(phone)['telephony_identifier']).toEqual({ [name]: 'its-id' });
});
