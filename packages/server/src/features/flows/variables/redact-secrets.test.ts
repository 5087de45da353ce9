import type { RunEvent } from '@tendril/contract/run-event';
import { describe, expect, it } from 'vitest';
import { redactSecrets } from './redact-secrets.ts';

const step = (input: unknown): RunEvent => ({
  type: 'step-start',
  stepId: 's',
  kind: 'tool',
  name: 'ask',
  callerId: 'n',
  input,
});
const mask = '••••••••';

describe('what a run emits', () => {
  it('loses a value in a prompt, in JSON, in JSON inside JSON, in an address and in a form', () => {
    const value = 'k-"7"/ä 1';
    const inputs = [
      `Use ${value} now`,
      { body: JSON.stringify({ key: value }) },
      { body: JSON.stringify({ inner: JSON.stringify({ key: value }) }) },
      `?k=${encodeURIComponent(value)}`,
      new URLSearchParams({ k: value }).toString(),
    ];
    for (const input of inputs) {
      const text = JSON.stringify(redactSecrets([value]).event(step(input)));
      expect(text).toContain(mask);
      expect(text).not.toContain('k-');
    }
  });

  it('loses a value that was stored with the line break of its file', () => {
    expect(redactSecrets(['hush-hush-hush\n']).event(step('Bearer hush-hush-hush'))).toEqual(
      step(`Bearer ${mask}`),
    );
  });

  it('stays as it is where nothing is secret', () => {
    const event = step({ deep: ['nothing here'] });
    expect(redactSecrets(['another']).event(event)).toEqual(event);
    expect(redactSecrets(['no']).event(step('no value is that short'))).toEqual(
      step('no value is that short'),
    );
    expect(redactSecrets([]).event(event)).toBe(event);
  });

  it.each(['true', 'false', 'null', '1234', 'node', 'tool', 'step', 'input', 'type', 'name', 'step-start'])(
    'keeps its shape, its numbers and what it belongs to when a secret is "%s"',
    (secret) => {
      const content = { node: 1234, isFine: true, none: null, type: secret, nested: { [secret]: 12345 } };
      const event = { ...step(content), nodeId: `${secret}`, callerId: `${secret}_0` } as RunEvent;
      expect(redactSecrets([secret]).event(event)).toEqual(event);
    },
  );

  it('loses a short value where it stands alone, and keeps the words that hold it', () => {
    const shown = redactSecrets(['1234', 'node']).event(
      step({ pin: '1234', text: 'PIN 1234, year 12345, nodes and node_1' }),
    );
    expect(shown).toEqual(step({ pin: mask, text: `PIN ${mask}, year 12345, nodes and node_1` }));
  });

  it('may hold what makes its own JSON', () => {
    const at = new Date(0);
    const event = step({ at, address: new URL('https://example.com/?k=hush-hush-hush') });
    expect(JSON.parse(JSON.stringify(redactSecrets(['hush-hush-hush']).event(event)))).toEqual(
      step({ at: at.toJSON(), address: `https://example.com/?k=${mask}` }),
    );
  });
});

describe('what is stored of a run', () => {
  const secret = 'hush-hush-hush';
  const answer = {
    text: `It is ${secret}`,
    usedTools: [{ tool: secret, toolInput: { key: secret }, toolOutput: `got ${secret}`, error: secret }],
    agentReasoning: [
      { agentName: secret, nodeName: secret, nodeId: secret, messages: [secret], state: { a: secret } },
    ],
    sourceDocuments: [{ pageContent: secret, metadata: { source: secret } }],
    followUpPrompts: [`Why ${secret}?`],
  };
  const redacted = {
    text: answer.text,
    usedTools: [{ tool: secret, toolInput: { key: mask }, toolOutput: `got ${mask}`, error: mask }],
    agentReasoning: [
      { agentName: secret, nodeName: secret, nodeId: secret, messages: [mask], state: { a: mask } },
    ],
    sourceDocuments: [{ pageContent: mask, metadata: { source: mask } }],
    followUpPrompts: [`Why ${mask}?`],
  };

  it('loses it in the end: in tools, reasoning, documents and the error, not in the answer itself', () => {
    const error = { code: 'INTERNAL', message: `401 for ${secret}` };
    const end: RunEvent = { type: 'run-end', status: 'failed', ms: 1, answer, error };
    const message = `401 for ${mask}`;
    expect(redactSecrets([secret]).event(end)).toEqual({
      ...end,
      answer: redacted,
      error: { ...error, message },
    });
    const usage = { inputTokens: 1, outputTokens: 1 };
    const outcome = { status: 'failed' as const, ms: 1, answer, error, usage, costUsd: 0 };
    expect(redactSecrets([secret]).outcome(outcome)).toEqual({
      ...outcome,
      answer: redacted,
      error: { ...error, message },
    });
  });

  it('keeps the words that decide and the ids that lead to the run in what a person is asked', () => {
    const action = {
      id: secret,
      mapping: {
        approve: secret,
        reject: 'No',
        toolCalls: [{ id: secret, name: secret, args: { key: secret } }],
      },
      elements: [{ type: 'approve-button' as const, label: secret }],
      data: { nodeId: secret, nodeLabel: secret, input: `call with ${secret}` },
    };
    const shown = redactSecrets([secret]).event({ type: 'node-wait', nodeId: 'a', name: 'b', action });
    expect(shown).toMatchObject({
      action: {
        ...action,
        mapping: { ...action.mapping, toolCalls: [{ id: secret, name: secret, args: { key: mask } }] },
        data: { ...action.data, input: `call with ${mask}` },
      },
    });
  });
});
