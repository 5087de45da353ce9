/** Where a server listens. */
export interface BoundAddress {
  address: string;
  family: string;
  port: number;
}

/** Where others on this machine reach a server that listens there. */
export function internalAddress({ address, family, port }: BoundAddress): string {
  const isEvery = address === '0.0.0.0' || address === '::';
  const host = isEvery ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
