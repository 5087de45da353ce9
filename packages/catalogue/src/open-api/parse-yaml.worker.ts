import { parentPort, workerData } from 'node:worker_threads';
import { parse } from 'yaml';

const maxAliases = 100;
/** Limit for the expansion of aliases. */
const maxCharacters = 8_000_000;

/** Parses the YAML of `workerData` with the safe core schema and returns it as JSON text. */
function parseYamlWork(text: string): { json?: string; message?: string } {
  try {
    const value: unknown = parse(text, { maxAliasCount: maxAliases, schema: 'core', logLevel: 'error' });
    const json = JSON.stringify(value) ?? 'null';
    return json.length > maxCharacters ? { message: 'it unfolds to too much' } : { json };
  } catch (error) {
    return { message: String(error instanceof Error ? error.message : error).split('\n')[0] ?? '' };
  }
}

parentPort?.postMessage(parseYamlWork(String(workerData)));
