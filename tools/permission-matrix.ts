import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { findLacking } from '@tendril/contract/permission';
import { builtInRoleIds, builtInRoles } from '@tendril/contract/role';
import { repositoryRoot } from './repository-root.ts';

const contract = join(repositoryRoot, 'packages/contract/src/api');
const target = join(repositoryRoot, 'packages/server/src/platform/http/permission-matrix.data.ts');

/** Writes which role may call which route, for people to review; a test holds the running server against it. */
async function writeMatrix(): Promise<void> {
  const rows = new Map<string, string>();
  for (const file of readdirSync(contract)
    .filter((name) => /^[^.]+\.ts$/.test(name))
    .toSorted()) {
    const exported: unknown[] = Object.values(await import(join(contract, file)));
    for (const endpoint of exported.flat().filter(isEndpoint)) {
      const { method, path, permits } = endpoint;
      if (permits === undefined) continue;
      const roles = builtInRoleIds.filter((id) => !findLacking(permits, new Set(builtInRoles[id])));
      const asked = typeof permits === 'string' ? permits : permits.join(' + ');
      rows.set(`${method} ${path}`, `  '${method} ${path}': ['${asked}', '${roles.join(' ')}'],`);
    }
  }
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  const text = [
    '// Written by `node tools/permission-matrix.ts`; what changes here is a change of who may do what.',
    '',
    '/** What each route asks for, and the roles of every workspace that permit it. */',
    '// biome-ignore format: one route, one line',
    'export const permissionMatrix: Readonly<Record<string, readonly [permits: string, roles: string]>> = {',
    ...lines,
    '};',
    '',
  ];
  writeFileSync(target, text.join('\n'));
  console.log(`${lines.length} routes written.`);
}

function isEndpoint(value: unknown): value is EndpointDefinition {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
  );
}

await writeMatrix();
