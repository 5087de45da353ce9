import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'apiKey',
  'token',
  'secret',
  'encryptedData',
  'plainDataObj',
].flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

/** One JSON line per record on standard output; fields whose name suggests a secret are blanked at any depth. */
export function createLog(config: Pick<Config, 'logLevel'>): Logger {
  return pino({
    level: config.logLevel,
    redact: { paths: [...secretPaths, '*.headers["set-cookie"]'], censor: '[hidden]' },
    serializers: { err: pino.stdSerializers.err },
  });
}
