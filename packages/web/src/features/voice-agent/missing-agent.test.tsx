import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { useNotifier } from '../../kit/state/notifier-store.ts';
import { CallSettingsForm } from './call-settings-form.tsx';
import { SpeechPanel } from './speech-panel.tsx';
import { useCallForm } from './use-call-form.ts';

const idMissing = 'Cannot update settings: Agent ID is missing';
const sent = vi.spyOn(globalThis, 'fetch');

afterEach(() => {
  cleanup();
  sent.mockClear();
  useNotifier.setState({ notifications: [] });
});

function CallPanel({ agentId, onNotice }: { agentId: string; onNotice: (text: string) => void }) {
  return <CallSettingsForm form={useCallForm({ agentId, onNotice, onSaved: () => onNotice('saved') })} />;
}

function show(panel: React.ReactNode): void {
  render(<QueryClientProvider client={new QueryClient()}>{panel}</QueryClientProvider>);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

it('SPEECH-14, ERR-01, SP-71: without an agent the speech settings send nothing and say so', () => {
  show(<SpeechPanel agentId="" />);
  expect(useNotifier.getState().notifications.map(({ message }) => message)).toEqual([idMissing]);
  expect(sent).not.toHaveBeenCalled();
});

it('CALL-15, ERR-01, SP-71: without an agent the call settings send nothing and say so', () => {
  const emitted: string[] = [];
  show(<CallPanel agentId="" onNotice={(text) => emitted.push(text)} />);
  expect(emitted).toEqual([idMissing]);
  expect(sent).not.toHaveBeenCalled();
});
