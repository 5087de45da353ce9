/** Splits a stream of server-sent events into its `data:` values, however the network chunks the bytes. */
export function createEventReader(): (chunk: Uint8Array | undefined) => string[] {
  const decoder = new TextDecoder();
  let rest = '';
  return (chunk) => {
    const text = rest + (chunk ? decoder.decode(chunk, { stream: true }) : `${decoder.decode()}\n`);
    const found: string[] = [];
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      if (text.startsWith('data:', start)) {
        const value = text.slice(start + 5, end).trim();
        if (value && value !== '[DONE]') found.push(value);
      }
      start = end + 1;
    }
    rest = text.slice(start);
    return found;
  };
}
