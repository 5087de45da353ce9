import { Worker } from 'node:worker_threads';
import { AppError } from '@tendril/contract/app-error';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';

const parseTimeoutMs = 20_000;
const maxYamlCharacters = 2_000_000;
const heapMb = 256;

/** An API description as plain data. Throws INVALID_INPUT unless it is JSON or YAML of acceptable size. */
export async function parseDescription(text: string, field: string): Promise<Record<string, unknown>> {
  const isJson = /^\s*[{[]/.test(text);
  const parsed = isJson ? parseGuardedJson(text, field) : await parseYaml(text, field);
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed };
  throw refusal(field, 'is no OpenAPI description: it has to be an object');
}

/** Parsing YAML is slow, so a worker does it. */
function parseYaml(text: string, field: string): Promise<unknown> {
  if (text.length > maxYamlCharacters) throw refusal(field, 'is YAML of more than 2 MB: give it as JSON');
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const worker = new Worker(new URL('./parse-yaml.worker.ts', import.meta.url), {
    workerData: text,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  });
  const timer = setTimeout(() => reject(refusal(field, 'takes too long to read')), parseTimeoutMs);
  worker.once('message', ({ json, message }: { json?: string; message?: string }) => {
    try {
      if (json === undefined) throw refusal(field, `must be valid JSON or YAML (${message})`);
      resolve(parseGuardedJson(json, field));
    } catch (error) {
      reject(error);
    }
  });
  worker.once('error', () => reject(refusal(field, 'is too large to read')));
  worker.once('exit', () => reject(refusal(field, 'could not be read')));
  return promise.finally(() => {
    clearTimeout(timer);
    void worker.terminate();
  });
}

function refusal(path: string, message: string): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
