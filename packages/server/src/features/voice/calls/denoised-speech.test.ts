import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { makeAgent, registerCall } from '../../../testing/call-driver.ts';
import { SpeakingCaller } from '../../../testing/speaking-caller.ts';
import { makeFolder } from '../../../testing/temporary-folder.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';

const grammar = `#JSGF V1.0;
grammar caller;
public <sentence> = when does the shop open | please stop now | tell me about the bread ;
`;

const open: TestApp[] = [];
afterAll(() => Promise.all(open.map((test) => test.close())));

it.each(['here', 'apart'] as const)(
  'a caller whose noise is taken out is still understood, with the sound of calls %s',
  { timeout: 120_000 },
  async (callMedia) => {
    const localSpeechGrammar = join(makeFolder(), 'caller.gram');
    writeFileSync(localSpeechGrammar, grammar);
    const test = await createTestApp({ config: { localSpeechGrammar, callMedia } });
    open.push(test);
    const user = await test.signIn();
    const base = await test.listen();
    const agentId = await makeAgent(user, {
      agent: { beginMessageDelayMs: 0, responsiveness: 0.5, interruptionSensitivity: 1 },
      llm: { generalPrompt: 'The shop opens at seven in the morning.', beginMode: 'user' },
      settings: { denoising: 'noise' },
    });
    const registered = await registerCall(user, agentId, { channel: 'audio' });
    const caller = new SpeakingCaller(base, registered.socketPath, registered.token);
    await caller.event('call-start');
    await caller.speak('when does the shop open');
    expect((await caller.event('user-turn')).text).toBe('when does the shop open');
    expect((await caller.event('agent-turn')).text).toContain('seven in the morning');
    caller.send({ type: 'hang-up' });
    await caller.closed;
    expect(caller.events.filter(({ type }) => type === 'call-error')).toEqual([]);
  },
);
