import type { InjectOptions } from 'fastify';

/** A file of a form. */
export interface FormPart {
  name: string;
  content: string | Uint8Array;
  type?: string;
  field?: string;
}

/** Headers and body of a form as a browser sends it; for `inject`. */
export async function formOf(
  files: readonly FormPart[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Pick<InjectOptions, 'headers' | 'payload'>> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const { name, content, type = '', field = 'files' } of files)
    form.append(field, new Blob([content as never], { type }), name);
  const sent = new Response(form);
  return {
    headers: { 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  };
}

/** The smallest PNG. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
