import type { Logger } from 'pino';
import { createBusDelivery } from './bus-delivery.ts';
import type { ControlBus } from './control-bus.ts';

/** The bus of an installation with one process: nothing leaves it, and nothing is missed. */
export function createLocalBus(log: Logger): ControlBus {
  const { deliver, subscribe, onGap } = createBusDelivery(log);
  return { publish: deliver, subscribe, onGap, close: async () => {} };
}
