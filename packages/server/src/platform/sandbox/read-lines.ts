/**
 * Splits a stream into lines at line feeds only (JSON text holds none) and passes each to `onLine`; calls `onTooLong`
 * once and stops when a line exceeds `maxCharacters`.
 */
export function readLines(
  stream: NodeJS.ReadableStream,
  maxCharacters: number,
  onLine: (line: string) => void,
  onTooLong: () => void,
): void {
  let parts: string[] = [];
  let length = 0;
  let isStopped = false;
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    if (isStopped) return;
    let from = 0;
    for (let at = chunk.indexOf('\n'); at >= 0; at = chunk.indexOf('\n', from)) {
      const line = parts.join('') + chunk.slice(from, at);
      parts = [];
      length = 0;
      from = at + 1;
      onLine(line);
    }
    parts.push(chunk.slice(from));
    length += chunk.length - from;
    if (length <= maxCharacters) return;
    isStopped = true;
    parts = [];
    onTooLong();
  });
}
