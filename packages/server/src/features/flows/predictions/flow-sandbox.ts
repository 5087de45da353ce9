import type { Sandbox } from '@tendril/contract/provider/sandbox';

/** A setting of the flow: how long its code may wait for requests and timers, in seconds. */
interface FlowOfCode {
  chatbotConfig?: Readonly<Record<string, unknown>>;
}

/** The sandbox as the code of one flow gets it: with the waiting time that its owner has set. */
export function flowSandbox(sandbox: Sandbox, { chatbotConfig }: FlowOfCode): Sandbox {
  const seconds = Number(chatbotConfig?.['codeWaitSeconds'] ?? 0);
  if (!(seconds > 0)) return sandbox;
  return {
    run: (request) => sandbox.run({ waitMs: seconds * 1000, ...request }),
    close: () => sandbox.close(),
  };
}
