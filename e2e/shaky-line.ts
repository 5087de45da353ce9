import { connect, createServer, type Socket } from 'node:net';

/** A line to a server that the test can cut. */
export interface ShakyLine {
  url: string;
  /** Breaks every connection and accepts none until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Passes bytes between a browser and `target`, so that a test may break what a stream runs over. */
export async function startShakyLine(target: string): Promise<ShakyLine> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A broken line is what this is for.
    socket.on('error', () => {});
  };
  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.resetAndDestroy();
      return;
    }
    const far = connect(Number(port), hostname);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.resetAndDestroy();
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
