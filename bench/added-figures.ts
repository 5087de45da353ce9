import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { realClock } from '../packages/voice/src/call-clock.ts';
import type { CallParts } from '../packages/voice/src/call-session.ts';
import { callConfig } from '../packages/voice/src/testing/call-config.ts';
import { ScriptedRecognizer } from '../packages/voice/src/testing/scripted-recognizer.ts';
import { ScriptedResponder } from '../packages/voice/src/testing/scripted-responder.ts';
import { ToneSynthesizer } from '../packages/voice/src/testing/tone-synthesizer.ts';
import { endpointWaitMs } from '../packages/voice/src/turn-detector.ts';
import type { AskingRequest } from './asking-pages.ts';
import { openCallServer } from './call-server.ts';
import { percentile } from './percentile.ts';
import { atMost, type Row } from './table.ts';

const questions = 3;
/** Simulated latencies of the vendors: recognizer, model and synthesizer. */
const vendors = { recognizer: 50, model: 200, synthesizer: 80 };
const vendorsMs = vendors.recognizer + vendors.model + vendors.synthesizer;
const config = callConfig();
/** What the rule of turns waits for: a voice that ended level, whose words are not known before. */
const endpointMs = endpointWaitMs({ ...config, words: '', intonation: 'level' });

function partsOf(transport: NonNullable<CallParts['audio']>['transport']): CallParts {
  const words = Array.from({ length: questions }, () => 'what time is it');
  return {
    config,
    responder: new ScriptedResponder(
      words.map(() => 'It is nine.'),
      { clock: realClock, firstMs: vendors.model },
    ),
    functions: [],
    variables: {},
    builtIn: () => ({}),
    describe: () => ({}),
    emit: () => {},
    hasTimers: true,
    audio: {
      transport,
      recognizer: new ScriptedRecognizer(words, { clock: realClock, finalMs: vendors.recognizer }),
      synthesizers: [new ToneSynthesizer({ clock: realClock, firstAudioMs: vendors.synthesizer })],
      record: () => {},
    },
  };
}

/** What is added to each wait for an answer, by callers on sockets, of calls in this thread or in a process. */
async function added(count: number, where: 'here' | 'apart'): Promise<number[]> {
  const server = await openCallServer(where, partsOf);
  const workerData: AskingRequest = { port: server.port, count, questions };
  const pages = new Worker(new URL('./asking-pages.ts', import.meta.url), { workerData });
  const [waits] = (await once(pages, 'message')) as [number[]];
  await pages.terminate();
  await server.close();
  if (waits.length < count * questions * 0.99) throw new Error(`Only ${waits.length} answers came.`);
  return waits.map((ms) => ms - endpointMs - vendorsMs).sort((left, right) => left - right);
}

const names = { here: "in the server's thread", apart: 'in a process' } as const;

/**
 * What we add to the wait for an answer: measured by the callers, from the last sound of their voice to the first of the
 * agent's, without what the rule of turns waits for and what the vendors take.
 */
export async function measureAdded(counts: readonly number[] = [50, 150]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of counts)
    for (const where of ['here', 'apart'] as const) {
      const waits = await added(count, where);
      const name = `${count} calls ${names[where]}, added to the wait for an answer`;
      rows.push(atMost(`${name}, p50`, percentile(waits, 0.5), 'ms', 5));
      rows.push(atMost(`${name}, p95`, percentile(waits, 0.95), 'ms', 15));
    }
  return rows;
}
