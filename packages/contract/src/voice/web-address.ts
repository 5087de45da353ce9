import * as z from 'zod';

const holdsNoLogin = (text: string) => {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
};

/**
 * An address of these protocols. A name and password in it would be shown wherever the address is, and no request is
 * made with them: what a receiver should know is told by the signature.
 */
export const webAddress = (protocol = /^https?$/, words = 'must be a web address') =>
  z
    .url({ protocol, hostname: /./, error: words })
    .max(2000, 'must have at most 2000 characters')
    .refine(holdsNoLogin, 'must not hold a user name or password');

/** The same, or nothing. */
export const webAddressOrNothing = (protocol = /^https?$/, words = 'must be a web address') =>
  z.union([z.literal(''), webAddress(protocol, words)], words);
