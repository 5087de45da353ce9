import { createContext, Script } from 'node:vm';
import { AppError } from '@tendril/contract/app-error';
import type { Sandbox } from '@tendril/contract/provider/sandbox';

/** Runs user code in a separate context within the test's process; for tests of the code around the sandbox. */
export const vmSandbox: Sandbox = {
  async run({ code, variables, fetch, signal }) {
    const callFetch =
      fetch &&
      (async (url: string) => {
        const init = {
          method: 'GET',
          headers: [],
          redirect: 'follow',
          signal: signal ?? new AbortController().signal,
        } as const;
        const { status, body } = await fetch(url, { ...init, headers: [] });
        const text = new TextDecoder().decode(body);
        return { status, ok: status < 400, text: async () => text, json: async () => JSON.parse(text) };
      });
    // The test's clock, which may stand still.
    const context = createContext({
      ...structuredClone(variables),
      Date,
      ...(callFetch && { fetch: callFetch }),
    });
    try {
      const value: unknown = await new Script(`(async () => {\n${code}\n})()`).runInContext(context);
      const text = JSON.stringify(value);
      return { value: text === undefined ? undefined : JSON.parse(text), logs: [] };
    } catch (error) {
      throw new AppError('TOOL_FAILED', (error as Error).message);
    }
  },
  close: async () => {},
};
