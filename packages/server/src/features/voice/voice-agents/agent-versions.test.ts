import { storedValueMask } from '@tendril/contract/api/credentials';
import type { AgentVersion } from '@tendril/contract/api/voice-agents';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../../../testing/databases.ts';
import { createTestApp, type TestApp, type TestUser } from '../../../testing/test-app.ts';
import { AgentDriver, calendarFunction } from './testing/agent-driver.ts';
import { createVoiceAgents } from './voice-agents.ts';

describe.each(databases)('versions of voice agents on %s', (database) => {
  let app: TestApp;
  let user: TestUser;
  let driver: AgentDriver;

  beforeAll(async () => {
    app = await createTestApp({ database });
    user = await app.signIn();
    driver = new AgentDriver(user);
  });
  afterAll(() => app.close());

  const agents = () => createVoiceAgents({ ...app.infrastructure, isVoice: async () => true });
  const publish = (id: string, note = '') =>
    driver.call<AgentVersion>('POST', `agents/${id}/versions`, { note });
  const versions = async (id: string): Promise<{ data: AgentVersion[]; isDraftChanged: boolean }> =>
    (await driver.send('GET', `agents/${id}/versions`)).json();
  const live = (id: string) => agents().snapshot(user.caller, id, 'live');

  it('until the first publication calls are answered by the draft, afterwards by the newest version', async () => {
    const { id } = await driver.make('Live');
    await driver.save(id, { volume: 0.1 });
    expect(await live(id)).toMatchObject({
      versionNumber: 0,
      versionId: null,
      snapshot: { agent: { volume: 0.1 } },
    });
    expect(await versions(id)).toEqual({ data: [], isDraftChanged: false });
    const first = await publish(id, 'First');
    expect(first).toMatchObject({
      number: 1,
      note: 'First',
      kind: 'published',
      author: 'Ada Owner',
      isLive: true,
    });
    await driver.save(id, { volume: 0.2 });
    expect(await live(id)).toMatchObject({
      versionNumber: 1,
      versionId: first.id,
      snapshot: { agent: { volume: 0.1 } },
    });
    expect((await driver.read(id)).volume).toBe(0.2);
    const second = await publish(id);
    expect((await live(id)).snapshot.agent.volume).toBe(0.2);
    expect((await versions(id)).data.map(({ id: one, isLive }) => [one, isLive])).toEqual([
      [second.id, true],
      [first.id, false],
    ]);
  });

  it('whether the draft differs is reported for the agent, its settings and its record', async () => {
    const { id, responseEngineLlmId } = await driver.make('Differs');
    await publish(id);
    const isChanged = async () => (await versions(id)).isDraftChanged;
    expect(await isChanged()).toBe(false);
    await driver.save(id, { volume: 0.1 });
    expect(await isChanged()).toBe(true);
    await publish(id);
    await driver.saveSettings(id, { ringDurationMs: 0 });
    expect(await isChanged()).toBe(true);
    await driver.saveSettings(id, { ringDurationMs: 30_000 });
    expect(await isChanged()).toBe(false);
    await driver.saveLlm(responseEngineLlmId, { functions: [calendarFunction] });
    expect(await isChanged()).toBe(true);
    await publish(id);
    await driver.saveLlm(responseEngineLlmId, {
      functions: [{ ...calendarFunction, calApiKey: storedValueMask }],
    });
    expect(await isChanged()).toBe(false);
  });

  it('a version is read with its secrets masked, and `draft` is the working state', async () => {
    const { id, responseEngineLlmId } = await driver.make('Masked');
    await driver.saveLlm(responseEngineLlmId, { functions: [calendarFunction], generalPrompt: 'One' });
    const { id: versionId } = await publish(id);
    await driver.saveLlm(responseEngineLlmId, { functions: [], generalPrompt: 'Two' });
    const version = await driver.version(id, versionId);
    expect(version.llm.generalPrompt).toBe('One');
    expect(version.llm.functions).toEqual([{ ...calendarFunction, calApiKey: storedValueMask }]);
    expect((await driver.version(id, 'draft')).llm).toMatchObject({ generalPrompt: 'Two', functions: [] });
    expect(await agents().openSecrets(user.caller, id, versionId)).toEqual([calendarFunction]);
    expect((await driver.send('GET', `agents/${id}/versions/nowhere`)).statusCode).toBe(404);
  });

  it('a restored version is the draft again, secrets included; the draft of before is a version of its own', async () => {
    const { id, responseEngineLlmId } = await driver.make('Restored');
    await driver.save(id, { volume: 0.1, enableVoicemailDetection: false });
    await driver.saveSettings(id, { ringDurationMs: 1000 });
    await driver.saveLlm(responseEngineLlmId, { functions: [calendarFunction] });
    const first = await publish(id);
    await driver.save(id, { volume: 0.9, voiceSpeed: 1.5 });
    await driver.saveLlm(responseEngineLlmId, { functions: [], generalPrompt: 'Lost?' });

    const restored = await driver.call('POST', `agents/${id}/versions/${first.id}/restore`);
    expect(restored).toEqual(await driver.read(id));
    expect(restored).toMatchObject({ volume: 0.1, enableVoicemailDetection: false });
    expect(restored).not.toHaveProperty('voiceSpeed');
    expect((await driver.llm(responseEngineLlmId)).generalPrompt).toBe('');
    expect(await agents().openSecrets(user.caller, id, 'draft')).toEqual([calendarFunction]);

    const { data, isDraftChanged } = await versions(id);
    expect(isDraftChanged).toBe(false);
    expect(data.map(({ kind, isLive }) => [kind, isLive])).toEqual([
      ['kept', false],
      ['published', true],
    ]);
    const kept = await driver.version(id, data[0]?.id ?? '');
    expect(kept).toMatchObject({ agent: { volume: 0.9 }, llm: { generalPrompt: 'Lost?' } });
    await driver.call('POST', `agents/${id}/versions/${data[0]?.id}/restore`);
    expect((await versions(id)).data).toHaveLength(2);
    expect((await driver.llm(responseEngineLlmId)).generalPrompt).toBe('Lost?');
  });

  it('versions made at once have numbers of their own', async () => {
    const { id } = await driver.make('Crowd');
    const made = await Promise.all([publish(id), publish(id), publish(id)]);
    expect(made.map(({ number }) => number).sort()).toEqual([1, 2, 3]);
    expect((await versions(id)).data.filter(({ isLive }) => isLive)).toHaveLength(1);
  });

  it('a duplicate has a record of its own, the same secrets, and no versions', async () => {
    const original = await driver.make('x'.repeat(199));
    await driver.saveSettings(original.id, { ringDurationMs: 7000 });
    await driver.saveLlm(original.responseEngineLlmId, {
      functions: [calendarFunction],
      generalPrompt: 'Same',
    });
    await publish(original.id);
    const copy = await driver.call<typeof original>('POST', `agents/${original.id}/duplicate`);
    expect(copy.agentName).toBe(`${'x'.repeat(193)} (copy)`);
    expect(copy.responseEngineLlmId).not.toBe(original.responseEngineLlmId);
    expect((await driver.settings(copy.id)).ringDurationMs).toBe(7000);
    expect(await agents().openSecrets(user.caller, copy.id, 'live')).toEqual([calendarFunction]);
    expect((await versions(copy.id)).data).toEqual([]);
    await driver.saveLlm(copy.responseEngineLlmId, { generalPrompt: 'Other' });
    expect((await driver.llm(original.responseEngineLlmId)).generalPrompt).toBe('Same');
  });
});
