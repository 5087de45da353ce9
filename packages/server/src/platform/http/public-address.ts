import type { Config } from '../config.ts';

/** The address of this server for use outside of a request: mails, webhooks, commands. */
export function publicAddress({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`;
}
