/** A link's address if it is safe in a page: http, https and mailto, absolute; undefined for anything else. */
export function safeHref(address: string): string | undefined {
  const text = address.trim();
  if (!/^(https?:\/\/|mailto:)/i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : undefined;
}
