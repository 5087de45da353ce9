import { expect, it } from 'vitest';
import { curlSample, nodeSample, pageSample, pythonSample, serverSample } from './api-samples.ts';

const facts = { origin: 'https://agents.example.com', agentId: 'agent_1' };
const samples = { curlSample, nodeSample, pythonSample, serverSample };

it.each(Object.entries(samples))('SP-53: %s names the agent and the address, and no key', (_name, make) => {
  const text = make(facts);
  expect(text).toContain('agent_1');
  expect(text).toContain('https://agents.example.com/api/tendril-agentshub-management/v1/agentshub/calls');
  expect(text).not.toMatch(/tdl_/);
});

it('SP-53: the page opens the socket of the same server, without the key', () => {
  const text = pageSample(facts);
  expect(text).toContain(
    'wss://agents.example.com/api/tendril-agentshub-management/v1/agentshub/calls/socket?token=',
  );
  expect(text).not.toContain('API_KEY');
});
