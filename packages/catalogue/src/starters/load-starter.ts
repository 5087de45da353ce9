import type { Starter } from './starter.ts';

const starters = {
  'support-bot': async () => (await import('./support-bot.ts')).supportBot,
  'appointment-agent': async () => (await import('./appointment-agent.ts')).appointmentAgent,
};

export type StarterName = keyof typeof starters;

/** Loads a starter on first use. */
export function loadStarter(name: StarterName): Promise<Starter> {
  return starters[name]();
}
