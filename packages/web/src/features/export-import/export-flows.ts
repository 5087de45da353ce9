import { exportFullBundle } from '@tendril/contract/api/export-import';
import { toOutgoing } from '../../kit/api/call.ts';
import { send } from '../../kit/api/send.ts';
import { saveFile } from '../../kit/lib/save-file.ts';
import { exportImportTexts } from '../../kit/texts/en/export-import.ts';
import { say } from '../../kit/texts/texts.ts';

const longestMs = 5 * 60 * 1000;

/** Saves some flows with all that belongs to them as one file; it is read by Import and by dropping it on the list. */
export async function exportFlows(flows: readonly { id: string; name: string }[]): Promise<void> {
  const [first, ...others] = flows;
  if (!first) return;
  const name =
    others.length === 0 ? first.name : say(exportImportTexts, 'someFlows', { count: flows.length });
  await saveBundle(name, { flowIds: flows.map(({ id }) => id) });
}

/** Saves everything that can travel, with all that belongs to it. */
export function exportEverything(): Promise<void> {
  return saveBundle(say(exportImportTexts, 'everything'), {});
}

async function saveBundle(name: string, body: { flowIds?: string[] }): Promise<void> {
  const signal = AbortSignal.timeout(longestMs);
  const response = await send(toOutgoing(exportFullBundle, { body, signal }));
  // What a file system would not take is left out.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
  const safe = name.replace(/[\u0000-\u001f<>:"/\\|?*]/g, ' ').trim();
  // As it came: with the files of knowledge bases it may be too long to be rewritten.
  saveFile(`${safe} Bundle.json`, await response.text());
}
