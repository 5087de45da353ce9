const longestName = 200;
const defaultName = 'ExportData.json';
const ending = '.json';
/** Names that some systems take for devices, whatever comes after a dot. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name for a downloaded export, whatever the server sends: it leads nowhere, hides nothing, and says what the file is. */
export function safeFileName(given: unknown): string {
  const plain = String(given ?? '')
    .toWellFormed()
    // What separates folders, what systems refuse, and signs that are not seen or turn the ones after them around.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"/\\|?*]/gu, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '');
  const name = plain.toLowerCase().endsWith(ending) ? plain.slice(0, -ending.length).trimEnd() : plain;
  if (name === '') return defaultName;
  const short = [...name].slice(0, longestName - ending.length).join('');
  return `${devices.test(short) ? '_' : ''}${short}${ending}`;
}
