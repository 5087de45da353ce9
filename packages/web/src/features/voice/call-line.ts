import type { CallCommand, CallNotice } from '@tendril/contract/voice/call-socket';

export interface CallLineParts {
  onNotice: (notice: CallNotice) => void;
  /** A piece of the agent's voice. */
  onAudio: (samples: Int16Array) => void;
  /** The line is gone; `wasReady` false when it never opened. */
  onClosed: (wasReady: boolean) => void;
}

/** The socket of one call. */
export interface CallLine {
  sendFrame(samples: Int16Array<ArrayBuffer>): void;
  send(command: CallCommand): void;
  close(): void;
}

/** Dials a registered call; its token opens the line once. */
export function openCallLine(socketPath: string, token: string, parts: CallLineParts): CallLine {
  const address = new URL(socketPath, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.searchParams.set('token', token);
  const socket = new WebSocket(address);
  socket.binaryType = 'arraybuffer';
  let isReady = false;
  socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') {
      parts.onAudio(new Int16Array(data));
      return;
    }
    const notice = JSON.parse(data) as CallNotice;
    if (notice.type === 'ready') isReady = true;
    parts.onNotice(notice);
  };
  socket.onclose = () => parts.onClosed(isReady);
  const isOpen = () => socket.readyState === WebSocket.OPEN;

  return {
    sendFrame: (samples) => {
      // What was said before the call began is not part of it.
      if (isReady && isOpen()) socket.send(samples);
    },
    send: (command) => {
      if (isOpen()) socket.send(JSON.stringify(command));
    },
    close: () => socket.close(),
  };
}
