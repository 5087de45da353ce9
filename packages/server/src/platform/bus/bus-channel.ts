/** An open connection of the bus; it is used until it is lost, and then replaced by another. */
export interface BusChannel {
  /** Sends each payload to everybody who listens, this process included. */
  send(payloads: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

interface ChannelListener {
  received(payload: string): void;
  lost(reason?: unknown): void;
}

/** Connects, and resolves once it listens. */
export type OpenChannel = (listener: ChannelListener) => Promise<BusChannel>;
