import * as z from 'zod';

const holdsNoLogin = (text: string) => {
  const url = URL.parse(text);
  return url === null || (url.username === '' && url.password === '');
};

/**
 * An address with one of these protocols. A name and password in it would be shown wherever the address is, and no
 * request is made with them: a receiver can verify the signature instead.
 */
export const webAddress = (protocol = /^https?$/, words = 'must be a web address') =>
  z
    .url({ protocol, hostname: /./, error: words })
    .max(2000, 'must have at most 2000 characters')
    .refine(holdsNoLogin, 'must not hold a user name or password');

/** The same, or empty. */
export const webAddressOrNothing = (protocol = /^https?$/, words = 'must be a web address') =>
  z.union([z.literal(''), webAddress(protocol, words)], words);
