import { randomUUID } from 'node:crypto';
import type { Database } from '../../packages/server/src/platform/db/schema.ts';
import { storedBatch, storedContact } from '../../packages/server/src/testing/stored-batches.ts';
import { endedCallRow } from '../../packages/server/src/testing/stored-calls.ts';

const said = [
  { role: 'agent' as const, content: 'Hello, how can I help?', offsetMs: 1000 },
  { role: 'user' as const, content: 'When do you open?', offsetMs: 3000 },
  { role: 'agent' as const, content: 'At nine.', offsetMs: 5000 },
];
const settings = JSON.stringify({
  ...{ windows: [], concurrency: 1, reserved: 0 },
  retries: { most: 1, afterMs: 600_000, outcomes: ['busy'] },
});

/** What carriers bring about: an ended call, a batch of calls, a delivered webhook, a replay. Returns their ids. */
export async function insertVoiceRows(
  db: Database,
  workspaceId: string,
  agentId: string,
): Promise<Record<string, unknown>> {
  const [batch, replay, delivery] = [randomUUID(), randomUUID(), randomUUID()];
  const scope = { workspaceId } as Parameters<typeof storedBatch>[0];
  const ended = { ...endedCallRow(scope, said as never), agentId };
  await db.insertInto('call').values(ended).execute();
  await db
    .insertInto('batch_call')
    .values(storedBatch(scope, batch, { state: 'paused', endedAt: null, settings }))
    .execute();
  for (const position of [0, 1, 2])
    await db
      .insertInto('batch_contact')
      .values(storedContact(scope, batch, position))
      .execute();
  const summary = JSON.stringify({ explanation: '', turns: 0, changedTurns: 0, costUsd: 0 });
  await db
    .insertInto('call_replay')
    .values({
      ...{ id: replay, batchId: replay, workspaceId, agentId, agentName: 'Desk', caller: '' },
      ...{ sourceCallId: ended.id, callId: null, version: 'draft', versionNumber: 0, way: 'words' },
      ...{ startedAt: 1, status: 'same', summary, compared: '[]', ownerId: null },
    })
    .execute();
  const origin = 'https://hooks.example';
  await db
    .insertInto('webhook_delivery')
    .values({
      ...{
        id: delivery,
        workspaceId,
        agentId,
        callId: ended.id,
        event: 'call_ended',
        url: `${origin}/${delivery}`,
        origin,
      },
      ...{ state: 'delivered', attempts: 1, lastStatus: 204, lastError: null, lastMs: 3, nextAt: null },
      ...{ leaseOwner: null, leasedUntil: null, createdAt: 1, updatedAt: Date.now(), body: '{}' },
    })
    .execute();
  return {
    batch,
    replay,
    delivery,
    endedCall: ended.id,
    endedCallIds: [ended.id],
    recording: `${ended.id}.wav`,
  };
}

/** What providers, devices and other people bring about in an account. Returns the ids. */
export async function insertAccountRows(
  db: Database,
  { workspaceId, userId }: { workspaceId: string; userId: string },
  withPasskey: boolean,
): Promise<Record<string, unknown>> {
  const [person, session, passkey, identity, provider] = Array.from({ length: 5 }, () => randomUUID());
  const now = Date.now();
  const [a, b, c, d, e] = [person, session, passkey, identity, provider].map(String);
  await db
    .insertInto('user')
    .values({
      ...{ id: String(a), ownerMark: null, name: 'Somebody', email: `${a}@example.com`, passwordHash: 'x' },
      ...{ emailChangedAt: null, createdAt: now, updatedAt: now },
    })
    .execute();
  await db
    .insertInto('membership')
    .values({ userId: String(a), workspaceId, createdAt: now, roleId: 'viewer' })
    .execute();
  await db
    .insertInto('session_family')
    .values({
      ...{ id: String(b), userId, workspaceId, createdAt: now, lastUsedAt: now, revokedAt: null },
      ...{ address: '10.0.0.1', agent: 'A browser' },
    })
    .execute();
  // With a passkey the owner's password is not enough any more: only what is asked of it next has one.
  await db.deleteFrom('passkey').where('userId', '=', userId).execute();
  if (withPasskey)
    await db
      .insertInto('passkey')
      .values({
        ...{ id: String(c), userId, credentialId: String(c), publicKey: 'x', counter: 0, transports: '[]' },
        ...{ name: 'A key', createdAt: now, lastUsedAt: null },
      })
      .execute();
  const issuer = `https://${e}.example`;
  await db
    .insertInto('provider_identity')
    .values({
      ...{ id: String(d), userId, issuer, subject: String(d), email: 'a@example.com', createdAt: now },
      ...{ lastUsedAt: now, provenEmail: null, groups: null },
    })
    .execute();
  await db
    .insertInto('sign_in_provider')
    .values({
      ...{ id: String(e), name: `P ${e}`, issuer, clientId: 'x', encryptedSecret: null },
      ...{ allowedDomains: '[]', newcomers: null, groupsClaim: null, groupRoles: '[]' },
      ...{ createdAt: now, updatedAt: now },
    })
    .execute();
  return { person, session, passkey, identity, provider };
}
