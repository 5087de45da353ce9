import type { Sandbox, SandboxRequest } from '@tendril/contract/provider/sandbox';
import { expect, it } from 'vitest';
import { flowSandbox } from './flow-sandbox.ts';

const code = { code: 'return 1', variables: {} };

function recordingSandbox() {
  const seen: SandboxRequest[] = [];
  const sandbox: Sandbox = {
    run: async (request) => {
      seen.push(request);
      return { value: 1, logs: [] };
    },
    close: async () => {},
  };
  return { seen, sandbox };
}

it.each([
  [{ chatbotConfig: { codeWaitSeconds: 300 } }, 300_000],
  [{ chatbotConfig: { codeWaitSeconds: '20' } }, 20_000],
  [{ chatbotConfig: { codeWaitSeconds: '' } }, undefined],
  [{ chatbotConfig: { codeWaitSeconds: 'long' } }, undefined],
  [{ chatbotConfig: {} }, undefined],
  [{}, undefined],
])('lets the code of a flow with %j wait %s ms', async (flow, waitMs) => {
  const { seen, sandbox } = recordingSandbox();
  await flowSandbox(sandbox, flow).run(code);
  expect(seen[0]?.waitMs).toBe(waitMs);
});

it('leaves a shorter time that the caller sets', async () => {
  const { seen, sandbox } = recordingSandbox();
  await flowSandbox(sandbox, { chatbotConfig: { codeWaitSeconds: 300 } }).run({ ...code, waitMs: 5 });
  expect(seen[0]?.waitMs).toBe(5);
});
