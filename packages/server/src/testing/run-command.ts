import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { codeCache } from './code-cache.ts';
import type { TestApp } from './test-app.ts';

const tendril = fileURLToPath(new URL('../commands/tendril.ts', import.meta.url));

/** Runs a server command as its own process, on the installation of the app. */
export function runCommand(app: TestApp, ...args: string[]): Promise<{ stdout: string; stderr: string }> {
  const { home, databaseUrl, secretKey } = app.infrastructure.config;
  const env = {
    PATH: process.env['PATH'],
    ...codeCache,
    TENDRIL_HOME: home,
    PUBLIC_URL: 'https://studio.example',
    TENDRIL_SECRET_KEY: secretKey,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
  };
  return promisify(execFile)(process.execPath, [tendril, ...args], { env });
}
