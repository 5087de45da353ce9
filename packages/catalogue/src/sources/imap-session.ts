import { AppError } from '@tendril/contract/app-error';
import type { NodeServices } from '@tendril/contract/node/run-context';
import type { StreamRelay } from '@tendril/contract/provider/outbound-relay';
import type { ImapFlow } from 'imapflow';

/** Where a mailbox is, and who opens it. */
interface MailboxLogin {
  host: string;
  port: number;
  user: string;
  /** A password, or the token of a sign-in at the vendor. */
  auth: { pass: string } | { accessToken: string };
}

interface SessionParts {
  services: Pick<NodeServices, 'openRelay'>;
  signal: AbortSignal;
}

const connectMs = 20_000;
/** A message may be long in coming. */
const silenceMs = 120_000;
const mostBytes = 4 * 1024 ** 3;
const largestMessage = 60 * 1024 * 1024;
/** Encrypted from the first byte; elsewhere encryption begins before the sign-in. */
const encryptedPort = 993;

/** The fields of a secret as a login. Throws CREDENTIAL_MISSING, FLOW_INVALID. */
export function readLogin(fields: Record<string, string> | undefined): MailboxLogin {
  const { host = '', port, user = '', password = '', accessToken } = fields ?? {};
  if (host.trim() === '' || user.trim() === '')
    throw new AppError('CREDENTIAL_MISSING', 'IMAP needs a secret with a server, a user and a password.');
  if (!/^[\w.-]{1,253}$/.test(host.trim()))
    throw new AppError('FLOW_INVALID', 'IMAP: the server in the secret is not the name of a host.');
  const auth = accessToken === undefined ? { pass: password } : { accessToken };
  return { host: host.trim(), port: Number(port) || encryptedPort, user: user.trim(), auth };
}

const secretOf = ({ auth }: MailboxLogin): string => ('pass' in auth ? auth.pass : auth.accessToken);

function toRefusal(error: unknown, login: MailboxLogin, signal: AbortSignal): AppError {
  if (signal.aborted) return new AppError('RUN_CANCELLED', 'The run was stopped.');
  if (error instanceof AppError) return error;
  const {
    authenticationFailed,
    message = '',
    response,
  } = error as {
    authenticationFailed?: boolean;
    message?: string;
    response?: unknown;
  };
  if (authenticationFailed)
    return new AppError('PROVIDER_UNAUTHORIZED', `The mail server rejected the sign-in of ${login.user}.`);
  const said = typeof response === 'string' && response !== '' ? response : message;
  const secret = secretOf(login);
  const words = secret === '' ? said : said.replaceAll(secret, '…');
  return new AppError('PROVIDER_UNAVAILABLE', `The mail server could not answer: ${words.slice(0, 300)}`);
}

/** A mailbox that is open while something is done with it; a connection that ended meanwhile is opened again. */
interface ImapSession {
  use<T>(work: (client: ImapFlow) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * The driver dials through a relay of the egress client, which checks the address and bounds the bytes. `signIn` is asked
 * with every connection: a token may have been renewed since the one before.
 */
export async function openImapSession(
  signIn: () => Promise<MailboxLogin>,
  { services, signal }: SessionParts,
): Promise<ImapSession> {
  let login = await signIn();
  let open: { client: ImapFlow; relay: StreamRelay } | undefined;

  async function end(): Promise<void> {
    const { client, relay } = open ?? {};
    open = undefined;
    client?.close();
    relay?.close();
  }

  async function connect(): Promise<{ client: ImapFlow; relay: StreamRelay }> {
    if (open?.client.usable) return open;
    if (open) login = await signIn();
    await end();
    if (!services.openRelay) throw new AppError('NODE_FAILED', 'Mail servers cannot be reached from here.');
    const relay = await services.openRelay({
      ...{ secrets: [secretOf(login)], signal, maxBytes: mostBytes, silenceMs },
    });
    const { ImapFlow } = await import('imapflow');
    const secure = login.port === encryptedPort;
    const client = new ImapFlow({
      ...{ host: login.host, port: login.port, secure },
      ...(!secure && { doSTARTTLS: true }),
      auth: { user: login.user, ...login.auth },
      proxy: `socks5://${relay.user}:${relay.password}@${relay.host}:${relay.port}`,
      ...{ logger: false, disableAutoIdle: true, disableCompression: true },
      ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: silenceMs },
      maxLiteralSize: largestMessage,
    });
    // What ends the connection is said by the command that waits for it.
    client.on('error', () => undefined);
    open = { client, relay };
    relay.refused.catch(() => undefined);
    await Promise.race([client.connect(), relay.refused]);
    return open;
  }

  async function attempt<T>(work: (client: ImapFlow) => Promise<T>): Promise<T> {
    const { client, relay } = await connect();
    const working = work(client);
    working.catch(() => undefined);
    return Promise.race([working, relay.refused]);
  }

  return {
    async use(work) {
      signal.throwIfAborted();
      const wasOpen = open !== undefined;
      try {
        return await attempt(work).catch(async (error: unknown) => {
          // Servers end connections that were silent for a while, and only the next command meets it.
          if (!wasOpen || open?.client.usable || signal.aborted) throw error;
          return attempt(work);
        });
      } catch (error) {
        if (!open?.client.usable) await end();
        throw toRefusal(error, login, signal);
      }
    },
    async close() {
      await open?.client.logout().catch(() => undefined);
      await end();
    },
  };
}
