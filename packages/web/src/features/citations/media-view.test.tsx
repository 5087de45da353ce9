import type { CitedDocument } from '@tendril/contract/api/citations';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { MediaView } from './media-view.tsx';

const recording: CitedDocument = {
  ...{ title: 'Meeting', name: 'meeting.mp3', view: 'sound', size: 1000, path: [], isOlder: false },
  text: 'The roof is repaired in spring. After that the garden is replanted.',
  places: [{ time: [3_725_400, 3_731_000] }],
};
const target = { kind: 'chunk', storeId: 's', chunkId: 'c' } as const;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('a recording opens at the second that is cited, and plays from there again', () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  render(<MediaView document={recording} target={target} sentence="the garden is replanted" />);
  const player = screen.getByLabelText<HTMLAudioElement>(/meeting\.mp3/);
  expect(player.getAttribute('src')).toContain('/document-store/cited/s/c/file');
  fireEvent.loadedMetadata(player);
  expect(player.currentTime).toBeCloseTo(3725.4);
  expect(play).not.toHaveBeenCalled();
  player.currentTime = 4000;
  fireEvent.click(screen.getByRole('button', { name: /1:02:05/ }));
  expect(player.currentTime).toBeCloseTo(3725.4);
  expect(play).toHaveBeenCalledOnce();
  expect(document.querySelector('mark')?.textContent).toBe('the garden is replanted');
});
