import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeApp } from '../../../composition/stop.ts';
import { databases } from '../../../testing/databases.ts';
import { gatedFlow, makeFlow, studio } from '../../../testing/flow-fixtures.ts';
import { gatedCatalogue } from '../../../testing/gated-catalogue.ts';
import { makeKey } from '../../../testing/other-workspace.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';

const question = 'Well?';

describe.runIf(databases.includes('postgres'))(
  'a run whose process stops before it has ended',
  { timeout: 60_000 },
  () => {
    /** The first executes the run and stops, the second goes on with it, the third only serves those who follow it. */
    let apps: TestApp[];
    let addresses: string[];
    let user: TestUser;
    let key: string;
    let flowId: string;
    let gates: ReturnType<typeof gatedCatalogue>['gate'][];
    let stopping: Promise<void> | undefined;

    beforeEach(async () => {
      stopping = undefined;
      const gated = [gatedCatalogue(), gatedCatalogue(), gatedCatalogue()];
      gates = gated.map(({ gate }) => gate);
      const first = await createTestApp({ database: 'postgres', catalogue: gated[0]!.catalogue });
      const { databaseUrl, secretKey } = first.infrastructure.config;
      const config = { databaseUrl, secretKey };
      apps = [
        first,
        await createTestApp({ catalogue: gated[1]!.catalogue, config }),
        await createTestApp({ catalogue: gated[2]!.catalogue, config }),
      ];
      user = await first.signIn();
      addresses = [];
      for (const app of apps) {
        const base = await app.listen();
        await app.infrastructure.processes.announce(base);
        addresses.push(base);
      }
      // It takes nothing over.
      await apps[2]!.infrastructure.processes.drain();
      key = (await makeKey(first, user.caller.workspaceId)).key;
      flowId = await makeFlow(user, await gatedFlow(user));
    });
    afterEach(async () => {
      gates[1]?.say(undefined);
      await stopping;
      for (const app of apps.toReversed()) await app.close();
    });

    const send = (at: number, method: string, path: string, body?: object, headers: object = own()) =>
      fetch(`${addresses[at]}${path}`, {
        method,
        headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    const own = () => ({
      cookie: Object.entries(user.cookies)
        .map((pair) => pair.join('='))
        .join('; '),
      [csrfHeader]: user.cookies[csrfCookie] ?? '',
    });
    const byKey = () => ({ authorization: `Bearer ${key}` });

    function read(response: Response) {
      let text = '';
      const done = (async () => {
        for await (const part of response.body!.pipeThrough(new TextDecoderStream())) text += part;
        return text;
      })();
      return {
        done,
        until: (wanted: string) => expect.poll(() => text, { timeout: 5000 }).toContain(wanted),
      };
    }
    const framesOf = (text: string) => text.split('\n\n').filter((frame) => frame.startsWith('id: '));
    const typesOf = (text: string) =>
      framesOf(text).map((frame) => (JSON.parse(frame.split('data: ')[1]!) as { type: string }).type);
    const runs = () => apps[1]!.infrastructure.db.selectFrom('run').selectAll().execute();

    /** As SIGTERM does, with the time to finish over at once. */
    async function stopFirst(): Promise<void> {
      const [first] = apps;
      first!.app.lifecycle.leave();
      expect(await first!.infrastructure.processes.drain()).toBe(true);
      stopping = closeApp(first!.app, 0);
      await expect
        .poll(async () => (await runs()).map(({ ownerId }) => ownerId), { timeout: 20_000 })
        .toEqual([apps[1]!.infrastructure.processes.id]);
    }

    it('goes on in another one at once, and everybody who follows it anywhere sees it whole and once', async () => {
      const asked = read(await send(0, 'POST', `${studio}/flows/${flowId}/runs`, { question }));
      gates[0]!.say('Half an ');
      await asked.until('Half an ');
      const [{ id } = { id: '' }] = await runs();
      const followers = [0, 1, 2].map(async (at) =>
        read(await send(at, 'GET', `${studio}/runs/${id}/events`)),
      );
      const following = await Promise.all(followers);
      for (const { until } of following) await until('Half an ');
      await stopFirst();
      gates[1]!.say('The whole ');
      for (const { until } of [asked, ...following]) await until('The whole ');
      gates[1]!.say('answer.');
      gates[1]!.say(undefined);
      const texts = await Promise.all([asked, ...following].map(({ done }) => done));
      for (const text of texts) {
        const types = typesOf(text);
        expect(types.filter((type) => type === 'run-resume')).toHaveLength(1);
        expect(types.filter((type) => type === 'run-end')).toHaveLength(1);
        expect(types.slice(types.indexOf('run-resume')).join()).not.toContain('error');
        const ids = framesOf(text).map((frame) => Number(/^id: (\d+)/.exec(frame)?.[1]));
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
        const after = text.slice(text.indexOf('"run-resume"'));
        expect(after.match(/"text-delta","text":"([^"]*)"/g)?.join('')).toMatch(/The whole .*answer\./);
        expect(after).toContain('"type":"text","text":"The whole answer."');
      }
      await stopping;
      expect(await runs()).toMatchObject([{ status: 'done', answer: 'The whole answer.' }]);
      const ends = await apps[1]!.infrastructure.db
        .selectFrom('event')
        .select('kind')
        .where('kind', 'in', ['run-resume', 'run-end'])
        .orderBy('seq')
        .execute();
      expect(ends.map(({ kind }) => kind)).toEqual(['run-resume', 'run-end']);
    });

    it('answers those who asked for it without a stream, through the process that stops', async () => {
      const asked = send(0, 'POST', `/api/v1/prediction/${flowId}`, { question }, byKey());
      await expect.poll(async () => (await runs()).length).toBe(1);
      await stopFirst();
      gates[1]!.say('Here.');
      gates[1]!.say(undefined);
      const answer = await asked;
      const [{ id } = { id: '' }] = await runs();
      expect([answer.status, await answer.json()]).toMatchObject([200, { text: 'Here.', runId: id }]);
      await stopping;
    });

    it('is not asked for a second time by those who were streamed a part of it', async () => {
      const streamed = read(
        await send(0, 'POST', `/api/v1/prediction/${flowId}`, { question, streaming: true }, byKey()),
      );
      gates[0]!.say('One ');
      await streamed.until('One ');
      await stopFirst();
      for (const piece of ['On', 'e ', 'two', undefined]) gates[1]!.say(piece);
      const tokens = [...(await streamed.done).matchAll(/"event":"token","data":"([^"]*)"/g)];
      expect(tokens.map(([, token]) => token).join('')).toBe('One two');
      await stopping;
    });

    it('can be stopped anywhere, and says so to those who wait for it at the process that stops', async () => {
      const asked = read(await send(0, 'POST', `${studio}/flows/${flowId}/runs`, { question }));
      await asked.until('run-start');
      await stopFirst();
      const [{ id } = { id: '' }] = await runs();
      const stopped = await send(2, 'POST', `${studio}/runs/${id}/stop`);
      expect([stopped.status, await stopped.json()]).toEqual([200, { status: 'cancelled' }]);
      expect(await asked.done).toContain('"status":"cancelled"');
      await stopping;
    });
  },
);
