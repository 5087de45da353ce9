/**
 * Decodes bytes by any label of the Encoding Standard; `text` is JSON of `[label, isFatal, ignoresMark]`. Throws
 * RangeError for a label that does not exist and TypeError for bytes that are none of it.
 */
export function decodeText(text: string, bytes: Uint8Array | undefined): string {
  const [label, fatal, ignoreBOM] = JSON.parse(text) as unknown[];
  const decoder = new TextDecoder(String(label), { fatal: fatal === true, ignoreBOM: ignoreBOM === true });
  return bytes ? decoder.decode(bytes) : decoder.encoding;
}
