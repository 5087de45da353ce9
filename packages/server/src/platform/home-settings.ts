import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { type Config, readConfig, readEnvironment } from './config.ts';

type Environment = Record<string, string | undefined>;

/** Settings that belong to a home: what the environment does not name is read from here. */
const fileName = 'settings.env';

/** The settings of the environment, and beneath them those of the home. Throws ConfigError. */
export function readHomeConfig(environment: Environment = readEnvironment()): Config {
  const { home } = readConfig({ TENDRIL_HOME: environment['TENDRIL_HOME'] });
  return readConfig({ ...readSettings(home), ...environment });
}

/** Writes the settings of a home, readable by its owner only: they may hold a password. */
export async function writeHomeSettings(home: string, settings: Record<string, string>): Promise<void> {
  await write(home, { ...readSettings(home), ...settings });
}

/** Removes settings of a home, and the file with the last one. */
export async function removeHomeSettings(home: string, names: readonly string[]): Promise<void> {
  const left = Object.entries(readSettings(home)).filter(([name]) => !names.includes(name));
  if (left.length === 0) return rm(join(home, fileName), { force: true });
  await write(home, Object.fromEntries(left));
}

async function write(home: string, settings: Record<string, string>): Promise<void> {
  // Nothing is escaped in such a file; of these settings none has quotes of both kinds.
  const quoted = (value: string) => (value.includes("'") ? `"${value}"` : `'${value}'`);
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${quoted(value)}\n`);
  await writeFile(join(home, fileName), lines.join(''), { mode: 0o600 });
}

function readSettings(home: string): Record<string, string> {
  try {
    return parseEnv(readFileSync(join(home, fileName), 'utf8')) as Record<string, string>;
  } catch (error) {
    // A home that is none is refused by who opens it, in words.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return {};
    throw error;
  }
}
