import type { FetchFunction, RequestPatience } from '@tendril/contract/node/run-context';
import { describe, expect, it } from 'vitest';
import { modelFetch } from '../model/model-fetch.ts';
import { testContext } from '../testing/run-context.ts';
import { askedState, stepState } from '../testing/run-step.ts';
import { serviceFetch } from './service-fetch.ts';

const address = 'https://tea.example/';

/** The patience with which a request is sent. */
async function patienceOf(send: (services: { fetch: FetchFunction }) => Promise<unknown>) {
  const seen: (RequestPatience | undefined)[] = [];
  await send({
    fetch: async (_input, init) => {
      seen.push(init?.patience);
      return Response.json({ tea: 'green' });
    },
  });
  expect(seen).toHaveLength(1);
  return seen[0];
}

describe('how long is waited for somebody else', () => {
  it('half a minute for a service to begin, and 20 seconds for it to go on', async () => {
    const patience = await patienceOf((services) => serviceFetch({ services })(address));
    expect(patience).toEqual({ firstByteMs: 30_000, silenceMs: 20_000 });
  });

  it('for a service, as long as the step says', async () => {
    const patience = await patienceOf((services) => serviceFetch({ services, limitMs: 90_000 })(address));
    expect(patience).toEqual({ firstByteMs: 90_000, silenceMs: 90_000 });
  });

  it('for a model, what the way out grants to models', async () => {
    const context = testContext({});
    const ask = (services: { fetch: FetchFunction }) =>
      modelFetch({ services: { ...context.services, ...services } }, undefined)(address);
    expect(await patienceOf(ask)).toBeUndefined();
  });

  it.each([
    ['its node', 600_000, undefined],
    ['its step', undefined, 600_000],
  ])('for a model, longer where %s says so', async (_who, timeoutMs, limitMs) => {
    const { services: all } = testContext({});
    const patience = await patienceOf((services) =>
      modelFetch({ services: { ...all, ...services }, ...(limitMs && { limitMs }) }, timeoutMs)(address),
    );
    expect(patience?.firstByteMs).toBeGreaterThanOrEqual(600_000);
    expect(patience?.silenceMs).toBeGreaterThanOrEqual(600_000);
  });

  it('in the HTTP step of an agent flow, by the same rule', async () => {
    const asked = async (limitMs?: number) =>
      patienceOf(async (services) => {
        const plain = testContext({ nodeId: 'http_0' });
        const context = {
          ...plain,
          services: { ...plain.services, ...services },
          ...(limitMs && { limitMs }),
        };
        await stepState('httpAgentflow', { url: address, previous: [askedState('Hi')] }, context);
      });
    expect(await asked()).toEqual({ firstByteMs: 30_000, silenceMs: 20_000 });
    expect(await asked(600_000)).toEqual({ firstByteMs: 600_000, silenceMs: 600_000 });
  });
});
