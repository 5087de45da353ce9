import { expect, it } from 'vitest';
import { login } from './auths.ts';
import { ownSegments, toNamedPath, toOwnPath } from './path-segments.ts';
import { studioPrefix } from './prefixes.ts';
import { listVoiceAgents } from './voice-agents.ts';

const names = { coreService: 'gateway', product: 'acme' };

it('SP-16: the endpoints are declared with names of their own', () => {
  expect(ownSegments).toEqual({ coreService: 'core', product: 'tendril' });
});

it('SP-16: core service and product are replaced in a path, there and back', () => {
  const paths = [login.path, listVoiceAgents.path];
  const named = ['/api/gateway/v1/auths/login', '/api/acme-agentshub-management/v1/agentshub/agents'];
  expect(paths.map((path) => toNamedPath(path, names))).toEqual(named);
  expect(named.map((path) => toOwnPath(path, names))).toEqual(paths);
});

it('other paths stay, and so do those of the own names', () => {
  const others = [
    `${studioPrefix}/version`,
    '/api/v1/chatflows',
    '/api/gateway',
    '/health/ready',
    login.path,
  ];
  expect(others.map((path) => toOwnPath(path, names))).toEqual(others);
});
