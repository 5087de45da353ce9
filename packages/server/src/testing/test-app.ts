import { randomBytes } from 'node:crypto';
import { login, registerOwner } from '@tendril/contract/api/auths';
import { csrfCookie, csrfHeader } from '@tendril/contract/api/session-cookies';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { type Logger, pino } from 'pino';
import { type AppOptions, type BuiltApp, buildApp } from '../composition/app.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { createAccessTokens } from '../platform/http/access-token.ts';
import type { UserCaller } from '../platform/http/caller.ts';
import { accessCookie, secureAccessCookie } from '../platform/http/session.ts';
import { type Infrastructure, openInfrastructure } from '../platform/infrastructure.ts';
import type { DatabaseKind } from './databases.ts';
import { makeMigratedDatabase } from './migrated-database.ts';

/** The owner that every test app creates on demand. */
export const owner = { name: 'Ada Owner', email: 'owner@example.com', password: 'correct horse battery' };

export interface TestAppOptions extends AppOptions {
  database?: DatabaseKind;
  /** Settings that differ from those of a fresh installation. */
  config?: Partial<Config>;
  /** Receives the server's log lines; dropped when absent. */
  log?: Logger;
}

/** A signed-in person, like a browser: cookies kept, CSRF token echoed. */
export interface TestUser {
  readonly caller: UserCaller;
  readonly cookies: Record<string, string>;
  /** Sends a request with this session; writes carry the CSRF token. */
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
}

export interface TestApp {
  readonly app: BuiltApp;
  readonly infrastructure: Infrastructure;
  inject(options: InjectOptions): Promise<LightMyRequestResponse>;
  /** Registers the owner the first time, signs in afterwards. */
  signIn(): Promise<TestUser>;
  /** Listens on a free loopback port; returns the base address. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** The real server on a database of its own in a temporary folder. Close it when done. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = await makeMigratedDatabase(options.database ?? 'sqlite');
  const config: Config = {
    ...readConfig({ TENDRIL_HOME: database.home, TENDRIL_SECRET_KEY: randomBytes(32).toString('base64') }),
    databaseUrl: database.databaseUrl,
    databasePool: 4,
    // How busy the machine is decides no test.
    fullDelayMs: 0,
    fullWaitMs: 0,
    // A second process for each app that has a call would be slow; its tests ask for it.
    callMedia: 'here',
    ...options.config,
  };
  const log = options.log ?? pino({ level: process.env['TEST_LOG_LEVEL'] ?? 'silent' });
  const infrastructure = await openInfrastructure(config, log);
  const app = await buildApp(infrastructure, options);
  const inject = (request: InjectOptions) => app.fastify.inject(request);

  return {
    app,
    infrastructure,
    inject,
    signIn: () => signIn(infrastructure, inject),
    listen: () => app.fastify.listen({ port: 0, host: '127.0.0.1' }),
    async close() {
      app.streams.close();
      app.fastify.server.closeAllConnections();
      await app.fastify.close();
      await infrastructure.close();
      await database.remove();
    },
  };
}

type Inject = (options: InjectOptions) => Promise<LightMyRequestResponse>;

async function signIn(infrastructure: Infrastructure, inject: Inject): Promise<TestUser> {
  const registered = await inject({ method: 'POST', url: registerOwner.path, payload: owner });
  const { email, password } = owner;
  const answer =
    registered.statusCode === 201
      ? registered
      : await inject({ method: 'POST', url: login.path, payload: { email, password } });
  const cookies = Object.fromEntries(answer.cookies.map(({ name, value }) => [name, value]));
  const tokens = createAccessTokens(infrastructure.vault.deriveKey('session'));
  const caller = tokens.read(cookies[accessCookie] ?? cookies[secureAccessCookie] ?? '', Date.now());
  if (!caller) throw new Error(`Signing in failed: ${answer.body}`);
  return {
    caller,
    cookies,
    inject: (options) =>
      inject({
        ...options,
        cookies: { ...cookies, ...options.cookies },
        headers: { [csrfHeader]: cookies[csrfCookie] ?? '', ...options.headers },
      }),
  };
}
