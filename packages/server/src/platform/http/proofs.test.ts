import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { corePrefix, studioPrefix } from '@tendril/contract/api/prefixes';
import { updateVoiceLlm } from '@tendril/contract/api/voice-agents';
import { permissionsOf } from '@tendril/contract/permission';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

/** Reviewed: what touches secrets, or publishes, and takes no proof of identity all the same, and why. */
const exceptions: Record<string, string> = {
  [`POST ${studioPrefix}/credentials/:id/test`]: 'changes nothing, and shows nothing of the secret',
  [`DELETE ${studioPrefix}/apikey/:id`]: 'ends what the key could do, which nothing may hold up',
  [`PUT ${updateVoiceLlm.path}`]:
    'saves a draft with each edit; the key of a calendar is a setting among its functions, and to publish takes a proof',
  [`PUT ${corePrefix}/auths/password`]: 'takes the current password',
  [`PUT ${corePrefix}/auths/profile`]: 'takes the current password for what signs in',
  [`POST ${corePrefix}/auths/proof`]: 'is the proof itself',
};

const secretField = /^(?!has|is|hide|max)\w*(secret|password|api_?key|accesstoken|refreshtoken|authtoken)$/i;
const secretPermissions = new Set(['credentials:edit', 'keys:edit', 'variables:edit']);

/** The names of the fields of a schema, at any depth. */
function fieldsOf(schema: z.ZodType | undefined, io: 'input' | 'output'): string[] {
  if (!schema) return [];
  const names: string[] = [];
  JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io }), (key, value: unknown) => {
    if (key === 'properties' && typeof value === 'object' && value !== null)
      names.push(...Object.keys(value));
    return value;
  });
  return names;
}

function isExport({ method, path, media, permits = 'member' }: EndpointDefinition): boolean {
  if (permissionsOf(permits).includes('workspace:export')) return true;
  return method === 'GET' && (path.endsWith('/export') || media === 'text/csv');
}

function publishes({ permits = 'member' }: EndpointDefinition): boolean {
  return permissionsOf(permits).some((permission) => permission.endsWith(':publish'));
}

function editsSecret({ method, permits = 'member', isRead, body, response }: EndpointDefinition): boolean {
  if (method === 'GET' || isRead) return false;
  if (permissionsOf(permits).some((permission) => secretPermissions.has(permission))) return true;
  const shown = fieldsOf(response, 'output').filter((name) => name === 'secret');
  return [...fieldsOf(body, 'input').filter((name) => secretField.test(name)), ...shown].length > 0;
}

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.close());

describe('the endpoints that a session counts for', () => {
  const bound = () =>
    app.app.routes.flatMap(({ endpoint }) =>
      endpoint.auth === 'session' || endpoint.auth === 'sessionOrKey' ? [endpoint] : [],
    );
  const nameOf = ({ method, path }: EndpointDefinition) => `${method} ${path}`;

  it('state a proof of identity wherever they publish, export, or edit or show a secret', () => {
    const grave = bound().filter(
      (endpoint) => publishes(endpoint) || isExport(endpoint) || editsSecret(endpoint),
    );
    expect(grave.filter(publishes).length).toBeGreaterThan(8);
    expect(grave.filter(isExport).length).toBeGreaterThan(6);
    expect(grave.filter(editsSecret).length).toBeGreaterThan(15);
    const unproved = new Set(grave.filter(({ proof }) => proof === undefined).map(nameOf));
    expect([...unproved].toSorted()).toEqual(Object.keys(exceptions).toSorted());
  });
});
