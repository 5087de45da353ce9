import { listAudit } from '@tendril/contract/api/audit';
import { readProfile } from '@tendril/contract/api/auths';
import {
  endPersonSessions,
  endWorkspaceSession,
  listWorkspaceSessions,
  type WorkspaceSession,
} from '@tendril/contract/api/people';
import { saveWorkspaceSecurity } from '@tendril/contract/api/second-factors';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { signInAs } from '../../../testing/sign-in-as.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

describe.each(databases)('sessions of other people on %s', (database) => {
  let app: TestApp;
  let owner: TestUser;

  beforeEach(async () => {
    app = await createTestApp({ database });
    owner = await app.signIn();
  });
  afterEach(() => app.close());

  const list = async () =>
    (await owner.inject({ url: listWorkspaceSessions.path })).json<WorkspaceSession[]>();
  const end = (id: string, by: Pick<TestUser, 'inject'> = owner) =>
    by.inject({ method: 'DELETE', url: endWorkspaceSession.path.replace(':id', id) });

  it('are seen by owners alone, with whose they are, and end at once with an entry in the audit', async () => {
    const admin = await signInAs(app, owner, 'admin');
    expect((await admin.inject({ url: listWorkspaceSessions.path })).statusCode).toBe(403);
    const sessions = await list();
    expect(sessions.map(({ isCurrent }) => isCurrent).toSorted()).toEqual([false, true]);
    const theirs = sessions.find(({ userId }) => userId === admin.userId);
    expect(theirs).toMatchObject({ name: expect.stringContaining('admin'), address: expect.any(String) });
    expect((await end(theirs?.id ?? '', admin)).statusCode).toBe(403);
    expect((await end(theirs?.id ?? '')).statusCode).toBe(204);
    expect((await admin.inject({ url: readProfile.path })).statusCode).toBe(401);
    expect(await list()).toHaveLength(1);
    const [entry] = (await owner.inject({ url: listAudit.path })).json().data;
    expect(entry).toMatchObject({ action: 'person-signed-out', verb: 'signed out', target: admin.userId });
    expect((await end(theirs?.id ?? '')).statusCode).toBe(404);
  });

  it('end all at once for one person, and stay in other workspaces', async () => {
    const person = await signInAs(app, owner, 'viewer');
    const outsider = await app.signIn();
    const foreign = { id: outsider.caller.familyId };
    const { workspaceId } = await makeKey(app);
    await app.infrastructure.db
      .updateTable('session_family')
      .set({ workspaceId })
      .where('id', '=', foreign.id)
      .execute();
    expect((await list()).map(({ id }) => id)).not.toContain(foreign.id);
    expect((await end(foreign.id)).statusCode).toBe(404);
    const url = endPersonSessions.path.replace(':id', person.userId);
    expect((await owner.inject({ method: 'DELETE', url })).statusCode).toBe(204);
    expect((await owner.inject({ method: 'DELETE', url })).statusCode).toBe(404);
    expect((await person.inject({ url: readProfile.path })).statusCode).toBe(401);
    expect((await outsider.inject({ url: readProfile.path })).statusCode).toBe(200);
  });

  it('end only after a proof where the workspace asks for one', async () => {
    const person = await signInAs(app, owner, 'viewer');
    const payload = { isSecondFactorRequired: false, isProofRequired: true };
    await owner.inject({ method: 'PUT', url: saveWorkspaceSecurity.path, payload });
    await app.infrastructure.db.updateTable('session_family').set({ provedAt: 0 }).execute();
    const theirs = (await list()).find(({ userId }) => userId === person.userId);
    expect((await end(theirs?.id ?? '')).json().code).toBe('PROOF_REQUIRED');
  });
});
