import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callOf, type Operation } from '../../testing/api-walk.ts';
import { databases } from '../../testing/databases.ts';
import { MadeThings } from '../../testing/made-things.ts';
import { makeKey, signInElsewhere } from '../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../testing/test-app.ts';

const canary = 'WORDS-OF-THE-OTHER-WORKSPACE';
const wordColumns = ['name', 'description', 'label', 'content', 'agentName', 'question'];

/** They write down that they were called, and no more. */
const notedElsewhere = new Set(['audit_entry', 'membership', 'usage_counter', 'revision']);

/** What begins nothing that names an id: lists, and things made from nothing. */
const namesNothing = ({ parameters }: Operation) => !parameters.some((parameter) => parameter.in === 'path');

/** Pictures, and the chat that pages of others load: its file is there once it was built. */
const isForAll = ({ path }: Operation) => path.includes('icon') || path.startsWith('/widget{');

describe.each(databases)('ids of another workspace on %s', (database) => {
  let app: TestApp;
  let things: MadeThings;
  let workspaceId: string;
  let session: Pick<TestUser, 'inject'>;
  let key: Pick<TestUser, 'inject'>;
  let operations: readonly Operation[];

  beforeAll(async () => {
    app = await createTestApp({ database });
    const user = await app.signIn();
    ({ workspaceId } = user.caller);
    things = await MadeThings.make(user);
    const elsewhere = await makeKey(app);
    key = elsewhere;
    session = await signInElsewhere(app, user, elsewhere);
    operations = things.operations.filter(
      (one) => !namesNothing(one) && !one.path.includes('/auths/sessions'),
    );
    await things.closeFlows();
    while ((await openJobs()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    await mark();
  });
  afterAll(() => app.close());

  /** What was made is still being worked on: that changes rows, too. */
  const openJobs = () =>
    app.infrastructure.db
      .selectFrom('job')
      .select(['kind', 'state'])
      .where('workspaceId', '=', workspaceId)
      .where('state', 'in', ['waiting', 'running'])
      .where('runAt', '<=', Date.now())
      .execute();

  /** Every text of the workspace names it. */
  async function mark(): Promise<void> {
    const { db } = app.infrastructure;
    for (const { name, columns } of await db.introspection.getTables()) {
      if (!columns.some((column) => column.name === 'workspaceId') || name === 'role') continue;
      for (const column of columns)
        if (wordColumns.includes(column.name))
          await sql`update ${sql.table(name)} set ${sql.ref(column.name)} = ${sql.ref(column.name)} || ${` ${canary}`} where ${sql.ref('workspaceId')} = ${workspaceId}`.execute(
            db,
          );
    }
  }

  /** A hash of every row of the workspace, by table. */
  async function rows(): Promise<Record<string, string>> {
    const { db } = app.infrastructure;
    const found: Record<string, string> = {};
    for (const { name, columns } of await db.introspection.getTables()) {
      if (notedElsewhere.has(name) || !columns.some((column) => column.name === 'workspaceId')) continue;
      const { rows: all } =
        await sql`select * from ${sql.table(name)} where ${sql.ref('workspaceId')} = ${workspaceId}`.execute(
          db,
        );
      const texts = all.map((row) => JSON.stringify(row)).toSorted();
      found[name] = createHash('sha256').update(texts.join('\n')).digest('hex');
    }
    return found;
  }

  it.each(['session', 'key', 'nobody'] as const)(
    'ATK-067, ATK-070, ATK-082: lead nowhere on any route for the %s of another, and change no row',
    async (kind) => {
      const before = await rows();
      const sender = { session, key, nobody: app }[kind];
      const faults: string[] = [];
      for (const operation of operations) {
        const { method, url, headers, payload } = callOf(operation, things.known);
        const answer = await sender.inject({
          method: method as 'GET',
          url,
          headers: { ...(payload !== undefined && { 'content-type': 'application/json' }), ...headers },
          ...(payload !== undefined && {
            payload: 'content-type' in headers ? String(payload) : JSON.stringify(payload),
          }),
        });
        const shown = `${answer.statusCode} ${operation.method} ${operation.path}: ${answer.body.slice(0, 120)}`;
        if (answer.body.includes(canary)) faults.push(`tells: ${shown}`);
        if (answer.statusCode >= 500) faults.push(`fails: ${shown}`);
        const isLetIn = kind === 'nobody' && answer.statusCode < 300 && !isForAll(operation);
        // Said of every id, so that it says nothing of this one.
        const isSaidOfNone =
          isLetIn &&
          (await app.inject({ url: `${url.split('/').slice(0, -1).join('/')}/none` })).body === answer.body;
        if (isLetIn && !isSaidOfNone) faults.push(`lets in: ${shown}`);
      }
      expect(faults).toEqual([]);
      const after = await rows();
      expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual([]);
    },
    60_000,
  );
});
