import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { createLogOutput } from './log-output.ts';

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
  const output = createLogOutput(process.stdout.fd);
  // Pino's own output waits for ever for a reader that is gone.
  process.on('exit', () => output.flushSync());
  return pino(
    {
      level: config.logLevel,
      redact: { paths: [...secretPaths, '*.headers["set-cookie"]'], censor: '[hidden]' },
      formatters: { log: withTraceId },
      serializers: { err: pino.stdSerializers.err },
    },
    output,
  );
}

/** Adds the trace that the line's run or call has at a collector: the same id without its dashes. */
export function withTraceId(fields: Record<string, unknown>): Record<string, unknown> {
  const id = fields['callId'] ?? fields['runId'];
  return typeof id === 'string' ? { ...fields, traceId: id.replaceAll('-', '') } : fields;
}
