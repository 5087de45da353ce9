/** Reads a response's text up to a number of bytes; the rest is not fetched. */
export async function readLimited(
  response: Response,
  maxBytes: number,
): Promise<{ text: string; isCut: boolean }> {
  const decoder = new TextDecoder();
  let text = '';
  let left = maxBytes;
  for await (const chunk of response.body ?? []) {
    const bytes = chunk as Uint8Array;
    text += decoder.decode(bytes.subarray(0, left), { stream: true });
    left -= bytes.length;
    // Leaving the loop cancels the body, which closes the connection.
    if (left < 0) return { text, isCut: true };
  }
  return { text: text + decoder.decode(), isCut: false };
}
