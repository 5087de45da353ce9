import { keepBytes } from '../../../../platform/http/give-socket.ts';
import { relaySocket } from '../../../../platform/http/relay-socket.ts';
import type { ServerSocket, SocketData } from '../../../../platform/http/web-sockets.ts';
import {
  type MediaProcess,
  openCarrierSound,
  readCarrierMessage,
  type StreamStart,
} from '../../calls/public.ts';
import type { CarrierLine } from './carrier-line.ts';

/** A socket that does not say at once whose sound it carries is closed. */
const startWithinMs = 5000;
/** What may come before that. */
const mostBytesBefore = 64 * 1024;
/** Sockets that have not said yet whose sound they carry. */
const mostUnknown = 200;

const refusedCode = 1008;
const usedToken = 'This token was used, or has expired.';
let unknown = 0;

interface FoundLine {
  line: CarrierLine;
  streamId: string;
}

interface MediaPlaces {
  /** The line of a stream, by its first message. */
  find(start: StreamStart): FoundLine | undefined;
  /** The other end of the stream at another process, where its line is there; undefined: it is not. */
  openElsewhere?(start: StreamStart): Promise<ServerSocket | undefined> | undefined;
  /** Carries sound away from this process; absent where it is to stay in it. */
  media: Pick<MediaProcess, 'openCarrier'> | undefined;
}

/** Leads a carrier's media socket to its line, which its first message names, wherever that is. */
export function leadMedia(socket: ServerSocket, { find, openElsewhere, media }: MediaPlaces): void {
  const refuse = (why: string) => {
    socket.close(refusedCode, why);
    setTimeout(() => socket.terminate(), startWithinMs).unref();
  };
  if (unknown >= mostUnknown) {
    refuse('Too many at once.');
    return;
  }
  unknown += 1;
  // The process that carries the sound reads it from its beginning.
  const readBytes = keepBytes(socket, mostBytesBefore, () => socket.terminate());
  const late = setTimeout(() => refuse('No start.'), startWithinMs);
  let isKnown = false;
  const stop = () => {
    if (isKnown) return;
    isKnown = true;
    unknown -= 1;
    clearTimeout(late);
    socket.removeListener('message', take);
    socket.removeListener('ping', answer);
    socket.removeListener('close', stop);
  };
  const answer = (data: Buffer) => {
    if (socket.readyState === socket.OPEN) socket.pong(data, false, () => {});
  };
  const take = (data: SocketData, isBinary: boolean) => {
    if (isBinary) return refuse('Not understood.');
    const message = readCarrierMessage((data as Buffer).toString('utf8'));
    if (message?.event !== 'start') return;
    stop();
    const read = readBytes();
    const far = openElsewhere?.(message);
    if (far) return passOn(socket, far, { start: data as Buffer, refuse });
    const found = find(message);
    if (!found || found.line.isOver) return refuse(usedToken);
    open(socket, found, read, media);
  };
  socket.on('error', () => {});
  socket.on('ping', answer);
  socket.once('close', stop);
  socket.on('message', take);
}

/** Opens a line on its socket: here, or in the process of calls' sound. */
function open(
  socket: ServerSocket,
  { line, streamId }: FoundLine,
  read: Uint8Array,
  media: MediaPlaces['media'],
): void {
  const stream = { carrier: line.carrier, streamId };
  const onOver = (why: Parameters<CarrierLine['finish']>[0]) => line.finish(why);
  line.open(
    media?.openCarrier(socket, { stream, read, owner: line, onOver }) ??
      openCarrierSound(socket, stream, { onDigit: (digit) => line.noteDigit(digit), onOver }),
  );
}

/** From here on another process reads the stream, which gets the first message again. */
function passOn(
  socket: ServerSocket,
  opening: Promise<ServerSocket | undefined>,
  { start, refuse }: { start: Buffer; refuse(why: string): void },
): void {
  socket.pause();
  opening
    .catch(() => undefined)
    .then((far) => {
      socket.resume();
      if (!far) return refuse(usedToken);
      if (socket.readyState !== socket.OPEN) return far.terminate();
      far.send(start, { binary: false }, () => {});
      relaySocket(socket, far);
    })
    .catch(() => socket.terminate());
}
