import { RequestError } from '../../kit/api/request-error.ts';

/** Server errors for part of the request, by field name. */
export function fieldErrors(error: unknown, part: string): Record<string, string> {
  if (!(error instanceof RequestError)) return {};
  const own = error.details.flatMap(({ path, message }) => {
    const [place, name] = path.split('.');
    return place === part && name !== undefined ? [[name, message] as const] : [];
  });
  return Object.fromEntries(own);
}
