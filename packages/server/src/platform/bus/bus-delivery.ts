import type { Logger } from 'pino';
import type { ControlBus, ControlKind, ControlMessage, MessageOf } from './control-bus.ts';

type Listener = (message: never) => void;

/** The listeners of this process. */
export interface BusDelivery extends Pick<ControlBus, 'subscribe' | 'onGap'> {
  deliver(message: ControlMessage): void;
  announceGap(): void;
}

/** Calls each listener, whatever the others do: one that fails is logged. */
export function createBusDelivery(log: Logger): BusDelivery {
  const byKind = new Map<ControlKind, Set<Listener>>();
  const gaps = new Set<() => void>();

  function attempt(call: () => void): void {
    try {
      call();
    } catch (error) {
      log.error({ err: error }, 'a listener of control messages failed');
    }
  }

  return {
    subscribe<K extends ControlKind>(kind: K, listener: (message: MessageOf<K>) => void) {
      const listeners = byKind.get(kind) ?? new Set();
      byKind.set(kind, listeners);
      listeners.add(listener as Listener);
      return () => void listeners.delete(listener as Listener);
    },
    onGap(listener) {
      gaps.add(listener);
      return () => void gaps.delete(listener);
    },
    deliver(message) {
      for (const listener of byKind.get(message.kind) ?? []) attempt(() => listener(message as never));
    },
    announceGap() {
      for (const listener of gaps) attempt(listener);
    },
  };
}
