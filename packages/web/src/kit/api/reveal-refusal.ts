/** Error responses are short; longer responses are not read here. */
const longestRefusalBytes = 4096;

/** The response itself, or, where a good status hides the body `{ code: 'CSRF_ERROR' }`, the same refused. */
export async function revealRefusal(response: Response): Promise<Response> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const length = response.headers.get('content-length');
  // An answer of unknown length is compressed or streamed: no refusal is long enough for either.
  if (!response.ok || !isJson || length === null || Number(length) > longestRefusalBytes) return response;
  const text = await response.text();
  const { statusText, headers } = response;
  const status = isStaleToken(text) ? 403 : response.status;
  return new Response(text, { status, statusText, headers });
}

function isStaleToken(text: string): boolean {
  // Only a match is worth parsing.
  if (!text.includes('CSRF_ERROR')) return false;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && 'code' in body && body.code === 'CSRF_ERROR';
  } catch {
    return false;
  }
}
