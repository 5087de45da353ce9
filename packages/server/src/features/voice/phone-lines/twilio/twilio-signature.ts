import { createHmac, timingSafeEqual } from 'node:crypto';

/** Twilio's signature of a form: the address it was sent to, and every field after its name, sorted by name. */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const fields = [...new Set(form.keys())].toSorted().map((name) => {
    // A field that is there twice with the same value counts once.
    const values = [...new Set(form.getAll(name))].toSorted();
    return values.map((value) => name + value).join('');
  });
  return createHmac('sha1', authToken)
    .update(url + fields.join(''), 'utf8')
    .digest('base64');
}

/** Whether a form comes from Twilio; in constant time. */
export function isFromTwilio(
  authToken: string,
  url: string,
  form: URLSearchParams,
  signature: unknown,
): boolean {
  if (typeof signature !== 'string' || authToken === '') return false;
  const expected = Buffer.from(twilioSignature(authToken, url, form));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
