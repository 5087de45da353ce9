import { id as idSchema } from '@tendril/contract/api/id';
import { AppError } from '@tendril/contract/app-error';
import { parseGuardedJson } from '@tendril/contract/json/json-guard';
import * as z from 'zod';
import { parseInput } from '../../../platform/http/parse-input.ts';

const maxKeys = 1000;

// Flowise's rows hold more (a salted hash, a date in words), which is dropped.
const keyFile = z
  .array(
    z.object({
      id: idSchema.optional().catch(undefined),
      keyName: z.string('must be text').trim().min(1, 'must not be empty').max(100),
      // The key in clear. A short one could be guessed from its hash.
      apiKey: z.string('must be text').regex(/^\S{20,512}$/, 'must be 20 to 512 characters without spaces'),
    }),
  )
  .min(1, 'holds no key')
  .max(maxKeys, `holds more than ${maxKeys} keys`);

/** A key of a file in clear text; only its hash is stored. */
export type FileKey = z.output<typeof keyFile>[number];

/** Reads Flowise's key file from base64. Throws INVALID_INPUT that names the entry and the field at fault. */
export function readKeyFile(jsonFile: string): FileKey[] {
  const head = /^data:[^,]*;base64,/.exec(jsonFile)?.[0] ?? '';
  const base64 = jsonFile.slice(head.length).trim();
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64)) throw unreadable('is not a file in base64');
  const text = Buffer.from(base64, 'base64')
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const keys = parseInput(keyFile, parseGuardedJson(text, 'jsonFile'), 'jsonFile') as FileKey[];
  refuseTwice(keys, 'keyName');
  refuseTwice(keys, 'apiKey');
  return keys;
}

function refuseTwice(keys: readonly FileKey[], field: 'keyName' | 'apiKey'): void {
  const seen = new Set<string>();
  for (const [index, { [field]: value }] of keys.entries()) {
    if (seen.has(value)) throw unreadable('stands twice in the file', `jsonFile.${index}.${field}`);
    seen.add(value);
  }
}

function unreadable(message: string, path = 'jsonFile'): AppError {
  return new AppError('INVALID_INPUT', `${path}: ${message}`, { details: [{ path, message }] });
}
