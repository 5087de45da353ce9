import { param } from '@tendril/contract/node/param';

/** The port of a mail server. */
export const mailboxPort = param.number({
  label: 'Port',
  description:
    '993 is encrypted from the beginning; on any other port, encryption has to begin before the sign-in.',
  min: 1,
  max: 65_535,
  step: 1,
  default: 993,
  optional: true,
});

/** Where the mailbox of a sign-in is, and whose it is. */
export const mailboxInputs = (host: string) => ({
  user: param.string({
    label: 'User',
    description: 'The address of the mailbox.',
    placeholder: 'support@example.com',
  }),
  host: param.string({ label: 'Server', default: host }),
  port: mailboxPort,
});

/** The origin of a mail server, as secrets are bound to it. */
export const mailboxOrigin = ({ host, port }: Readonly<Record<string, unknown>>): string | undefined =>
  host ? `https://${String(host).trim()}:${String(port || 993)}` : undefined;
