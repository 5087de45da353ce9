import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { provideChromium } from '../browser/provide-chromium.ts';
import { type CheckResult, runChecks } from '../check-list.ts';
import { startTestDatabases } from '../databases/start-test-databases.ts';
import { provideWeb } from '../launch/web.mjs';
import { provideLocalSpeech } from '../local-speech/provide-local-speech.ts';
import { startPostgres } from '../postgres.ts';
import { repositoryRoot } from '../repository-root.ts';
import { provideTelephony } from '../telephony/provide-telephony.ts';
import { provideCodeCache } from './provide-code-cache.ts';
import { runVitest } from './run-vitest.ts';
import type { Tally } from './tally.ts';

const longestPartMs = 50 * 60_000;

function report({ name, isPassed, output, durationMs }: CheckResult): void {
  console.log(`${isPassed ? 'ok    ' : 'FAILED'} ${name} (${Math.round(durationMs)} ms)`);
  if (!isPassed) console.log(output);
}

/** Format, lint and types; the house test runs among the unit tests. */
export async function checkPart(): Promise<Tally> {
  const results = await runChecks(false, report);
  const failures = results.filter((result) => !result.isPassed).map((result) => result.name);
  return { passed: results.length - failures.length, failed: failures.length, failures, shaky: [] };
}

/** Every test beside the code, on both databases, with those of somebody else that nodes speak to. */
export async function unitPart(): Promise<Tally> {
  await provideLocalSpeech();
  await provideTelephony();
  const postgres = await startPostgres();
  const others = await startTestDatabases(postgres.url).catch(async (error: unknown) => {
    await postgres.stop();
    throw error;
  });
  try {
    const variables = { TEST_POSTGRES_URL: postgres.url, NODE_COMPILE_CACHE: await provideCodeCache() };
    return await runVitest([], { ...others.env, ...variables }, longestPartMs);
  } finally {
    await Promise.all([postgres.stop(), others.stop()]);
  }
}

/** The web app and the chat widget as people get them. */
export async function webPart(): Promise<Tally> {
  provideWeb(process.execPath);
  const failures = ['web/dist/index.html', 'widget/dist/widget.js']
    .filter((file) => !existsSync(join(repositoryRoot, 'packages', file)))
    .map((file) => `packages/${file} was not built`);
  return { passed: 2 - failures.length, failed: failures.length, failures, shaky: [] };
}

/** The journeys through the whole product, in a real Chromium; arguments narrow them down. */
export async function journeyPart(args: readonly string[]): Promise<Tally> {
  const config = join(repositoryRoot, 'e2e', 'vitest.config.ts');
  if (!existsSync(config))
    throw new Error('e2e/vitest.config.ts does not exist: there is no journey to run.');
  const chromium = await provideChromium();
  await provideLocalSpeech();
  const variables = { CHROMIUM_PATH: chromium, NODE_COMPILE_CACHE: await provideCodeCache() };
  return runVitest(['--config', config, ...args], variables, longestPartMs);
}
