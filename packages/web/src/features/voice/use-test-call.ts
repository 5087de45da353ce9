import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createTestCall, type TestCall, type TestCallState } from './test-call-store.ts';

/** The call of a panel and its state; it ends when the panel is unmounted. */
export function useTestCall(agentId: string): TestCallState & { call: TestCall } {
  const [call] = useState(() => createTestCall(agentId));
  useEffect(() => () => call.reset(), [call]);
  return { ...useStore(call.store), call };
}
