interface Account {
  address: string;
  user: string;
  password: string;
}

/** An address that may hold a name and a password, and those; what stands in fields of its own wins. */
export function splitAddress(
  text: string,
  given: { user?: string | undefined; password?: string | undefined } = {},
): Account {
  const url = URL.parse(text.trim());
  const user = given.user?.trim() || decodeURIComponent(url?.username ?? '');
  const password = given.password || decodeURIComponent(url?.password ?? '');
  if (!url) return { address: text, user, password };
  url.username = '';
  url.password = '';
  return { address: url.href, user, password };
}
