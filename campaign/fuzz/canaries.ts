import { sql } from 'kysely';
import type { Database } from '../../packages/server/src/platform/db/schema.ts';
import type { TestUser } from '../../packages/server/src/testing/test-app.ts';

/** Stands in every text of the other workspace: an answer with it has leaked data of that workspace. */
export const awayCanary = 'CANARY-OF-ELSEWHERE';
const secretCanary = 'CANARY-OF-A-SECRET';
const studio = '/api/agent-studio/v1';

/** Columns of words that people write; ids, kinds and formats stay as they are. */
const wordColumns = ['name', 'description', 'label', 'content', 'agentName', 'knowledgeBaseName', 'question'];

/** Writes the canary into what people of the workspace wrote. */
export async function markWorkspace(db: Database, workspaceId: string): Promise<void> {
  for (const { name, columns } of await db.introspection.getTables()) {
    const names = columns.map((column) => column.name);
    if (!names.includes('workspaceId') || name === 'role') continue;
    for (const column of names.filter((one) => wordColumns.includes(one)))
      await sql`update ${sql.table(name)} set ${sql.ref(column)} = ${sql.ref(column)} || ${` ${awayCanary}`} where ${sql.ref('workspaceId')} = ${workspaceId}`.execute(
        db,
      );
  }
}

/** Stores secrets in the workspace of the user; returns what may never be seen again. */
export async function furnishSecrets(user: TestUser): Promise<string[]> {
  const send = async (path: string, payload: object) => {
    const answer = await user.inject({ method: 'POST', url: `${studio}/${path}`, payload });
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`);
  };
  await send('credentials', {
    name: 'A key',
    credentialName: 'openAIApi',
    plainDataObj: { openAIApiKey: `${secretCanary}-of-a-credential` },
  });
  await send('variables', {
    name: 'hidden',
    type: 'static',
    isSecret: true,
    value: `${secretCanary}-of-a-variable`,
  });
  return [secretCanary];
}
