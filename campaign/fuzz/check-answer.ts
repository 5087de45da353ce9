import { publicPrefix } from '@tendril/contract/api/prefixes';
import { awayCanary } from './canaries.ts';
import type { Actor, FuzzCall } from './fuzz-call.ts';
import { type FuzzAnswer, machineShare, waitsForJobs } from './fuzz-server.ts';

/** What only the inside of a server has: stacks, paths, statements, libraries. */
const insides: readonly [string, RegExp][] = [
  ['a stack', /\n\s+at .{1,200}:\d+:\d+/],
  ['a path', /\/packages\/(?:server|engine|catalogue|voice|contract)\/src\/|node_modules\/|\/tendril-test-/],
  ['a file address', /file:\/\/\/(?!etc\/passwd)/],
  ['a statement', /SQLITE_|\bselect "|insert into "|update "\w+" set|syntax error at or near|ZodError/],
  [
    'words of the engine',
    /Cannot read propert|is not a function|is not iterable|undefined \(reading|Unexpected token .{1,40} in JSON/,
  ],
];

export const otherWorkspace = 'tells what is of another workspace';

/** Vendors and providers are not there, and are not asked. An answer to HEAD has no body that could say so. */
const isFromVendor = (method: string, status: number, body: string) =>
  (status === 502 && (body.includes('PROVIDER_UNAVAILABLE') || method === 'HEAD')) ||
  (status === 503 && /"code":"UNAVAILABLE","message":"[^"]* cannot be reached/.test(body));

/** Of a request that was sent twice, alone the second time: a machine may be busy elsewhere. */
const slowMs = 10_000;

/** What is wrong with an answer; `secrets` may stand in none. */
export function faultsOfAnswer(
  call: FuzzCall,
  actor: Actor,
  answer: FuzzAnswer | 'late',
  secrets: readonly string[],
): string[] {
  if (answer === 'late') return ['no answer in time'];
  const { status, body, ms, headers } = answer;
  const faults: string[] = [];
  if (status >= 500 && !isFromVendor(call.method, status, body))
    faults.push(`answered ${status}: ${body.slice(0, 300)}`);
  if (status === 0) faults.push('closed without an answer');
  if (ms > slowMs * machineShare() && !waitsForJobs(call.target)) faults.push(`took ${Math.round(ms)} ms`);
  // What was sent may be sent back; what was not sent comes from inside.
  const sent = `${call.target}${String(call.payload ?? '')}`;
  for (const [name, pattern] of insides) {
    const found = pattern.exec(body)?.[0];
    if (found !== undefined && !sent.includes(found)) faults.push(`tells ${name}: ${found.slice(0, 100)}`);
  }
  for (const secret of secrets)
    if (body.includes(secret) && !sent.includes(secret)) faults.push('tells a secret');
  if (actor !== 'outsider' && body.includes(awayCanary)) faults.push(otherWorkspace);
  if (status >= 400) faults.push(...faultsOfRefusal(call, answer));
  if (Object.hasOwn(Object.prototype, 'polluted')) faults.push('changed what all objects share');
  const allowed = headers['access-control-allow-origin'];
  if (
    call.headers['origin']?.includes('evil') &&
    allowed === call.headers['origin'] &&
    headers['access-control-allow-credentials']
  )
    faults.push('lets pages of others read what a session may');
  return faults;
}

/** Refusals have one form for each kind of client. */
function faultsOfRefusal(
  { target, field, method }: FuzzCall,
  { status, headers, body }: FuzzAnswer,
): string[] {
  if (method === 'HEAD' || status === 431 || status === 408) return [];
  const type = String(headers['content-type'] ?? '');
  if (type.startsWith('text/plain') && target.startsWith(`${publicPrefix}/`)) return [];
  if (!target.startsWith('/api/') && !target.startsWith('/v1/')) return [];
  // A person comes here from another site, and reads a page.
  if (target.includes('/oauth2-credential/callback') && type.startsWith('text/html')) return [];
  if (!type.startsWith('application/json'))
    return [`refuses as ${type || 'nothing'}: ${status} ${body.slice(0, 100)}`];
  const parsed = parse(body);
  // The Model Context Protocol has errors of its own.
  if (/\/mcp\/[^/]*(?:\?|$)/.test(target) && parsed?.['jsonrpc'] === '2.0') return [];
  // OpenID Connect says how a sign-out that a provider reports is refused.
  if (target.includes('/backchannel-logout') && typeof parsed?.['error_description'] === 'string') return [];
  const isOpenAi = target.startsWith('/v1/');
  const shown = (isOpenAi ? parsed?.['error'] : parsed) as Record<string, unknown> | undefined;
  if (typeof shown?.['message'] !== 'string' || shown['message'] === '' || typeof shown['code'] !== 'string')
    return [`refuses in another form: ${body.slice(0, 200)}`];
  if (!isOpenAi && status !== 400 && typeof parsed?.['requestId'] !== 'string')
    return ['refuses without the id of the request'];
  const isUnnamed = field !== undefined && status === 400 && !body.includes(field);
  return isUnnamed ? [`does not name ${field}: ${body.slice(0, 200)}`] : [];
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** What is wrong with lines of the log. */
export function faultsOfLog(lines: readonly string[], secrets: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const faults: string[] = [];
    const parsed = parse(line);
    if (!parsed || line.trimEnd().includes('\n'))
      faults.push(`the log has a broken line: ${line.slice(0, 200)}`);
    if (Number(parsed?.['level']) >= 60) faults.push(`the log reports an end: ${line.slice(0, 300)}`);
    for (const secret of secrets)
      if (line.includes(secret)) faults.push(`the log tells a secret: ${line.slice(0, 300)}`);
    if (line.length > 16_384) faults.push(`the log has a line of ${line.length} signs`);
    return faults;
  });
}
