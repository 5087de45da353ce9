import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EndpointDefinition } from '@tendril/contract/api/endpoint';
import { findLacking } from '@tendril/contract/permission';
import { builtInRoleIds, builtInRoles } from '@tendril/contract/role';
import { repositoryRoot } from './repository-root.ts';

const contract = join(repositoryRoot, 'packages/contract/src/api');
const target = join(repositoryRoot, 'packages/server/src/testing/permission-matrix');

/** The tables, and which paths stand in each; the first that fits has a route. */
const tables: Readonly<Record<string, RegExp>> = {
  knowledge: /^\/api\/agent-studio\/v1\/(?:document-store|jobs|vector|upsert-history|citations)\b/,
  studio: /^\/api\/agent-studio\//,
  core: /^\/api\/core\//,
  voice: /^\/api\/tendril-agentshub-management\//,
  retell: /^\/api\/retell\//,
  other: /^/,
};

/** Writes which role may call which route, for people to review; a test holds the running server against it. */
async function writeMatrix(): Promise<void> {
  const endpoints = await readEndpoints();
  const isIn = (table: string, path: string) =>
    table === Object.entries(tables).find(([, pattern]) => pattern.test(path))?.[0];
  for (const table of Object.keys(tables))
    writeTable(
      table,
      endpoints.filter(({ path }) => isIn(table, path)),
    );
}

async function readEndpoints(): Promise<EndpointDefinition[]> {
  const files = readdirSync(contract).filter((name) => /^[^.]+\.ts$/.test(name));
  const modules: Record<string, unknown>[] = await Promise.all(
    files.toSorted().map((file) => import(join(contract, file))),
  );
  return modules.flatMap((exported) => Object.values(exported).flat().filter(isEndpoint));
}

function writeTable(table: string, endpoints: readonly EndpointDefinition[]): void {
  const rows = new Map<string, string>();
  for (const { method, path, permits } of endpoints) {
    if (permits === undefined) continue;
    const roles = builtInRoleIds.filter((id) => !findLacking(permits, new Set(builtInRoles[id])));
    const asked = typeof permits === 'string' ? permits : permits.join(' + ');
    rows.set(`${method} ${path}`, `  '${method} ${path}': ['${asked}', '${roles.join(' ')}'],`);
  }
  const lines = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line);
  const text = [
    '// Written by `node tools/permission-matrix.ts`; what changes here is a change of who may do what.',
    "import type { PermissionTable } from './permission-matrix.ts';",
    '',
    '// biome-ignore format: one route, one line',
    `export const ${table}Permissions: PermissionTable = {`,
    ...lines,
    '};',
    '',
  ];
  writeFileSync(join(target, `${table}.data.ts`), text.join('\n'));
  console.log(`${table}: ${lines.length} routes written.`);
}

function isEndpoint(value: unknown): value is EndpointDefinition {
  return (
    typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'auth' in value
  );
}

await writeMatrix();
